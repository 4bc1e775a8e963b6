import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decodeRuns, given } from '@duai/contract';
import { decodeFrame, type SecondaryCapture, writeSecondaryCapture as write } from '@duai/imaging';
import sharp from 'sharp';
import { openedPixels } from '../preview.ts';

const FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf');

/** Colours that people with colour blindness can distinguish (Okabe and Ito, 2008). */
const COLOURS = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 158, 115],
  [240, 228, 66],
] as const;
const OPACITY = 0.4;
/** Height of a line of text below the image, so that no text covers it. */
const LINE_PX = 24;
const LEAST_WIDTH_PX = 640;

export interface CaptureToWrite {
  path: string;
  /** Frame number, from 0. */
  frame: number;
  /** Masks of the frame as run lengths, as large as the image. */
  masks: string[];
  /** The lines of text below the image. */
  lines: string[];
  object: Omit<SecondaryCapture, 'pixels' | 'columns' | 'rows'>;
}

/** A frame as it opens, with masks burnt in and text below, as a DICOM object. @throws ImagingError */
export async function writeSecondaryCapture({
  path,
  frame,
  masks,
  lines,
  object,
}: CaptureToWrite): Promise<Uint8Array> {
  const source = await readFile(path);
  const decoded = await decodeFrame(source, frame);
  const { columns, rows } = decoded;
  const pixels = coloured(openedPixels(decoded), columns * rows);
  for (const [index, runs] of masks.entries())
    burn(pixels, decodeRuns(runs, columns * rows), given(COLOURS[index % COLOURS.length], 'a colour'));
  // A small image is enlarged, because its text needs more width.
  const scale = Math.max(1, Math.ceil(LEAST_WIDTH_PX / columns));
  const [width, height] = [columns * scale, rows * scale];
  const picture = await sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const { data, info } = await sharp({
    create: { width, height: height + LINE_PX * lines.length, channels: 3, background: '#000000' },
  })
    .composite([
      { input: picture, left: 0, top: 0 },
      ...(await Promise.all(lines.map((line, index) => lineOf(line, width, height + index * LINE_PX)))),
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return write({ ...object, columns: info.width, rows: info.height, pixels: new Uint8Array(data) }, source);
}

function coloured({ pixels, channels }: { pixels: Uint8Array; channels: 1 | 3 }, count: number): Uint8Array {
  if (channels === 3) return new Uint8Array(pixels);
  const rgb = new Uint8Array(count * 3);
  for (const [at, grey] of pixels.entries()) rgb.fill(grey, at * 3, at * 3 + 3);
  return rgb;
}

function burn(rgb: Uint8Array, mask: Uint8Array, colour: readonly number[]): void {
  for (const [at, isSet] of mask.entries())
    if (isSet)
      for (let part = 0; part < 3; part += 1)
        rgb[at * 3 + part] = Math.round(rgb[at * 3 + part]! * (1 - OPACITY) + colour[part]! * OPACITY);
}

async function lineOf(line: string, width: number, top: number) {
  const escaped = line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const text = `<span foreground="white">${escaped}</span>`;
  const input = await sharp({ text: { text, font: 'Inter Semi-Bold 15px', fontfile: FONT, rgba: true } })
    .resize({ width: width - 16, height: LINE_PX - 4, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  return { input, left: 8, top: top + 2 };
}
