import type { DataSet } from 'dicom-parser';

/** A drawing of one bit a pixel that a file brings beside its image (PS3.3 C.9.2): lines, letters, or a region. */
export interface OverlayPlane {
  /** 0x6000 to 0x601e, even. */
  group: number;
  rows: number;
  columns: number;
  /** Which row and column of the image its first pixel lies on; the image's own first is 1, 1. */
  row: number;
  column: number;
  /** Of its own; null: one that lies on every frame of the image. */
  frames: number | null;
  /** The frame of the image that its first one lies on, from 1. */
  firstFrame: number;
  label: string | null;
}

const GROUPS = Array.from({ length: 16 }, (_, index) => 0x6000 + 2 * index);
export const tagIn = (group: number, element: string): string => `x${group.toString(16)}${element}`;

/** The planes that a file names, with what their pixels are not read for. */
export function readOverlayPlanes(dataSet: DataSet, text: (tag: string) => string | null): OverlayPlane[] {
  return GROUPS.flatMap((group): OverlayPlane[] => {
    const [rows, columns] = [dataSet.uint16(tagIn(group, '0010')) ?? 0, dataSet.uint16(tagIn(group, '0011')) ?? 0];
    const hasBits = dataSet.elements[tagIn(group, '3000')] !== undefined || embeddedBit(dataSet, group) !== null;
    if (rows === 0 || columns === 0 || !hasBits) return [];
    const frames = Number.parseInt(dataSet.string(tagIn(group, '0015')) ?? '', 10);
    return [
      {
        group,
        rows,
        columns,
        row: dataSet.int16(tagIn(group, '0050'), 0) ?? 1,
        column: dataSet.int16(tagIn(group, '0050'), 1) ?? 1,
        frames: frames > 1 ? frames : null,
        firstFrame: dataSet.uint16(tagIn(group, '0051')) ?? 1,
        label: text(tagIn(group, '1500')) ?? text(tagIn(group, '0022')),
      },
    ];
  });
}

/** Until 2004 a plane might lie in bits of the pixels that no value uses (PS3.3-2004 C.9.2.1.2). */
export function embeddedBit(dataSet: DataSet, group: number): number | null {
  const position = dataSet.uint16(tagIn(group, '0102')) ?? 0;
  const isBesideTheValue = position > 0 && (dataSet.uint16(tagIn(group, '0100')) ?? 1) > 1;
  return isBesideTheValue && dataSet.elements[tagIn(group, '3000')] === undefined ? position : null;
}
