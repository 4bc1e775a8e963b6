import { type cases, FILE_REFUSALS, LIMITS } from '@duai/contract';
import { FolderOpen, X } from 'lucide-react';
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
import { SpinnerIcon } from '../../ui/spinner.tsx';
import { isStopped } from './case-queries.ts';
import type { DiscComparison } from './disc-index.ts';
import { DiscNotice } from './disc-notice.tsx';
import { ACCEPTED_TYPES, checkFiles, type Rejection } from './file-checks.ts';
import { gatherFiles } from './gather-files.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import { SubmitAgain } from './take-back.tsx';
import { UploadList } from './upload-list.tsx';
import { canBeSent, type QueueState, totalsOf } from './upload-queue.ts';
import { SentElsewhereError, usePreflight, useUploadSession } from './upload-session.ts';

interface UploadPanelProps {
  readonly case: Pick<cases.PatientCase, 'id' | 'images' | 'modality' | 'bodyPart'>;
  /** Files that the server refused while it took the others: shown by the page, since this panel then goes away. */
  readonly onRefused: (refused: readonly cases.RefusedFile[]) => void;
}

/** Drop zone, what the files are and what is wrong with them, and the upload, which can be paused and resumed. */
export function UploadPanel({ case: shown, onRefused }: UploadPanelProps) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.upload;
  const [rejected, setRejected] = useState<readonly { name: string; reason: string }[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const [discs, setDiscs] = useState<readonly DiscComparison[]>([]);
  const [isGathering, setIsGathering] = useState(false);
  const session = useUploadSession(shown.id, {
    onDone: ({ message, refused }) => {
      onRefused(refused ?? []);
      showToast({ tone: 'success', title: texts.doneTitle, description: message || texts.doneText });
    },
    onFailed: (error) => {
      if (isStopped(error)) return;
      const isElsewhere = error instanceof SentElsewhereError;
      showToast({
        tone: isElsewhere ? 'neutral' : 'destructive',
        title: isElsewhere ? messages.uploads.elsewhereTitle : texts.failedTitle,
        description: isElsewhere ? messages.uploads.elsewhereText : messageOf(error, messages.interface.noConnection),
      });
    },
  });
  const { queue, state } = session;
  const { preflight, isLooking } = usePreflight(state.chosen, shown);
  const isBusy = state.phase === 'sending' || state.phase === 'submitting';
  /** What was asked about the files is answered: now it matters how far they are. */
  const isUnderWay = isBusy || state.phase === 'paused';
  const isMixed = preflight.findings.some(({ code }) => code === 'TWO_PATIENTS');
  const sendable = state.files.filter(canBeSent).length;
  useWarningBeforeLeaving(isBusy);

  const reasonOf = ({ name, code }: Rejection) => {
    if (code !== 'TYPE_NOT_SUPPORTED') return FILE_REFUSALS[code][language];
    return /\.(pdf|docx?|rtf|txt)$/i.test(name)
      ? `${texts.invalidType} ${messages.uploads.reportHint}`
      : texts.invalidType;
  };
  const addFiles = async (selected: readonly File[]) => {
    setIsGathering(true);
    try {
      const gathered = await gatherFiles(selected);
      const pending = state.chosen.map(({ file }) => file);
      const checked = await checkFiles(gathered.files, pending, shown.images.length);
      queue.add(checked.accepted);
      setLeftOut(gathered.leftOut);
      if (gathered.discs.length > 0) setDiscs(gathered.discs);
      setRejected([
        ...checked.rejected.map((rejection) => ({ name: rejection.name, reason: reasonOf(rejection) })),
        ...gathered.unopened.map((name) => ({ name, reason: messages.uploads.unopened({ name }) })),
      ]);
    } finally {
      setIsGathering(false);
    }
  };
  const send = () => {
    setRejected([]);
    setLeftOut(0);
    setDiscs([]);
    session.start();
  };

  return (
    <div className="grid gap-4">
      {!isBusy && (
        <Dropzone
          title={texts.title}
          hint={texts.hint}
          buttonLabel={texts.choose}
          inputLabel={texts.inputLabel}
          inputAccept={[...Object.values(ACCEPTED_TYPES).flat(), '.zip', 'application/zip'].join(',')}
          onFiles={(files) => void addFiles(files)}
        >
          <FolderButton onFiles={(files) => void addFiles(files)} />
        </Dropzone>
      )}
      {isGathering && (
        <p role="status" className="flex items-center gap-2 text-grey-4">
          <SpinnerIcon className="size-5" />
          {messages.uploads.gathering}
        </p>
      )}
      {leftOut > 0 && <p className="text-[0.9em] text-grey-4">{messages.uploads.leftOut({ count: leftOut })}</p>}
      {sendable > 0 && discs.map((disc) => <DiscNotice key={disc.root} disc={disc} />)}
      {rejected.length > 0 && (
        <RefusedFiles
          title={texts.rejectedTitle({ count: rejected.length })}
          files={rejected}
          onDismiss={() => setRejected([])}
        />
      )}
      {shown.images.length > 0 && state.files.length === 0 && <SubmitAgain caseId={shown.id} />}
      {!isBusy && <Unfinished state={state} missing={session.missing} onDiscard={session.cancel} />}
      {state.files.length > 0 && (
        <div className="grid gap-3">
          {sendable > 0 && <p className="font-semibold">{texts.pending({ count: sendable })}</p>}
          <UploadList files={state.files} isLocked={isBusy} onRemove={(key) => session.remove([key])} />
          {state.chosen.length > 0 && !isUnderWay && (
            <PreflightPanel
              preflight={preflight}
              isLooking={isLooking}
              removesIdentity={session.removesIdentity}
              onIdentityChoice={session.chooseIdentity}
              onRemove={session.remove}
            />
          )}
          {isUnderWay ? (
            <Running state={state} onPause={() => queue.pause()} onResume={send} onCancel={session.cancel} />
          ) : (
            sendable > 0 && (
              <>
                {session.waitsForSession && (
                  <p role="status" className="font-medium">
                    {messages.uploads.waitsForSession}
                  </p>
                )}
                <p className="text-[0.9em] text-grey-4">{texts.startsAnalysis}</p>
                {isMixed && <p className="font-medium text-red">{messages.uploads.mustResolve}</p>}
                <Button
                  variant={session.missing > 0 ? 'secondary' : 'primary'}
                  onClick={send}
                  disabled={isMixed || isGathering}
                  className="justify-self-start"
                >
                  {session.missing > 0
                    ? messages.uploads.submitPart({ count: sendable })
                    : texts.submit({ count: sendable })}
                </Button>
              </>
            )
          )}
        </div>
      )}
    </div>
  );
}

/** How far all of it is, and what can be done about it. */
function Running({
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
function Unfinished({
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

/** Whole folders and discs; not offered where the browser cannot (phones). */
function FolderButton({ onFiles }: { readonly onFiles: (files: File[]) => void }) {
  const texts = useLanguage().messages.uploads;
  const input = useRef<HTMLInputElement>(null);
  const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype && !matchMedia('(pointer: coarse)').matches;
  if (!canChooseFolders) return null;
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={texts.chooseFolder}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])].slice(0, LIMITS.filesPerCase * 2));
          event.target.value = '';
        }}
      />
      <Button variant="quiet" onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden className="size-5" />
        {texts.chooseFolder}
      </Button>
    </>
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
      <ul ref={makeFocusable} className="mt-1 max-h-96 list-disc overflow-y-auto ps-5 [overflow-wrap:anywhere]">
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
