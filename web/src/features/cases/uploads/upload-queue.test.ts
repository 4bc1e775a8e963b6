import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { createUploadQueue, type Transport } from './upload-queue.ts';

type Sent = { name: string; uploadId: string | null };

/** A server in memory: the hash is the content itself, and received bytes are counted. */
function fakeTransport({ refuse = () => false }: { refuse?: (name: string) => boolean } = {}) {
  const sent: Sent[] = [];
  const removed: string[] = [];
  const held: { name: string; go: () => void }[] = [];
  const hold = { isOn: false };
  const transport: Transport<readonly string[]> = {
    prepare: async (file) => ({ content: file, sha256: await file.text() }),
    async send({ name, content, uploadId }, { onStarted, onProgress, signal }) {
      const id = uploadId ?? `id-${name}`;
      sent.push({ name, uploadId });
      onStarted(id);
      onProgress(content.size / 2);
      if (hold.isOn) {
        await new Promise<void>((resolve, reject) => {
          held.push({ name, go: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      }
      if (refuse(name)) throw new Error(`no ${name}`);
      return id;
    },
    remove: async (uploadId) => void removed.push(uploadId),
    submit: async (ids) => ids,
  };
  return { transport, sent, removed, held, hold };
}
const file = (name: string, content = name) => new File([content], name);
const statesOf = (queue: ReturnType<typeof createUploadQueue<readonly string[]>>) =>
  queue.state().files.map(({ name, state }) => [name, state]);

describe('the upload queue', () => {
  it('sends all, hands all in at the end, and is empty then', async () => {
    const { transport, sent } = fakeTransport();
    const queue = createUploadQueue(transport);
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)));
    expect(await queue.start()).toEqual(['id-a', 'id-b', 'id-c', 'id-d', 'id-e']);
    expect(sent).toHaveLength(5);
    expect(queue.state()).toMatchObject({ files: [], phase: 'idle' });
  });

  it('goes on after a pause and sends nothing twice', async () => {
    const { transport, sent, held, hold } = fakeTransport();
    const queue = createUploadQueue(transport);
    queue.add([file('a'), file('b')]);
    hold.isOn = true;
    const first = queue.start();
    await expect.poll(() => held.length).toBe(2);
    held[0]!.go();
    await expect.poll(() => statesOf(queue)[0]).toEqual(['a', 'arrived']);
    queue.pause();
    await expect(first).rejects.toThrow('paused');
    expect(queue.state().phase).toBe('paused');
    hold.isOn = false;
    expect(await queue.start()).toEqual(['id-a', 'id-b']);
    expect(sent.map(({ name, uploadId }) => [name, uploadId])).toEqual([
      ['a', null],
      ['b', null],
      ['b', 'id-b'],
    ]);
  });

  it('asks anew when files are added in a pause', async () => {
    const { transport, held, hold } = fakeTransport();
    const queue = createUploadQueue(transport);
    queue.add([file('a')]);
    hold.isOn = true;
    const first = queue.start();
    await expect.poll(() => held.length).toBe(1);
    queue.pause();
    await expect(first).rejects.toThrow('paused');
    queue.add([file('b')]);
    expect(queue.state().phase).toBe('idle');
  });

  it('says whether all that it hands in was chosen here', async () => {
    const { transport } = fakeTransport();
    const handed: boolean[] = [];
    const queue = createUploadQueue({
      ...transport,
      submit: async (ids, isAllHere) => {
        handed.push(isAllHere);
        return ids;
      },
    });
    queue.add([file('a')]);
    await queue.start();
    const known = { announcedFiles: 1, createdAt: '2026-01-01T00:00:00.000Z', sizeBytes: 8, receivedBytes: 8 };
    queue.restore([{ ...known, id: 'whole', name: 'old.dcm', sha256: 'of an earlier visit' }]);
    queue.add([file('b')]);
    await queue.start();
    expect(handed).toEqual([true, false]);
  });

  it('recognises a file of an earlier visit by its content and goes on with that upload', async () => {
    const { transport, sent } = fakeTransport();
    const queue = createUploadQueue(transport);
    const known = { name: 'old.dcm', sizeBytes: 8, announcedFiles: 3, createdAt: '2026-01-01T00:00:00.000Z' };
    queue.restore([
      { ...known, id: 'begun', receivedBytes: 3, sha256: 'contents' },
      { ...known, id: 'whole', receivedBytes: 8, sha256: 'otherone' },
      { ...known, id: 'other', receivedBytes: 1, sha256: 'not chosen again' },
    ]);
    expect(queue.state().files.map(({ state }) => state)).toEqual(['waiting', 'arrived', 'waiting']);
    queue.add([file('new-name.dcm', 'contents')]);
    expect([...(await queue.start())].sort()).toEqual(['begun', 'whole']);
    expect(sent).toEqual([{ name: 'new-name.dcm', uploadId: 'begun' }]);
  });

  it('knows files that were chosen before the list of begun ones arrived', async () => {
    const { transport, sent } = fakeTransport();
    const queue = createUploadQueue(transport);
    const times = { announcedFiles: 2, createdAt: '2026-01-01T00:00:00.000Z' };
    queue.add([file('IM1'), file('IM2')]);
    queue.restore([{ id: 'begun', name: 'IM1', sizeBytes: 3, receivedBytes: 3, sha256: 'IM1', ...times }]);
    expect(queue.state().files.map(({ name, uploadId, isStored }) => [name, uploadId, isStored])).toEqual([
      ['IM1', 'begun', true],
      ['IM2', null, false],
    ]);
    expect(await queue.start()).toEqual(['begun', 'id-IM2']);
    expect(sent).toEqual([
      { name: 'IM1', uploadId: 'begun' },
      { name: 'IM2', uploadId: null },
    ]);
  });

  it('is not misled by a name: what is another file begins anew, what was begun stays', async () => {
    const { transport, sent } = fakeTransport();
    const queue = createUploadQueue(transport);
    const times = { announcedFiles: null, createdAt: '2026-01-01T00:00:00.000Z' };
    const upload = { id: 'begun', name: 'IM1', sizeBytes: 4, receivedBytes: 2, ...times };
    queue.restore([{ ...upload, sha256: 'good' }]);
    queue.add([file('IM1', 'evil'), file('IM2', 'good')]);
    expect(queue.state().files.map(({ name, uploadId }) => [name, uploadId])).toEqual([
      ['IM1', 'begun'],
      ['IM2', null],
    ]);
    await queue.start();
    expect(sent).toEqual([
      { name: 'IM1', uploadId: null },
      { name: 'IM2', uploadId: 'begun' },
    ]);
  });

  it('keeps what has arrived when one file fails, and tries only the rest again', async () => {
    let isBroken = true;
    const { transport, sent } = fakeTransport({ refuse: (name) => isBroken && name === 'b' });
    const queue = createUploadQueue(transport);
    queue.add([file('a'), file('b')]);
    await expect(queue.start()).rejects.toThrow('no b');
    expect(statesOf(queue)).toEqual([
      ['a', 'arrived'],
      ['b', 'failed'],
    ]);
    isBroken = false;
    expect(await queue.start()).toEqual(['id-a', 'id-b']);
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'b']);
  });

  it('calls no file failed because the session ended: it waits for the next sign-in', async () => {
    const { transport } = fakeTransport();
    const ended = new ApiError(401, 'NOT_SIGNED_IN', 'ended');
    const queue = createUploadQueue({ ...transport, send: () => Promise.reject(ended) });
    queue.add([file('a')]);
    await expect(queue.start()).rejects.toBe(ended);
    expect(statesOf(queue)).toEqual([['a', 'waiting']]);
  });

  it('leaves nothing on the server when it is cancelled; the files stay chosen', async () => {
    const { transport, removed, held, hold } = fakeTransport();
    const queue = createUploadQueue(transport);
    queue.add([file('a'), file('b')]);
    hold.isOn = true;
    const running = queue.start();
    await expect.poll(() => held.length).toBe(2);
    await queue.cancel();
    await expect(running).rejects.toThrow('cancelled');
    expect(removed.sort()).toEqual(['id-a', 'id-b']);
    expect(statesOf(queue)).toEqual([
      ['a', 'waiting'],
      ['b', 'waiting'],
    ]);
  });
});
