import { trial } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { formatFileSize } from '../../lib/formatting.ts';
import { uploadFiles } from '../../lib/upload.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Dropzone } from '../../ui/dropzone.tsx';
import { Progress } from '../../ui/progress.tsx';
import { batchesOf, gatherFiles, isTooLargeToMeasure, tooLargeToMeasure, untilAnswered } from './bulk-files.ts';
import { type RefusedFile, RefusedFiles, refusedOf } from './refused-files.tsx';
import { useTrialUsage } from './scan-queries.ts';
import { UpgradePath } from './upgrade-path.tsx';

interface Outcome {
  readonly studies: number;
  readonly refused: readonly RefusedFile[];
  readonly failure: { readonly message: string; readonly error: unknown } | null;
}
type Step =
  | { readonly name: 'choosing'; readonly files: readonly File[]; readonly unreadable: readonly string[] }
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'done'; readonly outcome: Outcome };

const NOTHING: Step = { name: 'choosing', files: [], unreadable: [] };

/** Whole folders and ZIP archives: sorted into studies by the server, sent in several requests. */
export function BulkUploadDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Upload folder or ZIP">
      <BulkUpload onClose={onClose} />
    </Dialog>
  );
}

function BulkUpload({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const usage = useTrialUsage();
  const [step, setStep] = useState<Step>(NOTHING);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const add = async (selected: readonly File[]) => {
    const found = await gatherFiles(selected);
    setStep((before) =>
      before.name === 'choosing'
        ? { ...before, files: [...before.files, ...found.files], unreadable: found.unreadable }
        : before,
    );
  };
  const send = async (files: readonly File[]) => {
    running.current = new AbortController();
    const outcome = await sendBatches(files, running.current.signal, (share) => setStep({ name: 'sending', share }));
    if (running.current.signal.aborted) return;
    setStep({ name: 'done', outcome });
    await queryClient.invalidateQueries({ queryKey: ['trial'] });
  };
  if (step.name === 'done') return <Done outcome={step.outcome} onClose={onClose} />;
  if (step.name === 'sending') {
    return (
      <div className="grid gap-2">
        <Progress label="Uploading" share={step.share} />
        <p role="status" className="tabular-nums">
          Uploading... {Math.floor(step.share * 100)}%
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </div>
    );
  }
  const bytes = step.files.reduce((sum, file) => sum + file.size, 0);
  return (
    <div className="grid gap-4">
      <Dropzone
        title="Drop a folder or ZIP archives here"
        hint="Files are sorted into studies; each study that a model evaluates counts as one scan."
        buttonLabel="Choose files or ZIP"
        inputLabel="Files or ZIP archives"
        onFiles={(files) => void add(files)}
      />
      <label className="inline-flex min-h-10 items-center gap-2 justify-self-center rounded border border-grey-3 px-4 font-semibold focus-within:outline-3 focus-within:outline-signal hover:border-ink">
        <FolderOpen aria-hidden className="size-5 text-signal" />
        Choose a folder
        <input
          type="file"
          multiple
          className="sr-only"
          // React knows no `webkitdirectory` (HTML Entries API); the attribute is set on the element.
          ref={(element) => element?.setAttribute('webkitdirectory', '')}
          onChange={(event) => void add([...(event.target.files ?? [])])}
        />
      </label>
      {step.unreadable.length > 0 && (
        <Banner tone="warning" title="Could not be opened">
          {step.unreadable.join(', ')}: damaged, or larger than 1 GB. Unpack it and choose the folder.
        </Banner>
      )}
      {usage.data && isTooLargeToMeasure(bytes, usage.data.mostVoxels) && (
        <Banner tone="info" title="A large study">
          {tooLargeToMeasure(usage.data.mostVoxels)}
        </Banner>
      )}
      <p role="status" className="text-sm text-grey-4">
        {step.files.length > 0 &&
          `${step.files.length} ${step.files.length === 1 ? 'file' : 'files'}, ${formatFileSize(bytes, 'en')}`}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={step.files.length === 0} onClick={() => void send(step.files)}>
          Upload
        </Button>
      </DialogActions>
    </div>
  );
}

/** Request after request; the first that fails ends it, and what went before stays. */
async function sendBatches(
  files: readonly File[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const total = files.reduce((sum, file) => sum + file.size, 0) || 1;
  const studies = new Set<string>();
  const refused: RefusedFile[] = [];
  let before = 0;
  onProgress(0);
  for (const batch of batchesOf(files)) {
    const size = batch.reduce((sum, file) => sum + file.size, 0);
    try {
      const answer = await untilAnswered(
        async (isAgain) => {
          signal.throwIfAborted();
          const { scans, refused: named = [] } = await uploadFiles(trial.uploadScan, {
            files: batch,
            signal,
            onProgress: (share) => onProgress((before + share * size) / total),
          });
          // The first try may have arrived, and only its answer was lost.
          return { scans, refused: named.filter(({ code }) => !isAgain || code !== 'DUPLICATE') };
        },
        (error) => !signal.aborted && apiErrorOf(error)?.status === 0,
      );
      for (const scan of answer.scans) studies.add(scan.id);
      refused.push(...answer.refused);
    } catch (error) {
      const allRefused = refusedOf(error);
      refused.push(...allRefused);
      if (allRefused.length > 0) {
        before += size;
        continue;
      }
      const message = messageOf(error, 'The server could not be reached. What was uploaded before is kept; try again.');
      return { studies: studies.size, refused, failure: { message, error } };
    }
    before += size;
  }
  return { studies: studies.size, refused, failure: null };
}

function Done({ outcome, onClose }: { readonly outcome: Outcome; readonly onClose: () => void }) {
  const { studies, refused, failure } = outcome;
  return (
    <div className="grid gap-4">
      {failure && (
        <Banner
          tone="error"
          title={studies > 0 ? 'Not everything was uploaded' : 'Nothing was uploaded'}
          action={<UpgradePath error={failure.error} />}
        >
          {failure.message}
        </Banner>
      )}
      {(studies > 0 || !failure) && (
        <Banner
          tone={studies > 0 ? 'success' : 'info'}
          title={studies === 1 ? '1 study uploaded' : `${studies} studies uploaded`}
        >
          {studies > 0 && 'The analyses are running; results appear in the table.'}
        </Banner>
      )}
      <RefusedFiles files={refused} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </div>
  );
}
