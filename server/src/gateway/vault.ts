import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type CaseMapping, caseMapping, type OriginalInstance, type StudyIdentity } from '@duai/imaging/deidentify';
import { z } from 'zod';
import { unlessMissing } from '../core/files/missing-file.ts';
import { appendDurably, renameDurably, writeDurably } from './durable-files.ts';

/** How far a study has come: all of it is on disk, so that a cut or a kill of any length changes nothing. */
const stateSchema = z.object({
  state: z.enum(['receiving', 'waiting', 'returned', 'no-result']),
  /** Milliseconds since 1970. */
  lastReceivedAt: z.number(),
  changedAt: z.number(),
  /** Why the last try failed; null where it did not. */
  problem: z.string().nullable(),
  tries: z.number(),
  nextTryAt: z.number(),
});
export type StudyState = z.infer<typeof stateSchema>;

const KEY_BYTES = 32;
/** UIDs of this gateway's own making: nothing else becomes a path. */
const IS_UID = /^[0-9.]{1,64}$/;

export type Vault = Awaited<ReturnType<typeof openVault>>;

/**
 * What the gateway holds, in the hospital alone: the key by which UIDs and dates are changed, who each study is of, and the
 * instances on their way. Directories are named by the changed UID of the study.
 *
 *     key                      32 bytes in hexadecimal
 *     incoming/                 what is being received
 *     studies/<uid>/identity    patient and study of the originals
 *     studies/<uid>/uids        changed and original UIDs, a line each
 *     studies/<uid>/state       how far it has come
 *     studies/<uid>/queue/      originals that are not sent yet
 *     studies/<uid>/held-back/  originals with names in their pixels, which do not leave the house
 */
export async function openVault(dir: string) {
  const incoming = join(dir, 'incoming');
  const studies = join(dir, 'studies');
  // What was on its way when the last process ended was not acknowledged.
  await rm(incoming, { recursive: true, force: true });
  for (const place of [incoming, studies]) await mkdir(place, { recursive: true, mode: 0o700 });
  const mapping: CaseMapping = caseMapping(await keyIn(join(dir, 'key')));
  const placeOf = (study: string, ...names: string[]) => {
    if (!IS_UID.test(study)) throw new Error('a study has no UID');
    return join(studies, study, ...names);
  };

  async function stateOf(study: string): Promise<StudyState | undefined> {
    const text = await unlessMissing(readFile(placeOf(study, 'state'), 'utf8'));
    return text === undefined ? undefined : stateSchema.parse(JSON.parse(text));
  }
  const setState = (study: string, state: StudyState) => writeDurably(placeOf(study, 'state'), JSON.stringify(state));
  const queued = async (study: string): Promise<string[]> =>
    ((await unlessMissing(readdir(placeOf(study, 'queue')))) ?? []).map((name) => placeOf(study, 'queue', name));

  /** Those that may need something: the others are looked at again when more of them comes. */
  const active = new Set(await readdir(studies));
  const turns = new Map<string, Promise<unknown>>();
  /** One change of a study after the other: a system may send it over several associations. */
  function inTurn<T>(study: string, change: () => Promise<T>): Promise<T> {
    const turn = (turns.get(study) ?? Promise.resolve()).then(change, change);
    turns.set(study, turn);
    const leave = () => {
      if (turns.get(study) === turn) turns.delete(study);
    };
    turn.then(leave, leave);
    return turn;
  }

  async function take(study: string, file: string, original: OriginalInstance, now: number): Promise<void> {
    await mkdir(placeOf(study, 'queue'), { recursive: true, mode: 0o700 });
    const identity: StudyIdentity = { studyInstanceUid: original.studyInstanceUid, elements: original.elements };
    const isKnown = (await unlessMissing(readFile(placeOf(study, 'identity')))) !== undefined;
    if (!isKnown) await writeDurably(placeOf(study, 'identity'), JSON.stringify(identity));
    const uids = [original.studyInstanceUid, original.seriesInstanceUid, original.sopInstanceUid].filter(Boolean);
    await appendDurably(placeOf(study, 'uids'), uids.map((uid) => `${mapping.uid(uid)} ${uid}`).join('\n'));
    await renameDurably(file, placeOf(study, 'queue', mapping.uid(original.sopInstanceUid)));
    await setState(study, {
      ...{ state: 'receiving', lastReceivedAt: now, changedAt: now },
      ...{ problem: null, tries: 0, nextTryAt: now },
    });
    active.add(study);
  }

  return {
    mapping,
    incoming,
    stateOf,

    /** An instance that came whole; its file is taken over. Once this is over it survives everything but the disk. */
    keep(file: string, original: OriginalInstance, now: number): Promise<void> {
      const study = mapping.uid(original.studyInstanceUid);
      return inTurn(study, () => take(study, file, original, now));
    },

    /** A study goes on, unless more of it came meanwhile: that has begun it anew. */
    goOn(study: string, from: StudyState, change: Partial<StudyState>): Promise<void> {
      return inTurn(study, async () => {
        if ((await stateOf(study))?.lastReceivedAt !== from.lastReceivedAt) return;
        const state = { ...from, ...change };
        // What came within the same millisecond.
        const isSent = state.state === 'receiving' || (await queued(study)).length === 0;
        await setState(study, isSent ? state : { ...state, state: 'receiving' });
        if (isSent && (state.state === 'returned' || state.state === 'no-result')) active.delete(study);
      });
    },

    active: (): string[] => [...active],
    studies: () => readdir(studies),
    queued,
    /** An original that does not leave the house. */
    async holdBack(study: string, path: string): Promise<void> {
      await mkdir(placeOf(study, 'held-back'), { recursive: true, mode: 0o700 });
      await renameDurably(path, placeOf(study, 'held-back', basename(path)));
    },
    heldBack: async (study: string): Promise<number> =>
      ((await unlessMissing(readdir(placeOf(study, 'held-back')))) ?? []).length,
    remove: (path: string) => rm(path, { force: true }),

    /** Of a study that was received here. */
    async identityOf(study: string): Promise<{ identity: StudyIdentity; originalUid: (uid: string) => string }> {
      const identity: StudyIdentity = JSON.parse(await readFile(placeOf(study, 'identity'), 'utf8'));
      const originals = new Map<string, string>();
      for (const line of (await readFile(placeOf(study, 'uids'), 'utf8')).split('\n').slice(0, -1)) {
        const [changed, original] = line.split(' ');
        if (changed && original) originals.set(changed, original);
      }
      return { identity, originalUid: (uid) => originals.get(uid) ?? uid };
    },
  };
}

async function keyIn(path: string): Promise<Uint8Array> {
  const kept = await unlessMissing(readFile(path, 'utf8'));
  if (kept !== undefined) return Buffer.from(kept.trim(), 'hex');
  const key = randomBytes(KEY_BYTES);
  await writeDurably(path, key.toString('hex'));
  return key;
}
