/** How the index of a disc (DICOMDIR) differs from the files present. */
export interface DiscComparison {
  /** The folder of the index; empty if the index is at the top level. */
  readonly root: string;
  /** Number of files that the index names; null if it cannot be read. */
  readonly indexed: number | null;
  /** Paths in the index without a file, as written in the index. */
  readonly missing: readonly string[];
  /** Images that the index does not name; they are included all the same. */
  readonly unlisted: readonly string[];
}

export interface DiscIndex {
  /** The folder of the index, which its paths are relative to (PS3.10 section 8.6). */
  readonly root: string;
  /** Null if the index cannot be read. */
  readonly paths: readonly string[] | null;
}

/**
 * Normalises paths of the index and of this device: systems show a disc's capitals as lower case, and ISO 9660 appends a
 * version (";1") and a dot to names without an extension.
 */
export const asOnDisc = (path: string): string =>
  path
    .split('/')
    .map((part) => part.toUpperCase().replace(/;\d+$/, '').replace(/\.$/, ''))
    .join('/');

/** The folder of a file, with its "/"; empty for none. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

export const isDiscIndex = (file: Pick<File, 'name'>): boolean => asOnDisc(file.name) === 'DICOMDIR';

/** Compares an index with all files and with the images in its folder and below, as paths relative to that folder. */
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
