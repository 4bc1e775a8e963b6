import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Unzipped, unzip } from 'fflate';
import { AppError } from '../../core/app-error.ts';

/** Room for the weights of a large network and the other files. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 20;
/** No folders: with flat names no path can leave the package. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Reads a folder or a ZIP archive; `mostBytes`: the limit after unpacking.
 * @throws AppError PACKAGE_NOT_READABLE, PACKAGE_PATH_REFUSED, PACKAGE_TOO_LARGE
 */
export async function readPackage(path: string, mostBytes = MOST_BYTES): Promise<PackageFiles> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('PACKAGE_NOT_READABLE', { internal: 'no such folder or file', cause });
  });
  return found.isDirectory() ? readFolder(path, mostBytes) : unzipPackage(await readFile(path), mostBytes);
}

async function readFolder(path: string, mostBytes: number): Promise<PackageFiles> {
  const files = new Map<string, Uint8Array>();
  const budget = createBudget(mostBytes);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    // A symbolic link could lead out of the folder.
    if (!entry.isFile()) throw new AppError('PACKAGE_PATH_REFUSED', { params: { name: entry.name } });
    budget(entry.name, (await stat(join(path, entry.name))).size);
    files.set(entry.name, await readFile(join(path, entry.name)));
  }
  return files;
}

/** Unpacks in memory. No file can grow beyond the size that the archive states. Large files are inflated in threads. */
async function unzipPackage(bytes: Uint8Array, mostBytes: number): Promise<PackageFiles> {
  const budget = createBudget(mostBytes);
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    budget(name, originalSize);
    return true;
  };
  try {
    const files = await new Promise<Unzipped>((resolve, reject) =>
      unzip(bytes, { filter }, (error, unzipped) => (error ? reject(error) : resolve(unzipped))),
    );
    return new Map(Object.entries(files));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('PACKAGE_NOT_READABLE', { internal: 'not a ZIP archive', cause });
  }
}

function createBudget(mostBytes: number): (name: string, size: number) => void {
  let [count, sum] = [0, 0];
  return (name, size) => {
    if (!PLAIN_NAME.test(name)) throw new AppError('PACKAGE_PATH_REFUSED', { params: { name: name.slice(0, 100) } });
    count += 1;
    sum += size;
    if (sum > mostBytes || count > MOST_FILES) throw new AppError('PACKAGE_TOO_LARGE');
  };
}
