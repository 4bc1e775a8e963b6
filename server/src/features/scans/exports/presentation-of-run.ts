import { countMarked, NAMED_WINDOWS, windowsOf } from '@duai/contract';
import type { PresentationToWrite } from '../../../compute/objects/write-presentation-state.ts';
import { measurementsOf, type Run, unitOf } from '../../analyses/index.ts';
import type { FullTree } from '../../studies/index.ts';

type FullSeries = FullTree['series'][number];
type Overlay = Extract<Run['result'], { outcome: 'evaluated' }>['overlays'][number];

/** More lines of text do not fit beside an image. */
const MOST_LINES = 12;

/** What is drawn over the images of a run, without names; `sha256` is one of its images. */
interface DrawnPresentation {
  sha256: string;
  state: Omit<
    PresentationToWrite['state'],
    'sopInstanceUid' | 'seriesInstanceUid' | 'at' | 'utcOffset' | 'seriesDescription'
  >;
  images: PresentationToWrite['images'];
}

/**
 * The masks of a run as outlines, with its numbers on the image that shows most of them. Null where a presentation state
 * cannot be of the images: in colours, of several sizes, or with values that it would change (PS3.3 A.33.1.1).
 */
export function presentationOf(
  run: Run,
  series: FullSeries,
  { title, notFor, masks }: { title: string; notFor: string; masks: readonly Overlay[] },
): DrawnPresentation | null {
  const marked = imagesWith(masks, series);
  const [first] = marked;
  if (!first || !series.seriesInstanceUid) return null;
  const { header, columns, rows } = first;
  const isAlike = marked.every(
    (image) =>
      image.columns === columns &&
      image.rows === rows &&
      image.header.rescaleSlope === header.rescaleSlope &&
      image.header.rescaleIntercept === header.rescaleIntercept &&
      image.header.photometricInterpretation === header.photometricInterpretation,
  );
  if (!isAlike || header.hasModalityLut || !header.photometricInterpretation.startsWith('MONOCHROME')) return null;
  const most = marked.reduce((best, image) => (image.marked > best.marked ? image : best));
  const { opening } = windowsOf(header);
  const [center, width] = [header.windowCenter[0], header.windowWidth[0]];
  return {
    sha256: first.sha256,
    state: {
      description: `${title} (${run.algorithmId} ${run.algorithmVersion})`,
      softwareVersion: run.algorithmVersion,
      seriesOfImages: series.seriesInstanceUid,
      ...{ columns, rows },
      pixelSpacingMm: header.pixelSpacingOf === 'patient' ? header.pixelSpacingMm : null,
      rescale: { slope: header.rescaleSlope, intercept: header.rescaleIntercept, type: header.rescaleType ?? 'US' },
      window: opening ? NAMED_WINDOWS[opening] : center !== undefined && width !== undefined ? { center, width } : null,
      isInverted: header.photometricInterpretation === 'MONOCHROME1',
    },
    images: marked.map((image) => ({
      sopClassUid: header.sopClassUid ?? '',
      sopInstanceUid: image.sopInstanceUid,
      frame: image.frames > 1 ? image.frame : null,
      masks: image.masks,
      text: [
        notFor,
        `${title} (${run.algorithmId} ${run.algorithmVersion})`,
        ...(image === most ? numbersOf(run) : []),
      ],
    })),
  };
}

const numbersOf = (run: Run): string[] =>
  measurementsOf(run)
    .slice(0, MOST_LINES)
    .map(({ name, value, unit }) => `${name.en}: ${Number(value.toPrecision(4))} ${unitOf(unit).sign}`.trim());

/** Images and frames of the series with masks on them, in its order. */
function imagesWith(overlays: readonly Overlay[], { instances }: FullSeries) {
  const places = Map.groupBy(
    overlays.flatMap(({ code, columns, rows, slices }) =>
      slices
        .filter(({ runs }) => runs !== '')
        .map(({ sopInstanceUid, frame = 0, runs }) => ({ sopInstanceUid, frame, columns, rows, code, runs })),
    ),
    ({ sopInstanceUid, frame }) => `${sopInstanceUid} ${frame}`,
  );
  return instances.flatMap(({ header, sha256, sopInstanceUid, frames }) =>
    header === null || sopInstanceUid === null
      ? []
      : Array.from({ length: frames }, (_, frame) => ({
          frame,
          found: places.get(`${sopInstanceUid} ${frame}`),
        })).flatMap(({ frame, found }) => {
          const [first] = found ?? [];
          if (!found || !first || first.columns !== header.columns || first.rows !== header.rows) return [];
          const masks = found.map(({ code, runs }) => ({ label: code, runs }));
          const marked = found.reduce((sum, { runs }) => sum + countMarked(runs), 0);
          const { columns, rows } = header;
          return [{ header, sha256, sopInstanceUid, frames, frame, columns, rows, masks, marked }];
        }),
  );
}
