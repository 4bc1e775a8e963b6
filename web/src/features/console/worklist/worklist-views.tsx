import { cases, LIMITS } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/forms/input.tsx';

/** Saved views of the worklist: one press applies one, and the current view can be saved under a name. */
export function WorklistViews({
  wish,
  onChoose,
}: {
  readonly wish: cases.WorklistWish;
  readonly onChoose: (wish: cases.WorklistWish) => void;
}) {
  const texts = useWorkTexts().console.worklist.table;
  const [name, setName] = useState('');
  const views = useQuery({ queryKey: keyOf(cases.getWorklistViews), queryFn: () => call(cases.getWorklistViews) });
  const save = useChange(
    cases.getWorklistViews,
    async (change: (views: cases.WorklistView[]) => cases.WorklistView[]) =>
      // As they are now: another window may have saved one, and what could not be loaded here must not be replaced.
      call(cases.setWorklistViews, { body: { views: change(await call(cases.getWorklistViews)) } }),
    texts.viewSaved,
  );
  const saved = views.data ?? [];
  const trimmed = name.trim();
  const fullId = useId();
  const isFull = saved.length >= LIMITS.viewsPerReader && !saved.some((view) => view.name === trimmed);
  return (
    <form
      aria-label={texts.views}
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate((views) => [...views.filter((view) => view.name !== trimmed), { name: trimmed, wish }], {
          onSuccess: () => setName(''),
        });
      }}
    >
      {saved.map((view) => (
        <span key={view.name} className="inline-flex items-center rounded border border-grey-2">
          <Button
            size="small"
            variant="quiet"
            aria-pressed={JSON.stringify(view.wish) === JSON.stringify(wish)}
            onClick={() => onChoose(view.wish)}
          >
            {view.name}
          </Button>
          <button
            type="button"
            aria-label={texts.dropView({ name: view.name })}
            className="grid size-8 place-items-center rounded text-grey-4 hover:text-ink"
            onClick={() => save.mutate((views) => views.filter((other) => other.name !== view.name))}
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      <Input
        aria-label={texts.viewName}
        placeholder={texts.viewName}
        maxLength={40}
        className="max-w-44"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        size="small"
        variant="secondary"
        disabled={!trimmed || isFull}
        aria-describedby={isFull ? fullId : undefined}
        isPending={save.isPending}
      >
        <Bookmark aria-hidden className="size-4" />
        {texts.saveView}
      </Button>
      {isFull && (
        <p id={fullId} className="text-sm">
          {texts.viewsFull({ count: LIMITS.viewsPerReader })}
        </p>
      )}
    </form>
  );
}
