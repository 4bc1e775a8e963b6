import { TaskFailed } from '../../../adapters/compute/port.ts';
import type { Parts, Tasks } from '../../../parts.ts';

const READ_TIMEOUT_MS = 60_000;

/** Tasks that read one stored file. */
type Reading = 'read-segmentation' | 'read-presentation-state';

/**
 * What a child process read of stored files. A stored file never changes: its reading is kept in memory by its hash, up to a
 * number of characters or values (`sizeOf`); the longest unused go first.
 */
export function createKeptReadings<Task extends Reading>(
  { storage, compute }: Pick<Parts, 'storage' | 'compute'>,
  task: Task,
  { most, sizeOf }: { most: number; sizeOf: (read: Awaited<ReturnType<Tasks[Task]>>) => number },
) {
  type Read = Awaited<ReturnType<Tasks[Task]>>;
  const kept = new Map<string, Promise<Read | null>>();
  const sizes = new Map<string, number>();

  function forget(sha256: string): void {
    kept.delete(sha256);
    sizes.delete(sha256);
  }

  function makeRoom(): void {
    let sum = [...sizes.values()].reduce((all, size) => all + size, 0);
    for (const sha256 of kept.keys()) {
      if (sum <= most) return;
      sum -= sizes.get(sha256) ?? 0;
      forget(sha256);
    }
  }

  async function read(sha256: string, account: string | undefined): Promise<Read | null> {
    const file = await storage.checkout(sha256);
    try {
      return (await compute.run(task, { path: file.path }, { timeoutMs: READ_TIMEOUT_MS, account })) as Read;
    } catch (error) {
      if (error instanceof TaskFailed) return null;
      throw error;
    } finally {
      await file.release();
    }
  }

  /** @returns null for what cannot be read */
  return (sha256: string, account: string | undefined): Promise<Read | null> => {
    const known = kept.get(sha256);
    const answer = known ?? read(sha256, account);
    kept.delete(sha256);
    kept.set(sha256, answer);
    if (!known)
      answer.then(
        (found) => {
          sizes.set(sha256, found === null ? 1 : sizeOf(found));
          makeRoom();
        },
        // A process that died says nothing of the file.
        () => forget(sha256),
      );
    return answer;
  };
}
