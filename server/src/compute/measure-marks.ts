import { isToldInHounsfield } from '@duai/contract';
import {
  calibratedRegions,
  type DecodedFrame,
  type Drawn,
  decodeFrame,
  type Figure,
  figuresOf,
  ImagingError,
  modalityValueOf,
  type PixelShape,
  type PlaneInPatient,
  petUnitOf,
  type ReaderMark,
  shapeAt,
  type ValueKind,
} from '@duai/imaging';

/** A measurement that a reader drew on a frame (from 0); `sha256` is that of the image file. */
export interface MarkToMeasure extends Drawn {
  trackingId: string;
  trackingUid: string;
  note: string;
  sopClassUid: string;
  sopInstanceUid: string;
  frame: number;
  sha256: string;
  /** The points lie on it, computed from the series of the image. */
  plane?: PlaneInPatient | undefined;
  /** Of a plane, the figures of its values, in the unit of the image; the viewer found them. */
  planeValues?: readonly Pick<Figure, 'name' | 'value'>[];
}

/** Images on which nothing can be measured. Its message, which alone leaves the process, is their hashes with spaces between. */
export class ImagesNotReadable extends Error {
  readonly code = IMAGES_NOT_READABLE;
}
export const IMAGES_NOT_READABLE = 'IMAGES_NOT_READABLE';

/**
 * The values of each measurement, by the same functions that the reader saw; each frame is decoded once.
 * @throws ImagesNotReadable where images cannot be decoded
 */
export async function measureMarks(
  marks: readonly MarkToMeasure[],
  bytesOf: (sha256: string) => Promise<Uint8Array>,
): Promise<ReaderMark[]> {
  const byFrame = Map.groupBy(marks, ({ sha256, frame }) => `${sha256} ${frame}`);
  const measured = new Map<string, ReaderMark>();
  const unreadable = new Set<string>();
  for (const onFrame of byFrame.values()) {
    const [first] = onFrame;
    if (!first) continue;
    try {
      const frame = await decodeFrame(await bytesOf(first.sha256), first.frame);
      for (const mark of onFrame) measured.set(mark.trackingUid, measuredOn(frame, mark));
    } catch (error) {
      if (!(error instanceof ImagingError)) throw error;
      unreadable.add(first.sha256);
    }
  }
  if (unreadable.size > 0) throw new ImagesNotReadable([...unreadable].join(' '));
  return marks.flatMap(({ trackingUid }) => measured.get(trackingUid) ?? []);
}

function measuredOn(frame: DecodedFrame, mark: MarkToMeasure): ReaderMark {
  const { header, rows, columns } = frame;
  const shape = shapeAt(shapeOf(header), mark.points);
  const inModality = modalityValueOf(frame);
  const isInside = (column: number, row: number) => column >= 0 && row >= 0 && column < columns && row < rows;
  const { trackingId, trackingUid, note, measure, points, sopClassUid, sopInstanceUid } = mark;
  const common = {
    trackingId,
    trackingUid,
    note,
    measure,
    points,
    valueKind: valueKindOf(frame),
    image: { sopClassUid, sopInstanceUid, frame: header.frames === 1 ? null : mark.frame },
  };
  if (mark.plane) return { ...common, ...measuredOnPlane(mark, mark.plane) };
  return {
    ...common,
    ...shape,
    figures: figuresOf({ measure, points }, shape, {
      rows,
      columns,
      valueAt: (column, row) =>
        frame.samplesPerPixel === 1 && isInside(column, row)
          ? inModality(frame.stored[row * columns + column]!) * (header.suvFactor ?? 1)
          : null,
    }),
  };
}

/** No file has the values of a plane; what lies in space is found from its points. */
function measuredOnPlane({ measure, points, planeValues = [] }: MarkToMeasure, plane: PlaneInPatient) {
  const spacing = { rowMm: plane.mm, columnMm: plane.mm, of: 'patient' as const };
  const values = planeValues.map((one) => ({ ...one, unit: 'value' as const }));
  const inSpace = figuresOf({ measure, points }, { spacing }, { rows: 0, columns: 0, valueAt: () => null });
  return { plane, spacing, figures: [...values, ...inSpace] };
}

function shapeOf(header: DecodedFrame['header']): PixelShape {
  const { pixelSpacingMm, pixelSpacingOf, pixelAspectRatio, ultrasoundRegions = [] } = header;
  if (!pixelSpacingMm || !pixelSpacingOf)
    return {
      spacing: null,
      statedAspect: pixelAspectRatio && pixelAspectRatio[0] / pixelAspectRatio[1],
      regions: calibratedRegions(ultrasoundRegions, header),
    };
  return { spacing: { rowMm: pixelSpacingMm[0], columnMm: pixelSpacingMm[1], of: pixelSpacingOf } };
}

function valueKindOf({ header }: DecodedFrame): ValueKind {
  if (header.suvFactor !== null) return 'SUV';
  if (header.modality === 'MR') return 'MR';
  return isToldInHounsfield(header) ? 'HU' : petUnitOf(header.petUnits);
}
