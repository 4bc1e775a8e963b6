import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { given } from '@duai/contract';
import { chestPhantom, findLayout, writePart10 } from '@duai/imaging';

const SLICES = 300;
const MATRIX = 512;
const UID_TAGS = ['0020000D', '0020000E', '00080018'];

/** A CT of 300 slices of 512 × 512, 158 MB; each `round` has new study and instance UIDs. */
export function createStudies() {
  const template = Buffer.from(given(chestPhantom({ slices: 1, matrix: MATRIX }).files[0], 'a slice').bytes);
  const layout = findLayout(template);
  const own = given(layout.mediaStorageSopInstanceUid, 'its UID');
  return (round: number): { studyInstanceUid: string; seriesInstanceUid: string; files: Buffer[] } => {
    const [studyUid = '', seriesUid = ''] = uidsIn(template);
    const renamed = (uid: string, number: number) => `${uid.slice(0, -8)}${String(10_000_000 + number)}`;
    const [study, series] = [renamed(studyUid, round), renamed(seriesUid, round)];
    const files = Array.from({ length: SLICES }, (_, index) => {
      const file = Buffer.from(template);
      // The longest UID first, because one may be the beginning of another.
      replace(file, own, renamed(own, round * 1000 + index));
      replace(file, seriesUid, series);
      replace(file, studyUid, study);
      return file;
    });
    return { studyInstanceUid: study, seriesInstanceUid: series, files };
  };
}

/** Study and Series Instance UID as stored in an Explicit VR Little Endian data set. */
function uidsIn(file: Buffer): string[] {
  return UID_TAGS.slice(0, 2).map((tag) => {
    const bytes = Buffer.from([tag.slice(2, 4), tag.slice(0, 2), tag.slice(6, 8), tag.slice(4, 6)].join(''), 'hex');
    const at = file.indexOf(Buffer.concat([bytes, Buffer.from('UI')]));
    const length = file.readUInt16LE(at + 6);
    return file.toString('latin1', at + 8, at + 8 + length).replace(/\0$/, '');
  });
}

/** Replaces text by text of the same length, so that nothing else moves. */
function replace(file: Buffer, from: string, to: string): void {
  for (let at = file.indexOf(from); at >= 0; at = file.indexOf(from, at + 1)) file.write(to, at, 'latin1');
}

/** Replaces the files that are there. */
export async function writeStudy(dir: string, files: readonly Buffer[]): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  for (const [index, file] of files.entries())
    await writeFile(join(dir, `${String(index).padStart(4, '0')}.dcm`), file);
}

/**
 * Multi-frame Grayscale Word Secondary Capture (PS3.3 section A.8.4), 0.5 MB for each frame, generated without keeping it in
 * memory.
 */
export function largeInstance(frames: number) {
  const frameBytes = MATRIX * MATRIX * 2;
  const sopClassUid = '1.2.840.10008.5.1.4.1.1.7.3';
  const sopInstanceUid = `2.25.${Date.now()}${frames}`;
  const us = (tag: number, value: number) => ({ tag, vr: 'US' as const, value: [value] });
  const small = Buffer.from(
    writePart10([
      { tag: 0x00080016, vr: 'UI', value: sopClassUid },
      { tag: 0x00080018, vr: 'UI', value: sopInstanceUid },
      { tag: 0x00080060, vr: 'CS', value: 'OT' },
      { tag: 0x00100010, vr: 'PN', value: 'PHANTOM^LARGE' },
      { tag: 0x00100020, vr: 'LO', value: 'LARGE' },
      { tag: 0x0020000d, vr: 'UI', value: `${sopInstanceUid}1` },
      { tag: 0x0020000e, vr: 'UI', value: `${sopInstanceUid}2` },
      us(0x00280002, 1),
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280008, vr: 'IS', value: String(frames) },
      us(0x00280010, MATRIX),
      us(0x00280011, MATRIX),
      us(0x00280100, 16),
      us(0x00280101, 16),
      us(0x00280102, 15),
      us(0x00280103, 0),
      { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(2) },
    ]),
  );
  // The last six bytes are the length of the pixel data and its two bytes; the frames replace them.
  const head = Buffer.from(small.subarray(findLayout(small).offset, small.length - 2));
  head.writeUInt32LE(frames * frameBytes, head.length - 4);
  async function* dataSet() {
    yield head;
    for (let frame = 0; frame < frames; frame += 1) yield Buffer.alloc(frameBytes, frame);
  }
  return { sopClassUid, sopInstanceUid, dataSet, sizeMb: Math.round((frames * frameBytes) / 1e6) };
}
