import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatFileSize } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { IN_WORKBENCH, renew } from '../../../lib/renewals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Dropzone } from '../../../ui/forms/dropzone.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { UpgradePath } from '../upgrade-path.tsx';
import { gatherFiles } from './bulk-files.ts';
import { LargeStudyNotice } from './large-study-notice.tsx';
import { RefusedFiles } from './refused-files.tsx';
import { type Sent, sendBatches } from './send-batches.ts';
import type { PendingFile } from './zip-archive.ts';

type Step =
  | { readonly name: 'choosing'; readonly files: readonly PendingFile[]; readonly unreadable: readonly string[] }
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'done'; readonly outcome: Sent };

const NOTHING: Step = { name: 'choosing', files: [], unreadable: [] };

/** Uploads whole folders and ZIP archives in several requests; the server sorts them into studies. */
export function BulkUploadDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const texts = useWorkTexts().scans.bulkUploadDialog;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.uploadFolderOrZip}>
      <BulkUpload onClose={onClose} />
    </Dialog>
  );
}

function BulkUpload({ onClose }: { readonly onClose: () => void }) {
  const texts = useWorkTexts().scans.bulkUploadDialog;
  const { refusals } = useWorkTexts().checks.files;
  const { names } = useWorkTexts();
  const queryClient = useQueryClient();
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
  const send = async (files: readonly PendingFile[]) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const outcome = await sendBatches(files, {
      signal,
      onProgress: (share) => setStep({ name: 'sending', share }),
      lost: texts.lost,
      refusals,
    });
    if (signal.aborted) return;
    setStep({ name: 'done', outcome });
    await renew(queryClient, IN_WORKBENCH);
  };
  if (step.name === 'done') return <Done outcome={step.outcome} onClose={onClose} />;
  if (step.name === 'sending') {
    return (
      <div className="grid gap-2">
        <Progress label={texts.uploading} share={step.share} />
        <p role="status" className="tabular-nums">
          {texts.uploading2({ floor: Math.floor(step.share * 100) })}
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
        </DialogActions>
      </div>
    );
  }
  const bytes = step.files.reduce((sum, file) => sum + file.size, 0);
  return (
    <div className="grid gap-4">
      <Dropzone
        title={texts.dropAFolderOrZip}
        hint={texts.filesAreSortedIntoStudies}
        buttonLabel={texts.chooseFilesOrZip}
        inputLabel={texts.filesOrZipArchives}
        onFiles={(files) => void add(files)}
      />
      <label className="inline-flex min-h-10 items-center gap-2 justify-self-center rounded border border-grey-3 px-4 font-semibold focus-within:outline-3 focus-within:outline-signal hover:border-ink">
        <FolderOpen aria-hidden className="size-5 text-signal" />
        {texts.chooseAFolder}
        <input
          type="file"
          multiple
          className="sr-only"
          // React has no `webkitdirectory` property (HTML Entries API), so the attribute is set on the element.
          ref={(element) => element?.setAttribute('webkitdirectory', '')}
          onChange={(event) => void add([...(event.target.files ?? [])])}
        />
      </label>
      {step.unreadable.length > 0 && (
        <Banner tone="warning" title={texts.couldNotBeOpened}>
          {texts.damagedOrNoZipArchive({ join: step.unreadable.join(', ') })}
        </Banner>
      )}
      <LargeStudyNotice bytes={bytes} />
      <p role="status" className="text-sm text-grey-4">
        {step.files.length > 0 &&
          `${names.files({ count: step.files.length })}, ${formatFileSize(bytes, activeLanguage())}`}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button disabled={step.files.length === 0} onClick={() => void send(step.files)}>
          {texts.upload}
        </Button>
      </DialogActions>
    </div>
  );
}

function Done({ outcome, onClose }: { readonly outcome: Sent; readonly onClose: () => void }) {
  const texts = useWorkTexts().scans.bulkUploadDialog;
  const { scans, refused, failure } = outcome;
  const studies = scans.length;
  return (
    <div className="grid gap-4">
      {failure && (
        <Banner
          tone="error"
          title={studies > 0 ? texts.notEverythingWasUploaded : texts.nothingWasUploaded}
          action={<UpgradePath error={failure.error} />}
        >
          {failure.message}
        </Banner>
      )}
      {(studies > 0 || !failure) && (
        <Banner
          tone={studies > 0 ? 'success' : 'error'}
          title={
            studies === 0
              ? texts.noStudyWasUploaded
              : studies === 1
                ? texts.n1StudyUploaded
                : texts.studiesUploaded({ studies })
          }
        >
          {studies > 0 && texts.theAnalysesAreRunningResults}
        </Banner>
      )}
      <RefusedFiles files={refused} />
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </div>
  );
}
