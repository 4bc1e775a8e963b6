import { waitFor } from '../../../scripts/instance.ts';

const ALIKE = 20;

/**
 * Reads only the first piece of an answer, and waits until the server does no more for it because the connection's
 * buffers are full. Answers how much was done, and a function to leave.
 */
export async function stalledReader(
  send: () => Promise<Response>,
  done: () => number,
): Promise<{ done: number; leave: () => Promise<void> }> {
  const reader = (await send()).body!.getReader();
  await reader.read();
  let before = 0;
  let alike = 0;
  await waitFor(
    () => {
      const count = done();
      alike = count > 0 && count === before ? alike + 1 : 0;
      before = count;
      return alike >= ALIKE || undefined;
    },
    60_000,
    () => 'the server goes on although nobody reads',
  );
  return { done: before, leave: () => reader.cancel() };
}
