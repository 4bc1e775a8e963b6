import { readIndex, unpackArchive } from '../preflight/preflight-client.ts';
import {
  asOnDisc,
  compareWithIndex,
  type DiscComparison,
  type DiscIndex,
  folderOf,
  isDiscIndex,
} from './disc-index.ts';

/** Path of each file inside the folder or archive that it came from. */
const paths = new WeakMap<File, string>();

/** Path of a file in the folder, disc or archive it was chosen with; just its name if it was chosen by itself. */
export const pathOf = (file: Pick<File, 'name'>): string => {
  const { path, webkitRelativePath } = file as { path?: string; webkitRelativePath?: string };
  return paths.get(file as File) ?? (webkitRelativePath || path || file.name).replace(/^\.?\//, '');
};

export interface Gathered {
  readonly files: readonly File[];
  /** Number of programs, indexes and icons on discs, which are not sent. */
  readonly leftOut: number;
  /** The comparison for each disc index; empty if no disc was chosen. */
  readonly discs: readonly DiscComparison[];
  /** Names of archives that could not be opened. */
  readonly unopened: readonly string[];
}

/** Unpacks discs and archives. From folders only images are taken; files chosen by hand are all taken. */
export async function gatherFiles(selected: readonly File[]): Promise<Gathered> {
  const byHand: File[] = [];
  const inFolder: File[] = [];
  const unopened: string[] = [];
  for (const file of selected) {
    if (await isArchive(file)) {
      try {
        for (const entry of await unpackArchive(file)) {
          paths.set(entry.file, `${file.name}/${entry.path}`);
          inFolder.push(entry.file);
        }
      } catch {
        unopened.push(file.name);
      }
    } else if (pathOf(file).includes('/')) inFolder.push(file);
    else byHand.push(file);
  }
  const indexes = await Promise.all(inFolder.filter(isDiscIndex).map(openIndex));
  const images = await imagesAmong(inFolder, indexes);
  const discs = indexes.map((index) => {
    const below = (files: readonly File[]) =>
      files.flatMap((file) => (pathOf(file).startsWith(index.root) ? [pathOf(file).slice(index.root.length)] : []));
    return compareWithIndex(index, { files: below(inFolder), images: below(images) });
  });
  return { files: [...byHand, ...images], leftOut: inFolder.length - images.length, discs, unopened };
}

const openIndex = async (file: File): Promise<DiscIndex> => ({
  root: folderOf(pathOf(file)),
  paths: await readIndex(file).catch(() => null),
});

/**
 * Only the DICOM files if there are any, because other pictures belong to the disc's viewer program. Files that an index
 * names count as DICOM, whatever their first bytes are.
 */
async function imagesAmong(files: readonly File[], indexes: readonly DiscIndex[]): Promise<File[]> {
  const named = new Set(
    indexes.flatMap(({ root, paths: index }) => (index ?? []).map((path) => asOnDisc(root + path))),
  );
  const kinds = await Promise.all(
    files.map((file) => (named.has(asOnDisc(pathOf(file))) ? ('dicom' as const) : kindOf(file))),
  );
  const wanted = kinds.includes('dicom') ? 'dicom' : 'picture';
  return files.filter((_, index) => kinds[index] === wanted).sort((one, other) => byPath(pathOf(one), pathOf(other)));
}

async function kindOf(file: File): Promise<'dicom' | 'picture' | 'other'> {
  // An index is a DICOM file without an image.
  if (isDiscIndex(file)) return 'other';
  const name = file.name.toLowerCase();
  if (/\.(dcm|dicom)$/.test(name) || (await file.slice(128, 132).text()) === 'DICM') return 'dicom';
  return /\.(jpe?g|png)$/.test(name) ? 'picture' : 'other';
}

/** Numeric order: IM2 before IM10. Browsers list the files of a folder in any order. */
const byPath = new Intl.Collator('en', { numeric: true }).compare;

const ZIP_MARK = 'PK\u0003\u0004';

const isArchive = async (file: File): Promise<boolean> =>
  (await file.slice(0, 4).text()) === ZIP_MARK && (await file.slice(128, 132).text()) !== 'DICM';
