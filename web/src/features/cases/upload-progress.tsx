import { formatFileSize } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { type QueueState, totalsOf } from './upload-queue.ts';

/** How far all of it is, and what can be done about it. */
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

/** What an earlier visit began and this device does not have yet. */
export function Unfinished({
  state,
  missing,
  onDiscard,
}: {
  readonly state: QueueState;
  /** Of what was chosen then; 0 where all of it is there, or nobody knows. */
  readonly missing: number;
  readonly onDiscard: () => void;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.uploads;
  const begun = state.files.filter(({ file }) => file === null);
  if (begun.length === 0) return null;
  const { sentBytes, totalBytes } = totalsOf(begun);
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
      {missing > 0 && (
        <p className="font-semibold">{texts.resumeMissing({ missing, total: missing + state.files.length })}</p>
      )}
      {texts.resumeText({
        count: begun.length,
        sent: formatFileSize(sentBytes, language),
        total: formatFileSize(totalBytes, language),
      })}
    </Banner>
  );
}
