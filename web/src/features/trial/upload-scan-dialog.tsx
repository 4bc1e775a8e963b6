import { FILE_REFUSALS } from '@duai/contract';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatFileSize } from '../../lib/formatting.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Dropzone } from '../../ui/dropzone.tsx';
import { Progress } from '../../ui/progress.tsx';
import { isDcm, useUploadScan } from './scans.ts';

/** A real upload: true progress, and the server's own words on what it took and refused. */
export function UploadScanDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Upload DICOM"
      description="All files of one upload count as one scan."
    >
      <UploadScan onClose={onClose} />
    </Dialog>
  );
}

function UploadScan({ onClose }: { readonly onClose: () => void }) {
  const upload = useUploadScan();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [share, setShare] = useState(0);
  const running = useRef<AbortController | null>(null);
  const refused = upload.data?.refused ?? [];
  const send = () => {
    running.current = new AbortController();
    setShare(0);
    upload.mutate({ files, onProgress: setShare, signal: running.current.signal });
  };
  if (upload.isSuccess) {
    return (
      <div className="grid gap-4">
        <Banner tone="success" title="Upload complete">
          {upload.data.message}
        </Banner>
        {refused.length > 0 && (
          <Banner tone="warning" title="Some files were not taken">
            <ul className="list-disc ps-5">
              {refused.map(({ name, message }) => (
                <li key={name}>
                  {name}: {message}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {upload.isError && !running.current?.signal.aborted && (
        <Banner tone="error" title="The scan was not uploaded">
          {messageOf(upload.error, 'The server could not be reached. Your files are still chosen; try again.')}
        </Banner>
      )}
      {upload.isPending ? (
        <div className="grid gap-2">
          <Progress label="Uploading" share={share < 1 ? share : null} />
          <p role="status" className="tabular-nums">
            {share < 1 ? `Uploading: ${Math.floor(share * 100)}%` : 'Files are being checked and stored…'}
          </p>
        </div>
      ) : (
        <Dropzone
          title="Drop the .dcm files of one examination here"
          hint="DICOM only (.dcm), at most 100 MB per file"
          buttonLabel="Choose files"
          inputLabel="DICOM files"
          inputAccept=".dcm"
          onFiles={(selected) => {
            setFiles([...files, ...selected.filter(({ name }) => isDcm(name))]);
            setRejected(selected.filter(({ name }) => !isDcm(name)).map(({ name }) => name));
          }}
        />
      )}
      {rejected.length > 0 && (
        <Banner tone="warning" title="Not added">
          {rejected.join(', ')}: {FILE_REFUSALS.NOT_DICOM.en}
        </Banner>
      )}
      {files.length > 0 && (
        <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="text-grey-4 tabular-nums">{formatFileSize(file.size, 'en')}</span>
              <IconButton
                label={`Remove ${file.name}`}
                disabled={upload.isPending}
                onClick={() => setFiles(files.filter((other) => other !== file))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button
          variant="secondary"
          onClick={() => {
            running.current?.abort();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button onClick={send} isPending={upload.isPending} disabled={files.length === 0}>
          {upload.isPending ? 'Uploading...' : 'Upload'}
        </Button>
      </DialogActions>
    </div>
  );
}
