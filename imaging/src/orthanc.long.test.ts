import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrthancServer, startOrthanc } from '../../scripts/test-servers/orthanc.ts';
import { stowRequest } from '../../scripts/test-servers/stow.ts';
import { bytesSource, chestPhantom, decodeFrame, inspectFile } from './index.ts';
import { asEnhancedCt } from './testing/enhanced-ct.ts';

const DICOM_JSON = 'application/dicom+json';
const { files } = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20, seed: 7 });

let orthanc: OrthancServer;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'duai-written-'));
  orthanc = await startOrthanc();
});
afterAll(async () => {
  await orthanc?.close();
  rmSync(dir, { recursive: true });
});

const headerOf = async (bytes: Uint8Array) => {
  const inspection = await inspectFile(bytesSource(bytes));
  if (inspection.status === 'refused' || inspection.kind !== 'dicom') throw new Error('a phantom is accepted');
  return inspection.header;
};

/** STOW-RS: all files in one request (PS3.18 section 10.5). */
async function stow(parts: readonly Uint8Array[]) {
  const { body, contentType } = stowRequest(parts);
  const answer = await fetch(`${orthanc.url}/dicom-web/studies`, {
    method: 'POST',
    headers: { 'Content-Type': contentType, Accept: DICOM_JSON },
    body,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, { Value?: unknown[] }>;
}

/** The file as Orthanc stores it. */
async function fetched(sopInstanceUid: string | null): Promise<{ id: string; bytes: Uint8Array }> {
  const found = await fetch(`${orthanc.url}/tools/lookup`, { method: 'POST', body: sopInstanceUid ?? '' });
  const [match] = (await found.json()) as { ID: string; Type: string }[];
  expect(match).toMatchObject({ Type: 'Instance' });
  const answer = await fetch(`${orthanc.url}/instances/${match!.ID}/file`);
  return { id: match!.ID, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

describe('a study that was written here, at Orthanc', () => {
  it('is taken as a whole by STOW-RS, found as what it says it is, and comes back bit by bit', async () => {
    const answer = await stow(files.map((file) => file.bytes));
    expect(answer['00081199']?.Value).toHaveLength(files.length);
    expect(answer['00081198']?.Value ?? []).toEqual([]);

    const { studyInstanceUid, seriesInstanceUid } = await headerOf(files[0]!.bytes);
    const found = await fetch(
      `${orthanc.url}/dicom-web/studies/${studyInstanceUid}/series/${seriesInstanceUid}/instances`,
    );
    expect(await found.json()).toHaveLength(files.length);
    for (const { bytes } of files) {
      const { sopInstanceUid } = await headerOf(bytes);
      const kept = await fetched(sopInstanceUid);
      expect(Buffer.compare(kept.bytes, bytes)).toBe(0);
      // Orthanc's own decoding of the pixels: signed little endian words.
      const raw = await fetch(`${orthanc.url}/instances/${kept.id}/frames/0/raw`);
      const { stored } = await decodeFrame(bytes);
      expect(new Int16Array(await raw.arrayBuffer())).toEqual(stored);
    }
  });

  it('is taken file by file over its own interface, an enhanced file with all its frames', async () => {
    const enhanced = await asEnhancedCt(files.map((file) => file.bytes));
    const answer = await fetch(`${orthanc.url}/instances`, { method: 'POST', body: Buffer.from(enhanced) });
    expect(await answer.json()).toMatchObject({ Status: 'Success' });
    const kept = await fetched((await headerOf(enhanced)).sopInstanceUid);
    expect(Buffer.compare(kept.bytes, enhanced)).toBe(0);
    const frames = await fetch(`${orthanc.url}/instances/${kept.id}/frames`);
    expect(await frames.json()).toHaveLength(files.length);
  });

  it('is refused where it is damaged, so that the above means something', async () => {
    const broken = files[0]!.bytes.slice(0, 400).fill(0, 120, 140);
    const answer = await fetch(`${orthanc.url}/instances`, { method: 'POST', body: Buffer.from(broken) });
    expect(answer.ok).toBe(false);
  });
});

describe('what is written here, by the tools of others', () => {
  it('is read by DCMTK without a word, and has every attribute that dciodvfy asks of a CT image', () => {
    const path = join(dir, 'phantom.dcm');
    writeFileSync(path, files[3]!.bytes);
    const dump = spawnSync('dcmdump', ['+E', path], { encoding: 'utf8' });
    expect(dump.status).toBe(0);
    expect(dump.stderr).toBe('');
    const checked = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
    expect(`${checked.stdout}${checked.stderr}`.trim()).toBe('CTImage');
  });
});
