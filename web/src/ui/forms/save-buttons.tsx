import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { useInterfaceTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';

interface SavedForm {
  /** The usual name of the format: PDF, CSV. */
  readonly name: string;
  readonly save: () => Promise<void>;
}

/** Buttons to save one thing in several formats. */
export function SaveButtons({
  forms,
  labelOf,
}: {
  readonly forms: readonly SavedForm[];
  /** Accessible label that also says what is saved, because a page can have several such groups. */
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
