import { Check, CircleAlert, FileImage, X } from 'lucide-react';
import { memo } from 'react';
import { formatFileSize } from '../../../lib/formatting.ts';
import { useLanguage } from '../../../lib/messages.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SkippableList } from '../../../ui/skippable-list.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import type { QueuedFile } from './upload-queue.ts';

interface UploadListProps {
  readonly files: readonly QueuedFile[];
  readonly isLocked: boolean;
  readonly onRemove: (key: string) => void;
}

/** The files being uploaded, each with its progress. */
export function UploadList({ files, isLocked, onRemove }: UploadListProps) {
  const texts = useLanguage().messages.uploads;
  return (
    <SkippableList
      length={files.length}
      skipLabel={texts.skipList}
      className="grid max-h-66 grid-cols-1 gap-1 overflow-y-auto"
    >
      {files.map((entry) => (
        <UploadRow key={entry.key} entry={entry} isLocked={isLocked} onRemove={onRemove} />
      ))}
    </SkippableList>
  );
}

/** Memoised: of a thousand rows only the three that change are rendered. */
const UploadRow = memo(function UploadRow({
  entry,
  isLocked,
  onRemove,
}: {
  readonly entry: QueuedFile;
  readonly isLocked: boolean;
  readonly onRemove: (key: string) => void;
}) {
  const { language, messages } = useLanguage();
  const isForgotten = entry.file === null && entry.state !== 'arrived';
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2">
      <StateIcon state={entry.isStored && entry.state === 'waiting' ? 'arrived' : entry.state} />
      <span className="truncate" title={entry.name}>
        <bdi>{entry.name}</bdi>
      </span>
      <span className="text-[0.9em] text-grey-4 tabular-nums">{formatFileSize(entry.sizeBytes, language)}</span>
      <IconButton
        label={messages.cases.upload.remove({ name: entry.name })}
        disabled={isLocked}
        onClick={() => onRemove(entry.key)}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
      {entry.state === 'sending' && (
        <div className="col-span-4 pb-1">
          <Progress label={entry.name} share={entry.sizeBytes > 0 ? entry.sentBytes / entry.sizeBytes : null} />
        </div>
      )}
      {isForgotten && <p className="col-span-4 ps-7 text-[0.9em] text-grey-4">{messages.uploads.again}</p>}
    </li>
  );
});

function StateIcon({ state }: { readonly state: QueuedFile['state'] }) {
  const texts = useLanguage().messages.uploads.states;
  const classes = 'size-5 shrink-0';
  if (state === 'arrived') return <Check role="img" aria-label={texts.arrived} className={`${classes} text-green`} />;
  if (state === 'failed') return <CircleAlert role="img" aria-label={texts.failed} className={`${classes} text-red`} />;
  if (state === 'sending') return <SpinnerIcon className={`${classes} text-signal`} />;
  return <FileImage aria-hidden className={`${classes} text-grey-4`} />;
}
