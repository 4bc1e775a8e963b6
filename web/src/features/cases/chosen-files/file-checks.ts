import { type FileRefusalCode, LIMITS } from '@duai/contract';
import { pathOf } from './gather-files.ts';

const EXTENSIONS = ['.dcm', '.dicom', '.jpg', '.jpeg', '.png'];

/** For the file dialog: MIME type → extensions. */
export const ACCEPTED_TYPES = {
  'application/dicom': ['.dcm', '.dicom'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
};

/** Offset of "DICM" after the preamble (DICOM PS3.10 §7.1). */
const DICOM_MARK_OFFSET = 128;

type Checked = Pick<File, 'name' | 'size' | 'lastModified'> & { slice: File['slice'] };

export interface Rejection {
  /** In the folder or archive that it was chosen with. */
  readonly path: string;
  readonly name: string;
  readonly code: Extract<
    FileRefusalCode,
    'EMPTY' | 'TOO_LARGE' | 'TOO_MANY_FILES' | 'DUPLICATE' | 'TYPE_NOT_SUPPORTED'
  >;
}

/**
 * Sorts a selection into what may be sent and what is refused, each with its reason. Files are checked by their extension;
 * files without a known one (as on hospital discs) by the DICOM mark. The server checks the content of all of them again.
 */
export async function checkFiles<F extends Checked>(
  selected: readonly F[],
  pending: readonly F[],
  countInCase: number,
): Promise<{ accepted: F[]; rejected: Rejection[] }> {
  const accepted: F[] = [];
  const rejected: Rejection[] = [];
  for (const file of selected) {
    const refuse = (code: Rejection['code']) => rejected.push({ path: pathOf(file), name: file.name, code });
    if (!(await hasAcceptedType(file))) refuse('TYPE_NOT_SUPPORTED');
    else if (file.size > LIMITS.uploadFileBytes) refuse('TOO_LARGE');
    else if (file.size === 0) refuse('EMPTY');
    else if ([...pending, ...accepted].some((other) => isSameFile(other, file))) refuse('DUPLICATE');
    else if (countInCase + pending.length + accepted.length >= LIMITS.filesPerCase) refuse('TOO_MANY_FILES');
    else accepted.push(file);
  }
  return { accepted, rejected };
}

const isSameFile = (one: Checked, other: Checked): boolean =>
  pathOf(one) === pathOf(other) && one.size === other.size && one.lastModified === other.lastModified;

async function hasAcceptedType(file: Checked): Promise<boolean> {
  const name = file.name.toLowerCase();
  if (EXTENSIONS.some((extension) => name.endsWith(extension))) return true;
  const mark = await file.slice(DICOM_MARK_OFFSET, DICOM_MARK_OFFSET + 4).text();
  return mark === 'DICM';
}
