import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '../../core/clock.ts';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { newId } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import { isLiving, ownIdentity, ownPlace, type ProcessIdentity } from '../../core/processes.ts';

/** How often a process signs that it is running, for processes that cannot see it. */
const SIGN_OF_LIFE_MS = MINUTE_MS;
/** An owner on another machine or in another container without a sign for this long has ended. */
const SILENT_MS = 10 * MINUTE_MS;
const OWNER = '.owner';

interface Owner extends ProcessIdentity {
  place: string;
}

export interface StagingPlace {
  dir: string;
  release(): Promise<void>;
}

/**
 * Creates a staging directory below `root` for this process only; `NAME.owner` beside it names the owner. Directories
 * of ended processes are removed at the start and regularly. Several processes, also on several machines, may share one
 * root.
 */
export async function claimStagingPlace(root: string, log: Logger): Promise<StagingPlace> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const name = newId();
  const dir = join(root, name);
  const ownerFile = `${dir}${OWNER}`;
  const place = await ownPlace();
  const owner: Owner = { ...(await ownIdentity()), place };
  // The owner file comes first, since a directory without one counts as abandoned.
  await writeFile(ownerFile, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
  await mkdir(dir, { mode: 0o700 });
  const clear = () =>
    clearLeftBehind(root, name, place).catch((error: unknown) =>
      log.warn({ err: error }, 'staging of ended processes not cleared'),
    );
  await clear();
  const timer = setInterval(() => {
    const now = new Date();
    utimes(ownerFile, now, now).catch((error: unknown) => log.warn({ err: error }, 'no sign of life in staging'));
    void clear();
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  return {
    dir,
    async release() {
      clearInterval(timer);
      await remove(dir);
    },
  };
}

async function clearLeftBehind(root: string, own: string, place: string): Promise<void> {
  const names = new Set((await readdir(root)).map((name) => name.replace(/\.owner$/, '')));
  names.delete(own);
  for (const name of names) {
    const dir = join(root, name);
    if (!(await isOwned(dir, place))) await remove(dir);
  }
}

/** Whether a living process owns the directory: by its pid on the same machine, else by the age of its last sign. */
async function isOwned(dir: string, place: string): Promise<boolean> {
  const file = `${dir}${OWNER}`;
  const text = await unlessMissing(readFile(file, 'utf8'));
  const owner = text === undefined ? undefined : (JSON.parse(text) as Owner);
  if (owner?.place === place) return isLiving(owner);
  const sign = (await unlessMissing(stat(file))) ?? (await unlessMissing(stat(dir)));
  return sign !== undefined && Date.now() - sign.mtimeMs < SILENT_MS;
}

async function remove(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await rm(`${dir}${OWNER}`, { force: true });
}
