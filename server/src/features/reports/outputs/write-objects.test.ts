import { expect, it, vi } from 'vitest';
import { TaskFailed, TaskStopped } from '../../../adapters/compute/port.ts';
import type { ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import { createLogger } from '../../../core/logger.ts';
import type { Parts } from '../../../parts.ts';
import { createObjectWriter } from './write-objects.ts';

const objects = ['report', 'key-objects'].map((kind) => ({ kind, name: `${kind}.dcm`, sha256: 'a', object: {} }));
const release = vi.fn(async () => undefined);

/** Both objects are asked for; making the first ends with this error. */
async function writtenWhere(error: Error, signal = new AbortController().signal) {
  const storage = { checkout: async () => ({ path: '/lent', release }) };
  const run = vi.fn(async () => new Uint8Array([1])).mockRejectedValueOnce(error);
  const parts = { storage, compute: { run }, log: createLogger('silent') } as unknown as Parts;
  const wish = { objects: objects as unknown as ObjectToWrite[], studies: [], pdf: null };
  return createObjectWriter(parts)(wish, { account: 'reader', signal });
}
const lacking = (reason: string) => ({
  written: [{ name: 'key-objects.dcm', bytes: new Uint8Array([1]) }],
  leftOut: [{ name: 'report.dcm', kind: 'report', reason }],
});

it('an object whose process is stopped or fails is left out with its reason, and the next one is made', async () => {
  expect(await writtenWhere(new TaskFailed('TRUNCATED', ''))).toEqual(lacking('IMAGE_NOT_READABLE'));
  expect(await writtenWhere(new TaskFailed('TASK_FAILED', ''))).toEqual(lacking('NOT_MADE'));
  expect(await writtenWhere(new TaskStopped('MEMORY', ''))).toEqual(lacking('NOT_MADE'));
  expect(release).toHaveBeenCalledTimes(3);
});

it('nothing is left out for an error that says nothing of the object, or because its reader has left or the server closes', async () => {
  await expect(writtenWhere(new Error('connection lost'))).rejects.toThrow('connection lost');
  const left = new TaskStopped('ABORTED', 'closing');
  await expect(writtenWhere(left)).rejects.toThrow('closing');
  await expect(writtenWhere(left, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
});
