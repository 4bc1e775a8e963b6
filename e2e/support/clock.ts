import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'otplib';

/** The file from which a server of the journeys reads its clock offset (CLOCK_OFFSET_FILE). */
export const clockFileOf = (dataDir: string): string => join(dataDir, 'clock-offset');

const offsetOf = async (dataDir: string): Promise<number> =>
  Number(await readFile(clockFileOf(dataDir), 'utf8').catch(() => '0'));

/** Advances the server's clock, so that sessions, trials and links expire. The clocks of database and browser stay. */
export async function letPass(dataDir: string, ms: number): Promise<void> {
  const next = `${clockFileOf(dataDir)}.next`;
  await writeFile(next, String((await offsetOf(dataDir)) + ms));
  await rename(next, clockFileOf(dataDir));
}

/** The one-time code (RFC 6238) for the server's time. A code works only once; advance the clock by half a minute for another. */
export async function codeNow(dataDir: string, secret: string): Promise<string> {
  return generate({ secret, epoch: Math.floor((Date.now() + (await offsetOf(dataDir))) / 1000) });
}
