import type { cases } from '@duai/contract';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useLanguage } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropzone } from '../../../ui/forms/dropzone.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { isStopped } from '../case-queries.ts';
import type { DiscComparison } from '../chosen-files/disc-index.ts';
import { DiscNotice } from '../chosen-files/disc-notice.tsx';
import { ACCEPTED_TYPES, checkFiles, type Rejection } from '../chosen-files/file-checks.ts';
import { FolderButton } from '../chosen-files/folder-button.tsx';
import { gatherFiles } from '../chosen-files/gather-files.ts';
import { RefusedFiles } from '../chosen-files/refused-files.tsx';
import { PreflightPanel } from '../preflight/preflight-panel.tsx';
import { SubmitAgain } from '../take-back.tsx';
import { countedFiles } from './upload-count.ts';
import { UploadList } from './upload-list.tsx';
import { Running, Unfinished } from './upload-progress.tsx';
import { SentElsewhereError, usePreflight, useUploadSession } from './upload-session.ts';

/** Advice for files of unsupported kinds, if there is any. */
const HINTS = [
  { names: /\.(pdf|docx?|rtf|txt)$/i, hint: 'reportHint' },
  { names: /\.(zip|rar|7z|tar|t?gz|iso|img|nrg)$/i, hint: 'archiveHint' },
  { names: /\.(heic|heif|avif|webp|tiff?|bmp|gif)$/i, hint: 'pictureHint' },
] as const;

/** The text typed as an answer to the radiologist: it is sent before the images and cleared when they have arrived. */
export interface GoesFirst {
  write(): Promise<void>;
  clear(): Promise<void>;
}

interface UploadPanelProps {
  readonly case: Pick<cases.PatientCase, 'id' | 'images' | 'modality' | 'bodyPart' | 'question'>;
  /** Files that the server refused while it accepted others; the page shows them, because this panel then disappears. */
  readonly onRefused: (refused: readonly cases.RefusedFile[]) => void;
  readonly answer?: GoesFirst | undefined;
}

/** Drop zone, the inspection of the files with its problems, and the upload, which can be paused and resumed. */
export function UploadPanel({ case: shown, onRefused, answer }: UploadPanelProps) {
  const { messages } = useLanguage();
  const texts = messages.cases.upload;
  const [rejected, setRejected] = useState<readonly { name: string; reason: string }[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const [discs, setDiscs] = useState<readonly DiscComparison[]>([]);
  const [isGathering, setIsGathering] = useState(false);
  const [onePerson, setOnePerson] = useState('');
  const [isAnswering, setIsAnswering] = useState(false);
  const session = useUploadSession(shown.id, {
    onDone: ({ message, refused }) => {
      void answer?.clear();
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
  const { queue, state, count } = session;
  const { preflight, isLooking } = usePreflight(state.chosen, shown);
  const isBusy = state.phase === 'sending' || state.phase === 'submitting';
  /** The questions about the files are answered, so the progress is shown. */
  const isUnderWay = isBusy || state.phase === 'paused';
  const mixed = preflight.findings.find(({ code }) => code === 'TWO_PATIENTS');
  /** The declaration of one person holds only as long as added files name nobody else. */
  const people =
    mixed?.code === 'TWO_PATIENTS' ? JSON.stringify(mixed.people.map(({ keys: _, ...person }) => person)) : '';
  const isMixed = people !== '' && people !== onePerson;
  /** Sent unchanged, these files would contain the details that the patient asked to remove. */
  const keepsIdentity = session.removesIdentity && preflight.fixedIdentity.length > 0;
  const sendable = count.arrived + count.here;
  /** An earlier visit began files that are not on this device. */
  const isUnfinished = !isBusy && countedFiles(state.files).some(({ file }) => file === null);
  useWarningBeforeLeaving(isBusy);

  const reasonOf = ({ name, code }: Rejection) => {
    if (code !== 'TYPE_NOT_SUPPORTED') return messages.checks.files.refusals[code];
    const hint = HINTS.find(({ names }) => names.test(name))?.hint;
    return hint ? `${texts.invalidType} ${messages.uploads[hint]}` : texts.invalidType;
  };
  const addFiles = async (selected: readonly File[]) => {
    setIsGathering(true);
    try {
      const gathered = await gatherFiles(selected);
      const pending = state.chosen.map(({ file }) => file);
      const checked = await checkFiles(gathered.files, pending, shown.images.length);
      session.leaveOut(checked.rejected);
      session.add(checked.accepted);
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
  const send = async () => {
    setRejected([]);
    setLeftOut(0);
    setDiscs([]);
    setIsAnswering(true);
    try {
      await answer?.write();
    } catch (error) {
      const description = messageOf(error, messages.interface.noConnection);
      return showToast({ tone: 'destructive', title: messages.questions.answer.failedTitle, description });
    } finally {
      setIsAnswering(false);
    }
    session.start(mixed?.code === 'TWO_PATIENTS' ? mixed.people.length : 1);
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
      {/* A case with an open question is submitted with the answer, or with added images. */}
      {shown.images.length > 0 && state.files.length === 0 && shown.question === null && (
        <SubmitAgain caseId={shown.id} />
      )}
      {isUnfinished && <Unfinished count={count} onDiscard={session.cancel} />}
      {state.files.length > 0 && (
        <div className="grid gap-3">
          {sendable > 0 && !isUnfinished && (
            <p className="font-semibold tabular-nums">
              {count.arrived > 0 || isUnderWay
                ? messages.uploads.arrivedOf(count)
                : texts.pending({ count: count.total })}
            </p>
          )}
          <UploadList files={countedFiles(state.files)} isLocked={isBusy} onRemove={(key) => session.remove([key])} />
          {state.chosen.length > 0 && !isUnderWay && (
            <PreflightPanel
              preflight={preflight}
              isLooking={isLooking}
              removesIdentity={session.removesIdentity}
              onIdentityChoice={session.chooseIdentity}
              onRemove={session.remove}
              fileOf={(key) => state.chosen.find((chosen) => chosen.key === key)?.file}
              regions={session.regions}
              onBlackOut={session.blackOut}
              isSamePerson={people !== '' && !isMixed}
              onSamePerson={(isSame) => setOnePerson(isSame ? people : '')}
            />
          )}
          {isUnderWay ? (
            <Running
              state={state}
              onPause={() => queue.pause()}
              onResume={() => void send()}
              onCancel={session.cancel}
            />
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
                {keepsIdentity && <p className="font-medium text-red">{messages.uploads.identityMustResolve}</p>}
                <Button
                  variant={count.missing > 0 ? 'secondary' : 'primary'}
                  onClick={() => void send()}
                  isPending={isAnswering}
                  disabled={isMixed || keepsIdentity || isGathering || isLooking}
                  className="justify-self-start"
                >
                  {count.missing > 0
                    ? messages.uploads.submitPart({ count: sendable, total: count.total })
                    : texts.submit({ count: count.total })}
                </Button>
              </>
            )
          )}
        </div>
      )}
    </div>
  );
}

/** Asks before the page is left during an upload. */
function useWarningBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}
