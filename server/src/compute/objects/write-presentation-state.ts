import { readFile } from 'node:fs/promises';
import { decodeRuns } from '@duai/contract';
import { outlinesOf, type PresentationState, writePresentationState as write } from '@duai/imaging';

type Annotated = PresentationState['images'][number];

export interface PresentationToWrite {
  path: string;
  state: Omit<PresentationState, 'images'>;
  /** Masks as run lengths, as large as the images. */
  images: readonly (Omit<Annotated, 'outlines' | 'labels'> & { masks: readonly { label: string; runs: string }[] })[];
}

/** Masks as outlines over the images of their series, as a DICOM object. @throws ImagingError */
export async function writePresentationState({ path, state, images }: PresentationToWrite): Promise<Uint8Array> {
  const { columns, rows } = state;
  const annotated = images.map(({ masks, ...image }): Annotated => {
    const drawn = masks.map(({ label, runs }) => ({
      label,
      outlines: outlinesOf(decodeRuns(runs, columns * rows), columns, rows),
    }));
    return {
      ...image,
      outlines: drawn.flatMap(({ outlines }) => outlines),
      labels: drawn.flatMap(({ label, outlines: [first] }) => (first?.[0] ? [{ at: first[0], text: label }] : [])),
    };
  });
  return write({ ...state, images: annotated }, await readFile(path));
}
