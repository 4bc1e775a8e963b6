import { readFile } from 'node:fs/promises';
import { encodeRuns } from '@duai/contract';
import { readResult } from '@duai/imaging';
import type { VendorObject } from '../features/analyses/index.ts';

/** Reads an object that a vendor's box sent back; its masks as runs. @throws ImagingError */
export async function readVendorResult({ path }: { path: string }): Promise<VendorObject> {
  const { content, ...object } = readResult(new Uint8Array(await readFile(path)));
  if (content.kind === 'report') return { ...object, content };
  const { kind, columns, rows, segments, frames, maskOf } = content;
  const drawn = frames.map((frame, index) => ({ ...frame, runs: encodeRuns(maskOf(index)) }));
  return { ...object, content: { kind, columns, rows, segments, frames: drawn } };
}
