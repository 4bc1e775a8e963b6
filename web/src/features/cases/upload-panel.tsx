import { type cases, FILE_REFUSALS } from '@duai/contract';
import { FileImage, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatFileSize } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dropzone } from '../../ui/dropzone.tsx';
import { Progress } from '../../ui/progress.tsx';
import { makeFocusable } from '../../ui/scroll-area.ts';
import { useUploadImages } from './case-queries.ts';
import { ACCEPTED_TYPES, checkFiles, type Rejection } from './file-checks.ts';

interface UploadPanelProps {
  readonly case: Pick<cases.PatientCase, 'id' | 'images'>;
  /** Files that the server refused while it took the others: shown by the page, since this panel then goes away. */
  readonly onRefused: (refused: readonly cases.RefusedFile[]) => void;
}

/** Drop zone, pending list, refused files by name and reason, and the upload with its true progress. */
export function UploadPanel({ case: shown, onRefused }: UploadPanelProps) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.upload;
  const upload = useUploadImages();
  const [pending, setPending] = useState<readonly File[]>([]);
  const [rejected, setRejected] = useState<readonly Rejection[]>([]);
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useWarningBeforeLeaving(upload.isPending);

  const addFiles = async (selected: readonly File[]) => {
    const checked = await checkFiles(selected, pending, shown.images.length);
    setPending([...pending, ...checked.accepted]);
    setRejected(checked.rejected);
  };
  const send = () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    upload.mutate(
      { caseId: shown.id, files: pending, onProgress: setShare, signal: controller.signal },
      {
        onSuccess: ({ message, refused }) => {
          setPending([]);
          setRejected([]);
          onRefused(refused ?? []);
          showToast({ tone: 'success', title: texts.doneTitle, description: message || texts.doneText });
        },
        onError: (error) => {
          if (controller.signal.aborted) return;
          showToast({
            tone: 'destructive',
            title: texts.failedTitle,
            description: messageOf(error, messages.interface.noConnection),
          });
        },
      },
    );
  };
  const reasonOf = (code: Rejection['code']) =>
    code === 'TYPE_NOT_SUPPORTED' ? texts.invalidType : FILE_REFUSALS[code][language];

  return (
    <div className="grid gap-4">
      {!upload.isPending && (
        <Dropzone
          title={texts.title}
          hint={texts.hint}
          buttonLabel={texts.choose}
          inputLabel={texts.inputLabel}
          inputAccept={Object.values(ACCEPTED_TYPES).flat().join(',')}
          onFiles={(files) => void addFiles(files)}
        />
      )}
      {rejected.length > 0 && (
        <RefusedFiles
          title={texts.rejectedTitle({ count: rejected.length })}
          files={rejected.map(({ name, code }) => ({ name, reason: reasonOf(code) }))}
          onDismiss={() => setRejected([])}
        />
      )}
      {pending.length > 0 && (
        <div className="grid gap-3">
          <p className="font-semibold">{texts.pending({ count: pending.length })}</p>
          <ul ref={makeFocusable} className="grid max-h-64 grid-cols-1 gap-1 overflow-y-auto">
            {pending.map((file) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-center gap-2">
                <FileImage aria-hidden className="size-5 shrink-0 text-grey-4" />
                <span className="min-w-0 flex-1 truncate" title={file.name}>
                  <bdi>{file.name}</bdi>
                </span>
                <span className="shrink-0 text-[0.9em] text-grey-4 tabular-nums">
                  {formatFileSize(file.size, language)}
                </span>
                <IconButton
                  label={texts.remove({ name: file.name })}
                  disabled={upload.isPending}
                  onClick={() => setPending(pending.filter((other) => other !== file))}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
          {upload.isPending ? (
            <div className="grid gap-2">
              <Progress label={texts.uploading} share={share < 1 ? share : null} />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="tabular-nums">
                  {share < 1 ? texts.uploadingShare({ percent: Math.floor(share * 100) }) : texts.checking}
                </p>
                <Button variant="secondary" size="small" onClick={() => running.current?.abort()}>
                  {texts.cancel}
                </Button>
              </div>
            </div>
          ) : (
            <>
              <p className="text-[0.9em] text-grey-4">{texts.startsAnalysis}</p>
              <Button onClick={send} className="justify-self-start">
                {texts.submit({ count: pending.length })}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Files that were not taken, each with its reason. */
export function RefusedFiles({
  title,
  files,
  onDismiss,
}: {
  readonly title: string;
  readonly files: readonly { readonly name: string; readonly reason: string }[];
  readonly onDismiss: () => void;
}) {
  const { messages } = useLanguage();
  // Files of the same name with the same reason are one line.
  const lines = [...new Map(files.map((file) => [`${file.name} ${file.reason}`, file])).values()];
  return (
    <Banner
      tone="error"
      title={title}
      action={
        <IconButton label={messages.cases.upload.dismissRejected} onClick={onDismiss} className="-my-2 -me-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      }
    >
      <ul ref={makeFocusable} className="mt-1 max-h-48 list-disc overflow-y-auto ps-5 [overflow-wrap:anywhere]">
        {lines.map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>
            <bdi className="font-semibold">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** The browser asks before a running upload is left. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
