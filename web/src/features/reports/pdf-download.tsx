import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { saveBlob } from '../../lib/files/object-url.ts';
import { isPdfAwaited, UNTIL_PDF_IS_MADE } from '../../lib/files/until-pdf-is-made.ts';
import { useMessages } from '../../lib/messages.tsx';
import { type Renewed, renew } from '../../lib/renewals.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';

/** Saves the PDF of a report; where it is still being made, says so and saves it once it is there. */
export function PdfDownload({
  label,
  variant,
  fetchPdf,
  fileName,
  renews,
}: {
  readonly label: string;
  readonly variant: ButtonVariant;
  readonly fetchPdf: () => Promise<Blob>;
  readonly fileName: string;
  /** The query of the report, so that the page tells what the PDF tells. */
  readonly renews: Renewed;
}) {
  const { reports: texts, interface: shared } = useMessages();
  const queryClient = useQueryClient();
  const download = useMutation({
    ...UNTIL_PDF_IS_MADE,
    mutationFn: fetchPdf,
    onMutate: () => void renew(queryClient, renews),
    onSuccess: (pdf) => saveBlob(pdf, fileName),
  });
  const isAwaited = isPdfAwaited(download);
  const tellFailure = (failure: unknown) =>
    showToast({
      tone: 'destructive',
      title: texts.downloadFailedTitle,
      description: messageOf(failure, shared.noConnection),
    });
  return (
    <>
      <Button
        variant={variant}
        className={variant === 'primary' ? 'max-sm:w-full' : undefined}
        isPending={download.isPending}
        onClick={() => download.mutate(undefined, { onError: tellFailure })}
      >
        {!download.isPending && <Download aria-hidden className="size-5 shrink-0" />}
        {download.isPending ? texts.downloading : label}
      </Button>
      {/* There before its text, so that screen readers announce the text. In a row of buttons it stands below them. */}
      <p role="status" className={isAwaited ? 'order-last basis-full' : 'sr-only'}>
        {isAwaited && texts.beingMade}
      </p>
    </>
  );
}
