import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { greyImage } from '../../../server/src/compute/grey-image.ts';
import type { GreyImage } from '../algorithm.ts';
import { TEST_DATA } from './series.ts';

/** A labelled film of the test data. */
export interface Film {
  file: string;
  label: string;
  /** Empty if the index names no patient. */
  patient: string;
  /** Width divided by height as published; null if it was published as a square, so that its original shape is unknown. */
  aspect: number | null;
  load(): Promise<GreyImage>;
}

export const hasFilms = existsSync(join(TEST_DATA, 'chest-xray-paediatric', 'train.tsv'));

/** Rows of an index of films: file, label, patient, original size. */
export function filmsOf(folder: string, index: string): Film[] {
  const dir = join(TEST_DATA, folder);
  const [, ...lines] = readFileSync(join(dir, index), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [file = '', label = '', patient = '', size = ''] = line.split('\t');
    const [width, height] = size.split('x').map(Number);
    return {
      file,
      label,
      patient,
      aspect: width && height && width !== height ? width / height : null,
      load: () => greyImage(join(dir, file), 'jpeg'),
    };
  });
}

const VALIDATION_SHARE = 0.12;

/** Assigns films by a hash of the patient, as in the training, so that all films of a patient are in one part. */
export const isValidation = ({ patient }: Pick<Film, 'patient'>): boolean =>
  createHash('sha256').update(patient).digest()[0]! / 256 < VALIDATION_SHARE;

/** The same size with the content stretched horizontally by `factor`; beyond the edge the edge pixels are repeated. */
export function stretched({ grey, columns, rows, isColoured }: GreyImage, factor: number): GreyImage {
  const drawn = new Uint8Array(grey.length);
  for (let column = 0; column < columns; column += 1) {
    const from = (column + 0.5 - columns / 2) / factor + columns / 2 - 0.5;
    const left = Math.min(columns - 1, Math.max(0, Math.floor(from)));
    const right = Math.min(columns - 1, left + 1);
    const share = Math.min(1, Math.max(0, from - left));
    for (let row = 0; row < rows; row += 1)
      drawn[row * columns + column] = Math.round(
        grey[row * columns + left]! * (1 - share) + grey[row * columns + right]! * share,
      );
  }
  return { grey: drawn, columns, rows, isColoured };
}

/** Rotated clockwise by 90°. */
export function turned({ grey, columns, rows, isColoured }: GreyImage): GreyImage {
  const drawn = new Uint8Array(grey.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      drawn[column * rows + (rows - 1 - row)] = grey[row * columns + column]!;
  return { grey: drawn, columns: rows, rows: columns, isColoured };
}

export const inverted = (image: GreyImage): GreyImage => ({ ...image, grey: image.grey.map((value) => 255 - value) });

export const mirrored = ({ grey, columns, ...image }: GreyImage): GreyImage => ({
  ...image,
  columns,
  grey: grey.map((_, at) => grey[at - (at % columns) + columns - 1 - (at % columns)]!),
});

/** Only the left half of the picture. */
export function halved({ grey, columns, rows, isColoured }: GreyImage): GreyImage {
  const half = Math.floor(columns / 2);
  const kept = new Uint8Array(half * rows);
  for (let row = 0; row < rows; row += 1) kept.set(grey.subarray(row * columns, row * columns + half), row * half);
  return { grey: kept, columns: half, rows, isColoured };
}
