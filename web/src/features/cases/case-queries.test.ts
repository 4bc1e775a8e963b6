import { cases } from '@duai/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messageOf } from '../../lib/api.ts';
import { createCase, fetchCases, uploadImages } from './case-queries.ts';
import { createLeftOut } from './chosen-files/left-out.ts';
import { createUploadQueue } from './uploads/upload-queue.ts';
import { transportTo } from './uploads/upload-session.ts';

// Uses the browser build of tus-js-client; Node would resolve the server build.
vi.mock('tus-js-client', () => import('tus-js-client/lib.esm/browser/index.js' as 'tus-js-client'));

const refuse = () =>
  vi.stubGlobal('fetch', async () => new Response('{"message":"Olmadı","code":"INTERNAL"}', { status: 500 }));
const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('expected a failure');
  return outcome;
};

/** An XMLHttpRequest that answers 500 as soon as it is sent. */
class RefusingRequest {
  readonly upload = {};
  onload = () => undefined;
  readonly status = 500;
  readonly responseText = '{"message":"Olmadı","code":"INTERNAL"}';
  withCredentials = false;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {}
  send() {
    queueMicrotask(() => this.onload());
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('calls about cases', () => {
  it('a list failure says "Failed to get cases" [PAT-126]', async () => {
    refuse();
    const failure = await failureOf(fetchCases());
    expect(failure.message).toBe('Failed to get cases');
    expect(messageOf(failure, '')).toBe('Olmadı');
  });

  it('a create failure says "Failed to create case" [PAT-127]', async () => {
    refuse();
    const failure = await failureOf(createCase({ modality: 'CT' }));
    expect(failure.message).toBe('Failed to create case');
    expect(messageOf(failure, '')).toBe('Olmadı');
  });

  it('an upload failure says "Failed to upload images" [PAT-128]', async () => {
    vi.stubGlobal('XMLHttpRequest', RefusingRequest);
    const queue = createUploadQueue(
      transportTo('0197f1c0-0000-7000-8000-000000000001', {
        removesIdentity: false,
        regions: new Map(),
        namedPeople: 1,
        files: 1,
        leftOut: createLeftOut(),
      }),
    );
    queue.add([new File(['x'], 'a.dcm')]);
    const failure = await failureOf(uploadImages(queue));
    expect(failure.message).toBe('Failed to upload images');
    expect(messageOf(failure, '')).toBe('Olmadı');
  });

  it('the default urgency is routine [PAT-137]', () => {
    expect(cases.caseCreationSchema.parse({ modality: 'CT' }).urgency).toBe('routine');
  });
});
