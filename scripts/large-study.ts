import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { accounts, given, scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { machine, table, writeSection } from './bench/section.ts';
import { createHttpClient, imagesForm } from './http-client.ts';
import { startInstance, waitFor } from './instance.ts';

/**
 * npm run large-study [-- SLICES]: uploads one generated chest CT of 512 × 512 × 16 bit, 2.1 GB with its 4,000 slices, to the
 * trial in the same requests as the page. The memory of the server and of its child processes is recorded until every
 * analysis has ended. A request whose connection is lost is repeated, as on the page, and counted. The result is written to
 * docs/benchmarks.md.
 */
const SLICES = Number(process.argv[2] ?? 4000);
/** The same number of files in a request as on the page (web/src/features/scans/uploads/bulk-files.ts). */
const FILES_PER_REQUEST = 500;
/** Slices that the sender holds in memory at a time; the server reads the request as a stream. */
const SLICES_AT_ONCE = 10;
const ENDS_WITHIN_MS = 60 * 60_000;
const LOOK_MS = 250;
const ASK_MS = 2000;

const instance = await startInstance();
const client = createHttpClient(instance.address);
const { username, password } = instance.logins.institution;
await client.call(accounts.loginInstitutionUser, { body: { username, password } });

const small = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 20, seed: 2 }).files;
await client.call(scans.uploadScan, { form: imagesForm(small) });
const settled = async () => (await client.call(scans.listScans)).every((scan) => scan.status !== 'processing');
await waitFor(
  async () => (await settled()) || undefined,
  120_000,
  () => 'the small study did not end',
);

const server = instance.process.pid!;
const load = () => given(loadavg()[0], 'a figure').toFixed(1);
const loadBefore = load();
const idleMb = await residentMb(server);
const peak = { server: idleMb, child: 0, heap: 0, external: 0 };
const watch = setInterval(async () => {
  peak.server = Math.max(peak.server, await residentMb(server));
  for (const child of await childrenOf(server)) peak.child = Math.max(peak.child, await residentMb(child));
}, LOOK_MS);
const ask = setInterval(async () => {
  const { heap, external } = await metrics().catch(() => ({ heap: 0, external: 0 }));
  peak.heap = Math.max(peak.heap, heap);
  peak.external = Math.max(peak.external, external);
}, ASK_MS);

let bytes = 0;
let scanId = '';
let lost = 0;
const begin = performance.now();
for (let from = 0; from < SLICES; from += FILES_PER_REQUEST) {
  const to = Math.min(SLICES, from + FILES_PER_REQUEST);
  const before = bytes;
  scanId = await sendSlices(from, to).catch((error: Error) => {
    if (!(error instanceof TypeError)) throw error;
    lost += 1;
    bytes = before;
    console.log(`${new Date().toISOString()} the connection was lost: ${String(error.cause ?? error)}`);
    return sendSlices(from, to);
  });
  console.log(`${Math.min(SLICES, from + FILES_PER_REQUEST)} of ${SLICES} slices sent`);
}
const sentSeconds = (performance.now() - begin) / 1000;
await waitFor(
  async () => (await settled()) || undefined,
  ENDS_WITHIN_MS,
  () => 'the analysis did not end',
);
const endedSeconds = (performance.now() - begin) / 1000;
clearInterval(watch);
clearInterval(ask);

const { scan, findings, studies } = await client.call(scans.getScan, { params: { scanId } });
const images = studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
await instance.remove();
const outcome = scan.failureReason ?? findings.map(({ sentence }) => sentence).join(' ');
const rows = [
  ['study', `${images.length} slices, ${(bytes / 1e9).toFixed(2)} GB`],
  ['sent (and generated) within', `${sentSeconds.toFixed(0)} s`],
  ['every analysis ended within', `${endedSeconds.toFixed(0)} s`],
  ['memory of the server, idle and at most', `${idleMb.toFixed(0)} MB, ${peak.server.toFixed(0)} MB`],
  ['of it JavaScript heap, and buffers outside of it', `${peak.heap.toFixed(0)} MB, ${peak.external.toFixed(0)} MB`],
  ['memory of a child process at most', `${peak.child.toFixed(0)} MB`],
  ['requests whose connection was lost', `${lost}`],
  ['status', scan.status],
  ['what the reader is told', outcome],
];
await writeSection(
  'large-study',
  `## A study of 2 GB\n\n\`npm run large-study\` on ${machine()}. Load of the machine: ${loadBefore} at the start, ${load()} at the end.\n\n${table(['what', 'measured'], rows)}`,
);

/** Sends one multipart request with these slices, generated while it is sent. @returns the scan they belong to */
async function sendSlices(from: number, to: number): Promise<string> {
  const boundary = 'large-study-boundary';
  const text = (line: string) => new TextEncoder().encode(line);
  async function* body() {
    for (let at = from; at < to; at += SLICES_AT_ONCE) {
      const { files } = chestPhantom({
        slices: SLICES,
        matrix: 512,
        pixelSpacingMm: 0.7,
        sliceThicknessMm: 300 / SLICES,
        part: [at, Math.min(to, at + SLICES_AT_ONCE)],
      });
      for (const file of files) {
        yield text(
          `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="${file.name}"\r\nContent-Type: application/dicom\r\n\r\n`,
        );
        yield file.bytes;
        yield text('\r\n');
        bytes += file.bytes.length;
      }
    }
    yield text(`--${boundary}--\r\n`);
  }
  const init = {
    method: 'POST',
    headers: {
      cookie: client
        .cookies()
        .map((pair) => pair.join('='))
        .join('; '),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: body(),
    duplex: 'half',
  };
  const answer = await fetch(`${instance.address}${scans.uploadScan.path}`, init as unknown as RequestInit);
  const answered = await answer.text();
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}: ${answered}`);
  const { scan: accepted, refused } = scans.uploadScan.answer.parse(JSON.parse(answered));
  if (refused && lost === 0)
    throw new Error(`${refused.length} files were refused: ${given(refused[0], 'a figure').message}`);
  return accepted.id;
}

/** Memory that the server reports, MB. */
async function metrics(): Promise<{ heap: number; external: number }> {
  const text = await (await fetch(`${instance.address}/metrics`)).text();
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 2 ** 20;
  return { heap: of('nodejs_heap_size_used_bytes'), external: of('nodejs_external_memory_bytes') };
}

/** Resident memory in MB (2^20 bytes) on Linux; 0 for a process that has ended. */
async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return (Number(text.split(' ')[1]) * 4096) / 2 ** 20;
}

/** Child processes for decoding and analysis (server/src/adapters/compute/child.ts), without those of the database. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      const isOurs = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status!) && command!.includes('child.ts');
      return isOurs ? Number(pid) : null;
    }),
  );
  return found.filter((pid) => pid !== null);
}
