import { UploadCloud } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { classes } from '../../lib/class-names.ts';
import { Button } from '../button.tsx';

export interface DropzoneProps {
  readonly title: React.ReactNode;
  readonly hint: React.ReactNode;
  readonly buttonLabel: string;
  /** Name of the file input, for screen readers and tests. */
  readonly inputLabel: string;
  /** Restricts the browser's file dialog; the caller checks the files and gives the reasons. */
  readonly inputAccept?: string;
  readonly isMultiple?: boolean;
  readonly isDisabled?: boolean;
  readonly onFiles: (files: File[]) => void;
  /** Other ways to choose files, beside the button. */
  readonly children?: React.ReactNode;
}

/** Takes files by drag and drop or by the button; the area itself is not a button (a root with role=button fails axe). */
export function Dropzone({
  title,
  hint,
  buttonLabel,
  inputLabel,
  inputAccept,
  isMultiple = true,
  isDisabled = false,
  onFiles,
  children,
}: DropzoneProps) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: isMultiple,
    disabled: isDisabled,
    useFsAccessApi: false,
    onDrop: (files) => onFiles(files),
  });
  return (
    <div
      {...getRootProps()}
      className={classes(
        'grid justify-items-center gap-2 rounded border-2 border-dashed px-4 py-6 text-center transition-colors',
        isDragActive ? 'border-signal bg-signal-soft' : 'border-grey-3',
      )}
    >
      <input {...getInputProps({ 'aria-label': inputLabel, accept: inputAccept })} />
      <UploadCloud aria-hidden className="size-8 text-signal" strokeWidth={1.5} />
      <p className="font-semibold">{title}</p>
      <p className="text-[0.9em] text-grey-4">{hint}</p>
      <div className="mt-1 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={open} disabled={isDisabled}>
          {buttonLabel}
        </Button>
        {children}
      </div>
    </div>
  );
}
