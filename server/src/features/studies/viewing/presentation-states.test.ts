import { presentationStates as contract } from '@duai/contract';
import { expect, it } from 'vitest';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import { createPresentationStates } from './presentation-states.ts';

const owner = { scanId: '00000000-0000-4000-8000-000000000000' };
const found = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), sha256: String(at), description: null }));

/** States whose files come to this end when a child process reads them; no image is here. */
function statesThatEnd(error: Error) {
  const nothing = { from: () => nothing, innerJoin: () => nothing, where: async () => [] };
  return createPresentationStates({
    db: { drizzle: { select: () => nothing } },
    storage: { checkout: async () => ({ path: '', release: async () => {} }) },
    compute: { run: () => Promise.reject(error) },
  } as unknown as Parameters<typeof createPresentationStates>[0]);
}

it('a file that cannot be read is named; a failure of ours is not said of the file', async () => {
  const { states } = await statesThatEnd(new TaskFailed('NOT_READABLE', 'no state')).list(found(1), owner, undefined);
  expect(states).toMatchObject([{ label: 'PR', isRead: false }]);
  const killed = new Error('the process was killed');
  await expect(statesThatEnd(killed).list(found(1), owner, undefined)).rejects.toBe(killed);
});

it('beyond so many the list says that there are more', async () => {
  const most = contract.MOST_PRESENTATION_STATES;
  const list = (count: number) =>
    statesThatEnd(new TaskFailed('NOT_READABLE', 'no state')).list(found(count), owner, undefined);
  expect(await list(most)).toMatchObject({ isCut: false });
  const cut = await list(most + 1);
  expect([cut.states.length, cut.isCut]).toEqual([most, true]);
});
