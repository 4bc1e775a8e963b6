import { TaskFailed } from '../../../adapters/compute/port.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Parts, Tasks } from '../../../parts.ts';

const READ_TIMEOUT_MS = 60_000;

/** Tasks that read one stored file. */
type Reading = 'read-segmentation' | 'read-presentation-state';
/** What such a task needs besides the file. */
type Beside<Task extends Reading> = Omit<Parameters<Tasks[Task]>[0], 'path'>;

/**
 * What a child process read of stored files. A stored file never changes: its reading is kept in memory by its hash and that of
 * what was read beside, up to a number of characters or values (`sizeOf`); the longest unused go first.
 */
export function createKeptReadings<Task extends Reading>(
  { storage, compute }: Pick<Parts, 'storage' | 'compute'>,
  task: Task,
  { most, sizeOf }: { most: number; sizeOf: (read: Awaited<ReturnType<Tasks[Task]>>) => number },
) {
  type Read = Awaited<ReturnType<Tasks[Task]>>;
  const kept = new Map<string, Promise<Read | null>>();
  const sizes = new Map<string, number>();
  /** Of what is read beside: a case of thousands of images has a megabyte of it, for each of its files the same. */
  const hashes = new WeakMap<Beside<Task>, string>();

  function forget(key: string): void {
    kept.delete(key);
    sizes.delete(key);
  }

  function makeRoom(): void {
    let sum = [...sizes.values()].reduce((all, size) => all + size, 0);
    for (const key of kept.keys()) {
      if (sum <= most) return;
      sum -= sizes.get(key) ?? 0;
      forget(key);
    }
  }

  async function read(sha256: string, beside: Beside<Task>, account: string | undefined): Promise<Read | null> {
    const file = await storage.checkout(sha256);
    try {
      const input = { path: file.path, ...beside } as Parameters<Tasks[Task]>[0];
      return (await compute.run(task, input, { timeoutMs: READ_TIMEOUT_MS, account })) as Read;
    } catch (error) {
      if (error instanceof TaskFailed) return null;
      throw error;
    } finally {
      await file.release();
    }
  }

  /** @returns null for what cannot be read */
  return (sha256: string, beside: Beside<Task>, account: string | undefined): Promise<Read | null> => {
    const hash = hashes.get(beside) ?? sha256Hex(JSON.stringify(beside));
    hashes.set(beside, hash);
    const key = `${sha256} ${hash}`;
    const known = kept.get(key);
    const answer = known ?? read(sha256, beside, account);
    kept.delete(key);
    kept.set(key, answer);
    if (!known)
      answer.then(
        (found) => {
          sizes.set(key, found === null ? 1 : sizeOf(found));
          makeRoom();
        },
        // A process that died says nothing of the file.
        () => forget(key),
      );
    return answer;
  };
}
