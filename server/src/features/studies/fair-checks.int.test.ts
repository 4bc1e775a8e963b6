import { spawn } from 'node:child_process';
import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { TaskStopped } from '../../adapters/compute/port.ts';
import { codeOf } from '../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOSTILE_FILES = 50;
const CONNECTIONS = 4;
const REPETITIONS = 9;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/**
 * A process of its own that floods this server: requests of 150 MB, several at a time, one after the other without rest.
 * Each holds 50 JPEGs that are all fill bytes: read byte by byte, one kept the only checker busy for 15 s. `end` answers
 * the status of each request; a sender that is told no while it sends sees a broken connection now and then (`cut`).
 */
async function attackFrom(attacker: HttpClient) {
  const caseId = await server.openCase(attacker);
  const script = `
    const form = new FormData();
    for (let number = 0; number < ${HOSTILE_FILES}; number += 1) {
      const bytes = new Uint8Array(3_000_000).fill(0xff);
      bytes[1] = 0xd8;
      form.append('images', new Blob([bytes]), number + '.jpg');
    }
    const { ADDRESS, TOKEN } = process.env;
    console.log('begun');
    const flood = async () => {
      for (;;) {
        const answer = fetch(ADDRESS, { method: 'POST', body: form, headers: { authorization: 'Bearer ' + TOKEN } });
        console.log(await answer.then(({ status }) => String(status), () => 'cut'));
      }
    };
    for (let number = 0; number < ${CONNECTIONS}; number += 1) void flood();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env.PATH,
      ADDRESS: `${server.address}/api/second-opinion/cases/${caseId}/upload`,
      TOKEN: attacker.token(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const answers = () => output.split('\n').filter((line) => /^\d+$|^cut$/.test(line));
  await waitFor(
    () => output.includes('begun') || undefined,
    60_000,
    () => 'the attack did not begin',
  );
  return {
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async end(): Promise<string[]> {
      child.kill('SIGCONT');
      await waitFor(
        () => answers().includes('429') || undefined,
        60_000,
        () => `the sender was not told to wait: ${answers().join()}`,
      );
      child.kill('SIGKILL');
      return answers();
    },
  };
}

/** 140 × 140 pixels of 16 bits: 40 KB. */
const slices = chestPhantom({
  slices: 2 * REPETITIONS + 2,
  matrix: 140,
  pixelSpacingMm: 2.6,
  sliceThicknessMm: 10,
}).files;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const send = (from: HttpClient, caseId: string, files: { name: string; bytes: Uint8Array }[]) =>
  from.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });

describe('checks of what is uploaded', () => {
  it('[TRU-006] one account’s flood of hostile files, 50 in a request of 150 MB, delays another’s upload of 40 KB to at most three times its quiet time', async () => {
    const [patient, attacker] = [await server.patient(), await server.patient()];
    let next = 0;
    const uploadMs = async () => {
      const caseId = await server.openCase(patient);
      next += 1;
      const begin = performance.now();
      await send(patient, caseId, [slices[next]!]);
      return performance.now() - begin;
    };
    await uploadMs();
    const attack = await attackFrom(attacker);
    // One after the other, so that whatever else this machine does counts for both.
    const quiet: number[] = [];
    const attacked: number[] = [];
    for (let turn = 0; turn < REPETITIONS; turn += 1) {
      attack.goOn();
      attacked.push(await uploadMs());
      attack.pause();
      quiet.push(await uploadMs());
    }
    const answers = await attack.end();
    // The first few are refused; then a pause begins, in which nothing of this account is read.
    expect(new Set(answers.filter((answer) => answer !== 'cut'))).toEqual(new Set(['422', '429']));
    expect(median(attacked)).toBeLessThanOrEqual(3 * median(quiet));
  });

  it('an account whose files keep ending their checker waits; others, and its own later, do not', async () => {
    const [patient, attacker] = [await server.patient(), await server.patient()];
    const stopped = vi
      .spyOn(server.parts.quick, 'run')
      .mockRejectedValue(new TaskStopped('TIMED_OUT', 'longer than 10000 ms'));
    const files = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.dcm`, bytes: slices[0]!.bytes }));
    const target = await server.openCase(attacker);
    expect(await codeOf(send(attacker, target, files))).toBe('UPLOAD_ALL_REFUSED');
    stopped.mockRestore();

    expect(await codeOf(send(attacker, target, files))).toBe('CHECKS_PAUSED');
    const other = await server.openCase(patient);
    expect((await send(patient, other, [slices[0]!])).case.status).toBe('processing');

    const later = vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(Date.now() + 11 * 60_000));
    expect(await codeOf(send(attacker, target, [slices[0]!]))).toBe('ok');
    later.mockRestore();
  });
});
