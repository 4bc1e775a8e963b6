import { afterEach, expect, it } from 'vitest';
import type { Acceptor } from '../acceptor.ts';
import { MAX_IDENTIFIER_BYTES } from '../messages/identifier.ts';
import { OperationRefused, STATUS } from '../messages/statuses.ts';
import { EXPLICIT_LE, STUDY_ROOT, VERIFICATION } from '../messages/uids.ts';
import { requestAssociation } from '../requestor.ts';
import { startCollectingAcceptor } from '../testing/collecting-acceptor.ts';
import { NO_REASON } from '../upper-layer/protocol-error.ts';
import type { Found, QueryServices } from './provide-query.ts';
import { createUser } from './user.ts';

const NOTHING = Buffer.alloc(0);
const nobody: QueryServices = {
  async *find() {},
  move: async () => ({ total: 0, results: (async function* () {})() }),
  get: async () => ({ total: 0, instances: [] }),
};
const found = (text: string): Found => ({ identifier: Buffer.from(text), lacksKeys: false });

const open: Acceptor[] = [];
afterEach(async () => {
  for (const acceptor of open.splice(0)) await acceptor.close(0);
});

async function connected(query: Partial<QueryServices>, timers?: { artimMs: number; idleMs: number }) {
  const acceptor = await startCollectingAcceptor({
    services: { query: { ...nobody, ...query } },
    ...(timers && { timers }),
  });
  open.push(acceptor);
  const association = await requestAssociation({
    host: '127.0.0.1',
    port: acceptor.port,
    callingAe: 'ANY',
    calledAe: 'DUAI',
    implementation: { classUid: '2.25.9', versionName: 'TEST' },
    proposals: [VERIFICATION, STUDY_ROOT.find, STUDY_ROOT.move].map((abstractSyntax) => ({
      abstractSyntax,
      transferSyntaxes: [EXPLICIT_LE],
    })),
  });
  return { acceptor, association, user: createUser(association) };
}

it('ends a search that is cancelled, and goes on with the association', async () => {
  let given = 0;
  let hasEnded = false;
  const { association, user } = await connected({
    async *find({ signal }) {
      try {
        // More than is ever sent, at the reader's pace.
        while (!signal.aborted) {
          given += 1;
          yield found(String(given));
          await new Promise(setImmediate);
        }
      } finally {
        hasEnded = true;
      }
    },
  });
  const answers = [];
  for await (const answer of user.find(STUDY_ROOT.find, NOTHING)) {
    answers.push(answer.toString());
    if (answers.length === 3) break;
  }
  expect(answers).toEqual(['1', '2', '3']);
  await expect.poll(() => hasEnded).toBe(true);
  expect(await user.echo()).toMatchObject({ status: STATUS.success });
  await association.release();
});

it('tells who cancels a retrieval what was done until then', async () => {
  const cancelled = new AbortController();
  const { association } = await connected({
    move: async ({ signal }) => {
      signal.addEventListener('abort', () => cancelled.abort());
      return {
        total: 10,
        results: (async function* () {
          yield { sopInstanceUid: '2.25.1', result: 'completed' as const };
          yield { sopInstanceUid: '2.25.2', result: 'failed' as const };
          await new Promise<void>((resolve) => cancelled.signal.addEventListener('abort', () => resolve()));
          yield { sopInstanceUid: '2.25.3', result: 'warning' as const };
        })(),
      };
    },
  });
  const { id } = association.contexts.find(({ abstractSyntax }) => abstractSyntax === STUDY_ROOT.move)!;
  const request = { affectedSopClassUid: STUDY_ROOT.move, commandField: 0x21, messageId: 7, moveDestination: 'X' };
  await association.send(id, request, (async function* () {})());
  const first = (await association.next())!.command;
  expect(first).toMatchObject({ status: STATUS.pending, remaining: 9, completed: 1, failed: 0, warning: 0 });
  await association.send(id, { commandField: 0x0fff, messageIdBeingRespondedTo: 7 });
  const statuses = [];
  for (;;) {
    const { command } = (await association.next())!;
    statuses.push(command.status);
    if (command.status === STATUS.pending) continue;
    expect(command).toMatchObject({ status: STATUS.cancelled, remaining: 7, completed: 1, failed: 1, warning: 1 });
    break;
  }
  expect(statuses.at(-1)).toBe(STATUS.cancelled);
  await association.release();
});

it('lets the other side be silent for as long as it works, and no longer', async () => {
  let answer = () => {};
  const waited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { acceptor, association, user } = await connected(
    {
      async *find() {
        await waited;
        yield found('late');
      },
    },
    { artimMs: 20_000, idleMs: 1000 },
  );
  const search = user.find(STUDY_ROOT.find, NOTHING);
  const first = search.next();
  setTimeout(answer, 2500);
  expect((await first).value?.toString()).toBe('late');
  expect(await search.next()).toMatchObject({ done: true, value: { status: STATUS.success } });
  // Now this side would have to send, and sends nothing.
  await expect.poll(() => acceptor.failures, { timeout: 20_000 }).toMatchObject([{ code: 'TIMED_OUT' }]);
  association.abort();
});

it('says why it refuses, and answers the next', async () => {
  const { association, user } = await connected({
    find: () => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          throw new OperationRefused(STATUS.outOfResources, 'Too many');
        },
      }),
    }),
  });
  expect(await user.find(STUDY_ROOT.find, NOTHING).next()).toEqual({
    done: true,
    value: { status: STATUS.outOfResources, comment: 'Too many' },
  });
  expect(await user.move(STUDY_ROOT.move, 'X', NOTHING)).toMatchObject({ status: STATUS.success, completed: 0 });
  await association.release();
});

it('aborts an identifier that is too long, and holds no more of it', async () => {
  let asked = 0;
  const { acceptor, user } = await connected({
    async *find() {
      asked += 1;
      yield found('never');
    },
  });
  await expect(user.find(STUDY_ROOT.find, Buffer.alloc(MAX_IDENTIFIER_BYTES + 2)).next()).rejects.toThrow();
  await expect.poll(() => acceptor.failures).toMatchObject([{ name: 'ProtocolError', abort: NO_REASON }]);
  expect(asked).toBe(0);
});
