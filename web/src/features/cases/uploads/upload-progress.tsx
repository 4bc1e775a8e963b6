import { formatFileSize } from '../../../lib/formatting.ts';
import { useLanguage, useMessages } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { totalsOf, type UploadCount } from './upload-count.ts';
import type { QueueState } from './upload-queue.ts';

/** Total progress of the upload, with its buttons. */
export function Running({
  state,
  onPause,
  onResume,
  onCancel,
}: {
  readonly state: QueueState;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onCancel: () => void;
}) {
  const { language, messages } = useLanguage();
  const { sentBytes, totalBytes } = totalsOf(state.files);
  const texts = messages.cases.upload;
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0;
  const isSubmitting = state.phase === 'submitting';
  return (
    <div className="grid gap-2">
      <Progress label={texts.uploading} share={isSubmitting ? null : share} />
      <div role="status" className="grid gap-0.5 tabular-nums">
        <p>{isSubmitting ? texts.checking : texts.uploadingShare({ percent: Math.floor(share * 100) })}</p>
        {!isSubmitting && (
          <p className="text-[0.9em] text-grey-4">
            {messages.uploads.progress({
              sent: formatFileSize(sentBytes, language),
              total: formatFileSize(totalBytes, language),
            })}
          </p>
        )}
      </div>
      <p className="text-[0.9em] text-grey-4">
        {state.phase === 'paused' ? messages.uploads.paused : messages.uploads.keepsGoing}
      </p>
      {!isSubmitting && (
        <div className="flex flex-wrap gap-3">
          {state.phase === 'paused' ? (
            <Button size="small" onClick={onResume}>
              {messages.uploads.resume}
            </Button>
          ) : (
            <Button variant="secondary" size="small" onClick={onPause}>
              {messages.uploads.pause}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onCancel}>
            {messages.uploads.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Uploads of an earlier visit that this device does not have the files for. */
export function Unfinished({ count, onDiscard }: { readonly count: UploadCount; readonly onDiscard: () => void }) {
  const texts = useMessages().uploads;
  return (
    <Banner
      tone="info"
      title={texts.resumeTitle}
      action={
        <Button variant="quiet" size="small" onClick={onDiscard}>
          {texts.discard}
        </Button>
      }
    >
      <p className="font-semibold tabular-nums">{texts.arrivedOf(count)}</p>
      {count.missing > 0 ? texts.resumeChoose : texts.resumeReady}
    </Banner>
  );
}
