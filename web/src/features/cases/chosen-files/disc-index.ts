/** What the index of a disc (DICOMDIR) says beside what is there. */
export interface DiscComparison {
  /** The folder of the index; empty where it lies beside the files themselves. */
  readonly root: string;
  /** How many files the index names; null where it cannot be read. */
  readonly indexed: number | null;
  /** Paths that the index names and that are not there, as the index writes them. */
  readonly missing: readonly string[];
  /** Images beside the index that it does not name: they are taken all the same. */
  readonly unlisted: readonly string[];
}

export interface DiscIndex {
  /** The folder of the index: its paths begin there (PS3.10 section 8.6). */
  readonly root: string;
  /** Null where the index cannot be read. */
  readonly paths: readonly string[] | null;
}

/**
 * One spelling for a path of the index and for one of this device: systems show the capitals of a disc as small letters,
 * and ISO 9660 appends a version (";1") and a dot to names without an extension.
 */
export const asOnDisc = (path: string): string =>
  path
    .split('/')
    .map((part) => part.toUpperCase().replace(/;\d+$/, '').replace(/\.$/, ''))
    .join('/');

/** The folder in which a file lies, with its "/"; empty for none. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

export const isDiscIndex = (file: Pick<File, 'name'>): boolean => asOnDisc(file.name) === 'DICOMDIR';

/**
 * Compares an index with all files and with the images that lie in its folder or below, as paths relative to that folder.
 */
export function compareWithIndex(
  { root, paths: index }: DiscIndex,
  { files, images }: { files: readonly string[]; images: readonly string[] },
): DiscComparison {
  if (index === null) return { root, indexed: null, missing: [], unlisted: [] };
  const there = new Set(files.map(asOnDisc));
  const named = new Set(index.map(asOnDisc));
  return {
    root,
    indexed: index.length,
    missing: index.filter((path) => !there.has(asOnDisc(path))),
    unlisted: images.filter((path) => !named.has(asOnDisc(path))),
  };
}
