import { scans as scanContract } from '@duai/contract';
import { FlaskConical, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useErrorText } from '../../../lib/form-errors.ts';
import { formatFileSize } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { studyName } from '../../../lib/study-names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Dropzone } from '../../../ui/forms/dropzone.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SkippableList } from '../../../ui/skippable-list.tsx';
import { isDcm, useScan, useUploadScan } from '../scan-queries.ts';
import { UpgradePath } from '../upgrade-path.tsx';
import { LargeStudyNotice } from './large-study-notice.tsx';
import { RefusedFiles } from './refused-files.tsx';
import type { Sent } from './send-batches.ts';
import { simulateUpload } from './simulation.ts';

/** The real upload with its progress and analysis, and beside it the simulation, marked as such. */
export function UploadScanDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  const [isSimulation, setIsSimulation] = useState(false);
  const close = () => {
    setIsSimulation(false);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={isSimulation ? texts.uploadDicomSimulation : texts.uploadDicom}>
      {isSimulation ? (
        <Simulation onClose={close} />
      ) : (
        <Upload onClose={close} onSimulate={() => setIsSimulation(true)} />
      )}
    </Dialog>
  );
}

function Upload({ onClose, onSimulate }: { readonly onClose: () => void; readonly onSimulate: () => void }) {
  const {
    scans: { uploadScanDialog: texts, age },
    checks,
  } = useWorkTexts();
  const upload = useUploadScan();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [share, setShare] = useState(0);
  const [ageYears, setAgeYears] = useState('');
  const [ageError, setAgeError] = useState<string | undefined>();
  const errorText = useErrorText();
  const running = useRef<AbortController | null>(null);
  // Closing the dialog in any way stops the upload; the server deletes what it had received.
  useEffect(() => () => running.current?.abort(), []);
  const send = () => {
    const query = scanContract.uploadScan.query.safeParse({ ageYears: ageYears.trim() });
    setAgeError(errorText(query.error?.issues[0]));
    if (!query.success) return;
    running.current = new AbortController();
    setShare(0);
    upload.mutate({
      files,
      ageYears: ageYears.trim() || undefined,
      onProgress: setShare,
      signal: running.current.signal,
    });
  };
  const sent = upload.data;
  const [first] = sent?.scans ?? [];
  if (sent && first) return <Uploaded first={first} sent={sent} onClose={onClose} />;
  const isRefused = sent !== undefined && !running.current?.signal.aborted;
  return (
    <div className="grid gap-4">
      {isRefused && (
        <Banner tone="error" title={texts.theScanWasNotUploaded} action={<UpgradePath error={sent.failure?.error} />}>
          {sent.failure?.message ?? texts.allRefused}
        </Banner>
      )}
      {isRefused && <RefusedFiles files={sent.refused} />}
      {upload.isPending ? (
        <Uploading percent={share < 1 ? Math.floor(share * 100) : null} />
      ) : (
        <Dropzone
          title={texts.dropDcmFilesHere}
          hint={texts.dicomOnlyDcmAtMost}
          buttonLabel={texts.chooseFiles}
          inputLabel={texts.dicomFiles}
          inputAccept=".dcm"
          onFiles={(selected) => {
            setFiles([...files, ...selected.filter(({ name }) => isDcm(name))]);
            setRejected(selected.filter(({ name }) => !isDcm(name)).map(({ name }) => name));
          }}
        />
      )}
      {rejected.length > 0 && (
        <Banner tone="warning" title={texts.notAdded}>
          {rejected.join(', ')}: {checks.files.refusals.NOT_DICOM}
        </Banner>
      )}
      {files.length > 0 && (
        <SkippableList
          length={upload.isPending ? 0 : files.length}
          skipLabel={texts.skipTheListOfFiles}
          label={texts.filesChosen}
          className="grid max-h-48 gap-1 overflow-y-auto text-sm"
        >
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="text-grey-4 tabular-nums">{formatFileSize(file.size, activeLanguage())}</span>
              <IconButton
                label={texts.removeNamed({ name: file.name })}
                disabled={upload.isPending}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </SkippableList>
      )}
      {files.length > 0 && !upload.isPending && (
        <Field label={age.label} help={age.help} error={ageError} isOptional>
          <Input
            value={ageYears}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="max-w-24"
            onChange={(event) => {
              setAgeYears(event.target.value);
              setAgeError(undefined);
            }}
          />
        </Field>
      )}
      <LargeStudyNotice bytes={files.reduce((sum, file) => sum + file.size, 0)} />
      {!upload.isPending && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-grey-2 pt-3 text-sm text-grey-4">
          {texts.noFileAtHand}
          <Button variant="quiet" size="small" onClick={onSimulate}>
            <FlaskConical aria-hidden className="size-4" />
            {texts.tryASampleScan}
          </Button>
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={send} isPending={upload.isPending} disabled={files.length === 0}>
          {upload.isPending ? texts.uploading : texts.upload}
        </Button>
      </DialogActions>
    </div>
  );
}

function Uploading({ percent }: { readonly percent: number | null }) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  return (
    <div className="grid gap-2">
      <Progress label={texts.uploading2} share={percent === null ? null : percent / 100} />
      <p role="status" className="tabular-nums">
        {percent === null ? texts.filesAreBeingCheckedAnd : texts.uploading3({ percent })}
      </p>
    </div>
  );
}

/** Waits for the analyses of what was uploaded, then shows their result. */
function Uploaded({
  first,
  sent,
  onClose,
}: {
  readonly first: scanContract.Scan;
  readonly sent: Sent;
  readonly onClose: () => void;
}) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  const { names } = useWorkTexts();
  const { scans, refused, failure } = sent;
  const detail = useScan(first.id);
  const navigate = useNavigate();
  const current = detail.data?.scan ?? first;
  const isDone = current.status !== 'processing';
  return (
    <div className="grid gap-4">
      {isDone ? (
        <Complete title={studyName(current, names)} isFailed={current.status === 'failed'}>
          {current.failureReason ? <p>{current.failureReason}</p> : <FindingList findings={current.findings} />}
        </Complete>
      ) : (
        <div className="grid gap-2">
          <Progress label={texts.waitingForTheResult} share={null} />
          <p role="status">{sent.message}</p>
        </div>
      )}
      {failure && (
        <Banner tone="error" title={texts.notEverythingWasUploaded} action={<UpgradePath error={failure.error} />}>
          {failure.message}
        </Banner>
      )}
      {scans.length > 1 && <p>{texts.studiesWereUploadedAllAre({ count: scans.length })}</p>}
      <RefusedFiles files={refused} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {texts.close}
        </Button>
        <Button
          disabled={!isDone}
          onClick={() => {
            onClose();
            void navigate(`/duaicheck-trial/dashboard/studies/${first.id}/report`);
          }}
        >
          {texts.viewDetailedReport}
        </Button>
      </DialogActions>
    </div>
  );
}
function Simulation({ onClose }: { readonly onClose: () => void }) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  const [percent, setPercent] = useState(0);
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => simulateUpload(setPercent, () => setIsComplete(true)), []);
  return (
    <div className="grid gap-4">
      <Banner tone="info" title={texts.thisIsASimulation}>
        {texts.nothingIsUploadedAndNothing}
      </Banner>
      {isComplete ? (
        <Complete title={texts.sampleTitle} isFailed={false}>
          <FindingList findings={[texts.sampleAcute, texts.sampleVentricles, texts.sampleShift]} />
        </Complete>
      ) : (
        <Uploading percent={percent} />
      )}
      <DialogActions>
        {isComplete ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {texts.close}
            </Button>
            <Button onClick={onClose}>{texts.viewDetailedReport}</Button>
          </>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

function Complete({
  title,
  isFailed,
  children,
}: {
  readonly title: string;
  readonly isFailed: boolean;
  readonly children: React.ReactNode;
}) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  return (
    <Banner tone={isFailed ? 'error' : 'success'} title={isFailed ? texts.analysisFailed : texts.analysisComplete}>
      <p className="font-semibold">{title}</p>
      {children}
    </Banner>
  );
}

/** Only the first findings; the report contains the others. */
const FINDINGS_SHOWN = 4;

function FindingList({ findings }: { readonly findings: readonly string[] }) {
  const texts = useWorkTexts().scans.uploadScanDialog;
  if (findings.length === 0) return <p>{texts.noFindings}</p>;
  // Several series of a study may have the same sentence.
  const different = [...new Set(findings)];
  const rest = different.length - FINDINGS_SHOWN;
  return (
    <ul className="mt-1 grid list-disc gap-1 ps-5">
      {different.slice(0, FINDINGS_SHOWN).map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
      {rest > 0 && <li>{texts.moreInTheReport({ rest })}</li>}
    </ul>
  );
}
