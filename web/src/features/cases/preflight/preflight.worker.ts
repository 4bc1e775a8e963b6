import { detectContent, findIdentity, inspectFile, readDicomDirectory } from '@duai/imaging/browser';
import {
  blackOut,
  type CaseMapping,
  caseMapping,
  deidentify,
  type Region,
  withoutMetadata,
} from '@duai/imaging/deidentify';
import codecs from 'dcmjs-codecs/build/dcmjs-native-codecs.wasm?url';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import type { FileReport, PictureReport, PreflightAnswer, PreflightQuestion } from './preflight-client.ts';

/** Worker for files: reads headers and identities, inspects pictures, unpacks archives, de-identifies. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<PreflightQuestion>) => void) | null;
  postMessage(answer: PreflightAnswer, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data }) => {
  workOn(data).catch((error: unknown) => scope.postMessage({ id: data.id, kind: 'failed', reason: String(error) }));
};

function workOn(question: PreflightQuestion): Promise<void> {
  const { id, file } = question;
  switch (question.kind) {
    case 'inspect':
      return inspect(id, file);
    case 'unpack':
      return unpack(id, file);
    case 'index':
      return readIndex(id, file);
    case 'deidentify':
      return removeIdentity(id, file, question.key, question.regions);
    case 'draw':
      return draw(id, file);
  }
}

const sourceOf = (file: Blob) => ({
  sizeBytes: file.size,
  read: async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

async function inspect(id: number, file: File): Promise<void> {
  const source = sourceOf(file);
  const inspection = await inspectFile(source);
  const isPicture = inspection.status === 'accepted' && !('header' in inspection);
  const head = await source.read(0, 64 * 1024);
  const report: FileReport = {
    inspection,
    identity: await findIdentity(source),
    canRemoveIdentity: await canBeRewritten(file),
    picture: isPicture ? await lookAt(file, head) : null,
  };
  scope.postMessage({ id, kind: 'report', report });
}

/** Any key serves for the test. */
const canBeRewritten = (file: File): Promise<boolean> =>
  withoutIdentity(file, caseMapping(new Uint8Array(32)), []).then(
    () => true,
    () => false,
  );

/**
 * Rewrites DICOM by the profile and pictures without their metadata; other files contain nothing known and are returned
 * unchanged.
 */
async function withoutIdentity(file: File, mapping: CaseMapping, regions: readonly Region[]): Promise<Blob> {
  const content = detectContent(await sourceOf(file).read(0, 256));
  if (content === 'other') return file;
  if (content === 'jpeg' || content === 'png') {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return new Blob([withoutMetadata(bytes, content) as BlobPart]);
  }
  return rewritten(await blackedOut(file, regions), mapping, regions.length > 0);
}

async function rewritten(file: Blob, mapping: CaseMapping, isPixelDataClean: boolean): Promise<Blob> {
  const { head, rest } = await deidentify(sourceOf(file), { mapping, isPixelDataClean });
  return new Blob([head as BlobPart, ...(rest ? [file.slice(rest.offset, rest.offset + rest.length)] : [])]);
}

const mappings = new Map<string, CaseMapping>();

function mappingOf(key: string): CaseMapping {
  const known =
    mappings.get(key) ?? caseMapping(Uint8Array.from(key.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)));
  mappings.set(key, known);
  return known;
}

/** @throws ImagingError */
async function removeIdentity(id: number, file: File, key: string, regions: readonly Region[]): Promise<void> {
  const content = await withoutIdentity(file, mappingOf(key), regions);
  scope.postMessage({ id, kind: 'deidentified', content });
}

let pixels: Promise<typeof import('@duai/imaging/deidentify/pixels')> | undefined;

/** Four megabytes with the codecs, so loaded only to look for text in images. */
function loadPixels(): NonNullable<typeof pixels> {
  pixels ??= import('@duai/imaging/deidentify/pixels').then((loaded) => {
    loaded.loadCodecsFrom(codecs);
    return loaded;
  });
  return pixels;
}

async function blackedOut(file: File, regions: readonly Region[]): Promise<Blob> {
  if (regions.length === 0) return file;
  const { uncompressed } = await loadPixels();
  const native = await uncompressed(new Uint8Array(await file.arrayBuffer()));
  return new Blob([blackOut(native, regions) as BlobPart]);
}

async function draw(id: number, file: File): Promise<void> {
  const { drawFirstFrame } = await loadPixels();
  const { columns, rows, rgba } = await drawFirstFrame(new Uint8Array(await file.arrayBuffer()));
  const canvas = new OffscreenCanvas(columns, rows);
  canvas.getContext('2d')!.putImageData(new ImageData(rgba, columns, rows), 0, 0);
  scope.postMessage({ id, kind: 'drawn', picture: await canvas.convertToBlob() });
}

/** More than the index of any disc: 2,000 images need about one megabyte. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

async function readIndex(id: number, file: File): Promise<void> {
  if (file.size > MAX_INDEX_BYTES) throw new Error('too large for an index');
  const files = readDicomDirectory(new Uint8Array(await file.arrayBuffer()));
  if (!files) throw new Error('not an index');
  scope.postMessage({ id, kind: 'index', paths: files.map(({ path }) => path) });
}

const GLANCE_PX = 48;

/** A photograph has the camera make in its metadata (Exif 2.32 tag 010F); a page of text is mostly white. */
async function lookAt(file: File, head: Uint8Array): Promise<PictureReport> {
  const bitmap = await createImageBitmap(file, { resizeWidth: GLANCE_PX, resizeHeight: GLANCE_PX });
  const context = new OffscreenCanvas(GLANCE_PX, GLANCE_PX).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, GLANCE_PX, GLANCE_PX);
  let white = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    if (Math.min(red, green, blue) > 185 && Math.max(red, green, blue) - Math.min(red, green, blue) < 40) white += 1;
  }
  return {
    hasCamera: hasCameraMake(head),
    whiteShare: white / (GLANCE_PX * GLANCE_PX),
  };
}

/** Looks for tag 010F (Make) in the first image directory of the TIFF block in APP1 "Exif". */
function hasCameraMake(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  const tiff = text.indexOf('Exif\0\0') + 6;
  if (tiff < 6 || tiff + 8 > head.length) return false;
  const view = new DataView(head.buffer, head.byteOffset + tiff, head.length - tiff);
  const isLittle = text.startsWith('II', tiff);
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > view.byteLength) return false;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * 12;
    if (at + 2 > view.byteLength) return false;
    if (view.getUint16(at, isLittle) === 0x010f) return true;
  }
  return false;
}

/** No more entries than a case can hold, so that a ZIP bomb does not exhaust the device's memory. */
const MAX_ENTRIES = 2500;
const MAX_ENTRY_BYTES = 100 * 1024 * 1024 + 1;
const MAX_TOTAL_BYTES = 6 * 1024 ** 3;

async function unpack(id: number, file: File): Promise<void> {
  let entries = 0;
  let totalBytes = 0;
  const archive = new Unzip((entry) => {
    if (entry.name.endsWith('/')) return;
    entries += 1;
    if (entries > MAX_ENTRIES) throw new Error('too many entries');
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    entry.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      bytes += chunk.length;
      totalBytes += chunk.length;
      if (totalBytes > MAX_TOTAL_BYTES) throw new Error('too large');
      // An entry that is too large is cut to one byte over the limit, so that it is listed and refused like any other such
      // file.
      if (bytes <= MAX_ENTRY_BYTES) chunks.push(chunk.slice());
      if (isLast) scope.postMessage({ id, kind: 'entry', path: entry.name, content: new Blob(chunks as BlobPart[]) });
    };
    entry.start();
  });
  archive.register(UnzipPassThrough);
  archive.register(UnzipInflate);
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    archive.push(value ?? new Uint8Array(), done);
    if (done) break;
  }
  scope.postMessage({ id, kind: 'unpacked' });
}
