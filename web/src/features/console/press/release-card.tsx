import { press } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { renew } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { ReleaseState } from './release-state.tsx';

/** One release in the editors' list: whether it is public, its text as visitors see it, and its actions. */
export function ReleaseCard({
  release,
  onEdit,
}: {
  readonly release: press.EditedRelease;
  readonly onEdit: () => void;
}) {
  const texts = useWorkTexts().console.press;
  const { id, title, date, content, linkUrl, changedAt, isPublished } = release;
  const queryClient = useQueryClient();
  const withdraw = useChange(
    press.listEditedReleases,
    () =>
      call(press.updatePressRelease, {
        params: { releaseId: id },
        body: { title, date, content, linkUrl, seen: changedAt, isPublished: false },
      }),
    texts.withdrawn,
  );
  const remove = useChange(
    press.listEditedReleases,
    () => call(press.deletePressRelease, { params: { releaseId: id }, query: { seen: changedAt } }),
    texts.deleted,
  );
  /** Where it is refused because another operator has changed it, the next press means the text that is then shown. */
  const anew = { onError: () => renew(queryClient, press.listEditedReleases) };
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold wrap-anywhere">{title}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-grey-4">
            <ReleaseState release={release} />
            <time dateTime={date}>{formatDay(date, activeLanguage())}</time>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" aria-label={texts.editNamed({ title })} onClick={onEdit}>
            {texts.edit}
          </Button>
          {isPublished ? (
            <ConfirmButton
              label={texts.withdraw}
              accessibleLabel={texts.withdrawNamed({ title })}
              title={texts.withdrawTitle}
              consequence={texts.withdrawText}
              isPending={withdraw.isPending}
              onConfirm={() => withdraw.mutate(undefined, anew)}
            />
          ) : (
            <ConfirmButton
              label={texts.delete}
              accessibleLabel={texts.deleteNamed({ title })}
              title={texts.deleteTitle}
              consequence={texts.deleteText}
              isDestructive
              isPending={remove.isPending}
              onConfirm={() => remove.mutate(undefined, anew)}
            />
          )}
        </div>
      </div>
      <details className="mt-3 text-sm">
        <summary className="min-h-6 cursor-pointer font-medium">
          {texts.asRead}
          <span className="sr-only">: {title}</span>
        </summary>
        {/* Sanitised by the server when it was stored (server/src/features/press). */}
        <div
          className="legal-text mt-3 max-w-2xl text-base wrap-anywhere"
          ref={(element) => {
            if (element) element.innerHTML = content;
          }}
        />
      </details>
    </Card>
  );
}
