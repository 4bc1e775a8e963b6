import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'otplib';

/** Where a server of the journeys reads by how much its time is moved (CLOCK_OFFSET_FILE). */
export const clockFileOf = (dataDir: string): string => join(dataDir, 'clock-offset');

const offsetOf = async (dataDir: string): Promise<number> =>
  Number(await readFile(clockFileOf(dataDir), 'utf8').catch(() => '0'));

/** Time passes on the server: sessions, trials and links end as they would. The database and the browser keep theirs. */
export async function letPass(dataDir: string, ms: number): Promise<void> {
  const next = `${clockFileOf(dataDir)}.next`;
  await writeFile(next, String((await offsetOf(dataDir)) + ms));
  await rename(next, clockFileOf(dataDir));
}

/** The one-time code (RFC 6238) by the time of the server. A code works once: half a minute passes before the next. */
export async function codeNow(dataDir: string, secret: string): Promise<string> {
  return generate({ secret, epoch: Math.floor((Date.now() + (await offsetOf(dataDir))) / 1000) });
}
