import { basename } from 'node:path';
import { deidentify, restoreIdentity } from '@duai/imaging/deidentify';
import type { Logger } from '../core/logger.ts';
import { fileSource } from './file-source.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { isIdentifying } from './held-back.ts';
import { createPriorsFetch } from './priors/fetch-priors.ts';
import { ServiceError, type ServiceLine } from './service-line.ts';
import { storeInArchive } from './store-in-archive.ts';
import type { StudyState, Vault } from './vault.ts';

const PAUSE_MS = 1000;
/**
 * The time between two queries for a result, and (below) the longest wait after a failure; short, so that a restored
 * line is used soon.
 */
const LOOK_MS = 5000;
const LONGEST_WAIT_MS = 60_000;

export interface Rounds {
  /** Stops after the current study. */
  stop(): Promise<void>;
}

interface Tools {
  settings: GatewaySettings;
  vault: Vault;
  line: ServiceLine;
  log: Logger;
}

/**
 * Works on the studies in turn: sends those that are complete, fetches results, and sends them to the archive. All
 * state is on disk, so that after a cut or a kill the next round continues.
 */
export function startRounds(tools: Tools): Rounds {
  const { vault, log } = tools;
  const fetchPriors = createPriorsFetch(tools);
  let isEnding = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function round(): Promise<void> {
    for (const study of vault.active()) {
      if (isEnding) return;
      const state = await vault.stateOf(study);
      if (!state || Date.now() < state.nextTryAt) continue;
      try {
        await advance(tools, fetchPriors, study, state);
      } catch (error) {
        const tries = state.tries + 1;
        const waitMs = Math.min(LONGEST_WAIT_MS, PAUSE_MS * 2 ** Math.min(tries, 10));
        log.warn({ err: error, study, tries }, 'a study waits');
        await vault.goOn(study, state, { tries, problem: problemOf(error), nextTryAt: Date.now() + waitMs });
      }
    }
  }

  const running = (async () => {
    while (!isEnding) {
      await round().catch((error: unknown) => log.error({ err: error }, 'a round of the gateway failed'));
      if (!isEnding) await pause();
    }
  })();
  return {
    async stop() {
      isEnding = true;
      wake();
      await running;
    },
  };
}

/** The problem as text for the status page, without patient data. */
function problemOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  return [name, code ?? cause?.code].filter(Boolean).join(' ');
}

async function advance(
  { settings, vault, line }: Tools,
  fetchPriors: (study: string) => Promise<void>,
  study: string,
  state: StudyState,
): Promise<void> {
  const goOn = async (change: Partial<StudyState>) => {
    const now = Date.now();
    await vault.goOn(study, state, { changedAt: now, problem: null, tries: 0, nextTryAt: now, ...change });
  };
  if (state.state === 'receiving') {
    if (Date.now() - state.lastReceivedAt < settings.quietMs) return;
    await fetchPriors(study);
    await sendStudy(vault, line, study);
    return goOn({ state: 'waiting' });
  }
  // The study was finished before this process started.
  if (state.state !== 'waiting') return goOn({});
  const scan = await line.scanOf(study);
  if (!scan || scan.status === 'failed') return goOn({ state: 'no-result' });
  if (scan.status === 'processing') return goOn({ nextTryAt: Date.now() + LOOK_MS });
  if (settings.archive) {
    const { identity, originalUid } = await vault.identityOf(study);
    for await (const result of line.resultsOf(scan.id, settings.results))
      await storeInArchive(settings.ownTitle, settings.archive, restoreIdentity(result, identity, originalUid));
  }
  await goOn({ state: 'returned' });
}

/** Sends all files in one request, so that the service analyses the study once. @throws Error where some did not arrive */
export async function sendStudy(vault: Vault, line: Pick<ServiceLine, 'store'>, study: string): Promise<void> {
  const paths: string[] = [];
  for (const path of await vault.queued(study)) {
    if (await isIdentifying(path)) await vault.holdBack(study, path);
    else paths.push(path);
  }
  if (paths.length === 0) return;
  const { stored, keptAside } = await line.store(paths.map((path) => () => withoutIdentity(vault, path)));
  let missing = 0;
  for (const path of paths) {
    // The name of a queued file is the changed UID of its instance.
    const uid = basename(path);
    if (keptAside.has(uid)) await vault.noteKeptAside(study, uid);
    if (stored.has(uid) || keptAside.has(uid)) await vault.remove(path);
    else missing += 1;
  }
  if (missing > 0) throw new ServiceError(202, `the service did not take ${missing} of ${paths.length} instances`);
}

const PIECE_BYTES = 256 * 1024;

/** A de-identified file, read while it is sent. */
async function* withoutIdentity(vault: Vault, path: string): AsyncGenerator<Uint8Array> {
  const source = await fileSource(path);
  try {
    const { head, rest } = await deidentify(source, { mapping: vault.mapping, isPixelDataClean: false });
    yield head;
    if (!rest) return;
    const end = rest.offset + rest.length;
    for (let at = rest.offset; at < end; at += PIECE_BYTES)
      yield await source.read(at, Math.min(PIECE_BYTES, end - at));
  } finally {
    await source.close();
  }
}
