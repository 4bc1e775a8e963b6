import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { AppError } from '../../core/app-error.ts';

/** The weights of a large network, and the rest. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 20;
/** No folders: a package is flat, so that no name can lead out of it. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** A folder or a ZIP archive. @throws AppError PACKAGE_NOT_READABLE, PACKAGE_PATH_REFUSED, PACKAGE_TOO_LARGE */
export async function readPackage(path: string): Promise<PackageFiles> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('PACKAGE_NOT_READABLE', { internal: 'no such folder or file', cause });
  });
  return found.isDirectory() ? readFolder(path) : unzipPackage(await readFile(path));
}

async function readFolder(path: string): Promise<PackageFiles> {
  const files = new Map<string, Uint8Array>();
  const budget = createBudget();
  for (const entry of await readdir(path, { withFileTypes: true })) {
    // A link would lead out of the folder.
    if (!entry.isFile()) throw new AppError('PACKAGE_PATH_REFUSED', { params: { name: entry.name } });
    budget(entry.name, (await stat(join(path, entry.name))).size);
    files.set(entry.name, await readFile(join(path, entry.name)));
  }
  return files;
}

/** Nothing is inflated before every name and size was looked at; nothing is written. */
export function unzipPackage(bytes: Uint8Array): PackageFiles {
  const budget = createBudget();
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        budget(name, originalSize);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('PACKAGE_NOT_READABLE', { internal: 'not a ZIP archive', cause });
  }
}

function createBudget(): (name: string, size: number) => void {
  let [count, sum] = [0, 0];
  return (name, size) => {
    if (!PLAIN_NAME.test(name)) throw new AppError('PACKAGE_PATH_REFUSED', { params: { name: name.slice(0, 100) } });
    count += 1;
    sum += size;
    if (sum > MOST_BYTES || count > MOST_FILES) throw new AppError('PACKAGE_TOO_LARGE');
  };
}
