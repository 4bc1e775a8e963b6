import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Lookup {
  id: number;
  password: string;
}
export interface Found {
  id: number;
  isBreached: boolean;
}

const SEARCHER = join(import.meta.dirname, 'breached-passwords-worker.ts');

let searcher: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve(isBreached: boolean): void; reject(error: Error): void }>();

/** Starts the search thread: one in each process, started at the first search. It does not keep the process from ending. */
function begin(): Worker {
  const begun = new Worker(SEARCHER);
  begun.unref();
  begun.on('message', ({ id, isBreached }: Found) => {
    waiting.get(id)?.resolve(isBreached);
    waiting.delete(id);
    if (waiting.size === 0) begun.unref();
  });
  begun.on('error', (error) => {
    searcher = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return begun;
}

/**
 * Whether a password, as typed or in lower case, is in the list of breached passwords (docs/decisions/0059).
 * A thread does the search, which takes some milliseconds, so that other calls are not delayed.
 * @throws Error where the thread dies, so that no password is accepted unchecked
 */
export function isBreached(password: string): Promise<boolean> {
  searcher ??= begin();
  const asked = searcher;
  lastId += 1;
  const lookup: Lookup = { id: lastId, password };
  return new Promise((resolve, reject) => {
    waiting.set(lookup.id, { resolve, reject });
    asked.ref();
    asked.postMessage(lookup);
  });
}
