import { type FileHandle, open } from 'node:fs/promises';
import { type CaseMapping, caseMapping, deidentify } from '@duai/imaging/deidentify';
import type { VendorBox } from '../adapters/vendors/port.ts';
import { storeAtVendor } from '../adapters/vendors/stow.ts';

interface SendInput {
  box: VendorBox;
  /** Paths of verified copies. */
  paths: string[];
  /** 32 bytes in hex: the key by which personal details are removed (PS3.15 annex E); null: the files are sent unchanged. */
  key: string | null;
}

const PIECE_BYTES = 256 * 1024;

/** Sends the images of a series to a vendor's server. @throws OutwardError, VendorRefused, ImagingError */
export async function sendStudy({ box, paths, key }: SendInput): Promise<void> {
  const mapping = key === null ? null : caseMapping(Buffer.from(key, 'hex'));
  await storeAtVendor(
    box,
    paths.map((path) => () => pieces(path, mapping)),
  );
}

async function* pieces(path: string, mapping: CaseMapping | null): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (!mapping) return yield* range(file, 0, size);
    const read = async (offset: number, length: number) => {
      const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    };
    // Text burnt into the pixels is not removed, because nobody has checked them (docs/decisions/0176).
    const { head, rest } = await deidentify({ sizeBytes: size, read }, { mapping, isPixelDataClean: false });
    yield head;
    if (rest) yield* range(file, rest.offset, rest.length);
  } finally {
    await file.close();
  }
}

async function* range(file: FileHandle, offset: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = offset; at < offset + length; at += PIECE_BYTES) {
    const buffer = new Uint8Array(Math.min(PIECE_BYTES, offset + length - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    yield buffer.subarray(0, bytesRead);
  }
}
