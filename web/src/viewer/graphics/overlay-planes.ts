import type { dicomweb } from '@duai/contract';
import type { OverlayPlane } from '@duai/imaging/browser';

/** A plane with the size of the image that it lies on. */
export interface PlacedPlane extends OverlayPlane {
  readonly image: { readonly rows: number; readonly columns: number };
}

/** The overlays that metadata of WADO-RS name (PS3.3 C.9.2). */
export function planesIn(metadata: dicomweb.DicomJson): PlacedPlane[] {
  const sizeOf = (tag: string) => Number(metadata[tag]?.Value?.[0] ?? 0);
  const image = { rows: sizeOf('00280010'), columns: sizeOf('00280011') };
  if (!(image.rows > 0 && image.columns > 0)) return [];
  return Object.keys(metadata).flatMap((tag): PlacedPlane[] => {
    const [, group] = /^(60[01][02468ace])3000$/i.exec(tag) ?? [];
    if (!group) return [];
    const value = (element: string, at = 0) => metadata[`${group}${element}`]?.Value?.[at];
    const number = (element: string, at = 0) => Number(value(element, at) ?? Number.NaN);
    const [rows, columns, label] = [number('0010'), number('0011'), value('1500')];
    if (!(rows > 0 && columns > 0)) return [];
    const [row, column, frames, first] = [number('0050'), number('0050', 1), number('0015'), number('0051')];
    return [
      {
        group: Number.parseInt(group, 16),
        rows,
        columns,
        row: Number.isFinite(row) ? row : 1,
        column: Number.isFinite(column) ? column : 1,
        frames: frames > 1 ? frames : null,
        firstFrame: first > 0 ? first : 1,
        image,
        label: typeof label === 'string' ? label : null,
      },
    ];
  });
}

/** Which of its own frames a plane shows on a frame of the image, both from 0; null: none. */
export function planeFrameOn({ frames, firstFrame }: OverlayPlane, frame: number): number | null {
  if (frames === null) return 0;
  const own = frame - (firstFrame - 1);
  return own >= 0 && own < frames ? own : null;
}

/** Bright on dark and on light tissue, and none of the colours of masks. */
const COLOUR = 0xff_5a_e1_ff;

/** RGBA of one frame of a plane, from its bits, the least significant first; where it draws nothing, nothing. */
export function paintPlane(bits: Uint8Array, { rows, columns }: OverlayPlane, frame: number, words: Uint32Array): void {
  const first = frame * rows * columns;
  for (let at = 0; at < rows * columns; at += 1) {
    const bit = first + at;
    words[at] = ((bits[bit >> 3] ?? 0) >> (bit & 7)) & 1 ? COLOUR : 0;
  }
}
