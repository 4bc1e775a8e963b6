import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { useInterfaceTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';

interface SavedForm {
  /** As people call it: PDF, CSV. */
  readonly name: string;
  readonly save: () => Promise<void>;
}

/** One thing in the forms in which it can be saved. */
export function SaveButtons({
  forms,
  labelOf,
}: {
  readonly forms: readonly SavedForm[];
  /** Says also what is saved: several such groups stand on a page. */
  readonly labelOf: (form: string) => string;
}) {
  const texts = useInterfaceTexts();
  const save = useMutation({
    mutationFn: (form: SavedForm) => form.save(),
    onError: (error) =>
      showToast({
        title: texts.saveFailed,
        description: messageOf(error, texts.tryAgainLater),
        tone: 'destructive',
      }),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {forms.map((form) => (
        <Button
          key={form.name}
          size="small"
          variant="secondary"
          disabled={save.isPending}
          aria-label={labelOf(form.name)}
          onClick={() => save.mutate(form)}
        >
          <Download aria-hidden className="size-4" />
          {form.name}
        </Button>
      ))}
    </div>
  );
}
