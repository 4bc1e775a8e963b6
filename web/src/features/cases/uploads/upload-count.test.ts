import { describe, expect, it } from 'vitest';
import { countUploads, totalsOf } from './upload-count.ts';
import { createUploadQueue, type QueuedFile, type Transport } from './upload-queue.ts';

const upload = (id: string, receivedBytes = 8, sha256: string | null = `hash of ${id}`) => ({
  ...{ id, name: id, sizeBytes: 8, receivedBytes, sha256 },
  ...{ announcedFiles: 64, createdAt: '2026-01-01T00:00:00.000Z' },
});
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `IM${from + at}`);
const fileOf = (name: string) => new File([`hash of ${name}`], name);

/** A queue that sends three files at once; files of `held` never get an answer. */
function queueOn(held: (name: string) => boolean = () => false) {
  const waiting: string[] = [];
  const transport: Transport<number> = {
    prepare: async (file) => ({ content: file, sha256: await file.text() }),
    send: ({ name, content, uploadId }, { onStarted, onProgress, signal }) => {
      onProgress(content.size);
      if (!held(name)) {
        onStarted(uploadId ?? name);
        return Promise.resolve(uploadId ?? name);
      }
      waiting.push(name);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    remove: async () => {},
    submit: async (ids) => ids.length,
  };
  return { queue: createUploadQueue(transport), waiting };
}

describe('the count of an upload that was cut', () => {
  it('counts a file as arrived when the server says so, not when its bytes have left', async () => {
    const { queue, waiting } = queueOn((name) => Number(name.slice(2)) >= 17);
    queue.add(numbered(0, 64).map(fileOf));
    const running = queue.start().catch(() => 'stopped');
    await expect.poll(() => waiting.length).toBe(3);
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 47, missing: 0 });

    // The server has begun the three files whose answers are pending: they must not count twice.
    const listed = [
      ...numbered(0, 17).map((id) => upload(id)),
      ...numbered(17, 20).map((id) => upload(`${id}-first`, 4)),
    ];
    const named = listed.map((one) => ({ ...one, sha256: `hash of ${one.name.replace('-first', '')}` }));
    queue.restore(named);
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 47, missing: 0 });
    queue.pause();
    expect(await running).toBe('stopped');
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 47, missing: 0 });
    // The answer was lost, but one of the three files is complete.
    queue.restore(named.map((one) => (one.id === 'IM17-first' ? { ...one, receivedBytes: 8 } : one)));
    expect(countUploads(queue.state().files, 64).total).toBe(64);
  });

  it('is the same in another tab, and stays so when the files are chosen again there', () => {
    const { queue } = queueOn();
    queue.restore([
      ...numbered(0, 17).map((id) => upload(id)),
      ...numbered(17, 20).map((id) => upload(id, 4)),
      // Remains of the first attempt at a file that has arrived.
      { ...upload('first-try', 4, 'hash of IM3'), name: 'IM3' },
    ]);
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 0, missing: 47 });
    queue.add(numbered(0, 30).map(fileOf));
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 13, missing: 34 });
    queue.add(numbered(30, 64).map(fileOf));
    expect(countUploads(queue.state().files, 64)).toEqual({ total: 64, arrived: 17, here: 47, missing: 0 });
    expect(queue.state().chosen).toHaveLength(64);
  });

  it('follows the newest list of the server', () => {
    const { queue } = queueOn();
    queue.restore([upload('a', 4), upload('b')]);
    expect(countUploads(queue.state().files, 3)).toMatchObject({ arrived: 1, missing: 2 });
    queue.restore([upload('a'), upload('b'), upload('c')]);
    expect(countUploads(queue.state().files, 3)).toMatchObject({ arrived: 3, missing: 0 });
    queue.restore([upload('c')]);
    expect(countUploads(queue.state().files, 3)).toMatchObject({ arrived: 1, missing: 2 });
  });

  it('leaves out what a chosen file of the same name replaced', async () => {
    const { queue, waiting } = queueOn(() => true);
    queue.restore([upload('IM0', 8, 'sent with the name in it')]);
    queue.add([fileOf('IM0')]);
    void queue.start().catch(() => 'stopped');
    await expect.poll(() => waiting.length).toBe(1);
    queue.restore([upload('IM0', 8, 'sent with the name in it')]);
    expect(countUploads(queue.state().files, 1)).toEqual({ total: 1, arrived: 0, here: 1, missing: 0 });
    queue.pause();
  });

  it('counts two files of the same content as two: only pieces of a first try are left out', () => {
    const { queue } = queueOn();
    queue.restore([upload('a', 8, 'same'), upload('b', 8, 'same'), upload('c', 3, 'same')]);
    expect(countUploads(queue.state().files, 2)).toEqual({ total: 2, arrived: 2, here: 0, missing: 0 });
  });

  it('knows no more than what is there where nobody said how many were chosen', () => {
    const { queue } = queueOn();
    queue.restore([upload('a'), upload('b', 3)]);
    const { files }: { files: readonly QueuedFile[] } = queue.state();
    expect(countUploads(files, 0)).toEqual({ total: 2, arrived: 1, here: 0, missing: 1 });
    expect(totalsOf(files)).toEqual({ sentBytes: 11, totalBytes: 16 });
  });
});
