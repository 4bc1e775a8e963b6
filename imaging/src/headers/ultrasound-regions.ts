import type { DataSet } from 'dicom-parser';

/** A part of an ultrasound image with measures of its own, as the file states them (PS3.3 C.8.5.5). */
export interface UltrasoundRegion {
  /** Region Spatial Format: 1 2D, 2 M-mode, 3 spectral, 4 waveform, 5 graphics; 0 none. */
  format: number;
  /** Its first column and row and its last ones, counted from 0. */
  bounds: [left: number, top: number, right: number, bottom: number];
  /** Physical Units in the directions of columns and rows; 3 is cm. */
  units: [across: number, down: number];
  /** Physical Delta: from one column and from one row to the next, in these units. */
  delta: [across: number, down: number];
}

/** More than any ultrasound device states. */
const MOST_REGIONS = 16;

/** Sequence of Ultrasound Regions (0018,6011), without items that have no place. */
export function readUltrasoundRegions(dataSet: DataSet): UltrasoundRegion[] {
  const items = dataSet.elements.x00186011?.items ?? [];
  return items.slice(0, MOST_REGIONS).flatMap(({ dataSet: item }): UltrasoundRegion[] => {
    const [left, top, right, bottom] = ['18', '1a', '1c', '1e'].map((tag) => item?.uint32(`x001860${tag}`));
    if (left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
    return [
      {
        format: item?.uint16('x00186012') ?? 0,
        bounds: [left, top, right, bottom],
        units: [item?.uint16('x00186024') ?? 0, item?.uint16('x00186026') ?? 0],
        delta: [item?.double('x0018602c') ?? 0, item?.double('x0018602e') ?? 0],
      },
    ];
  });
}
