import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all unreachable objects, for tests that count what is held. */
export const collectGarbage: () => void = runInNewContext('gc');
