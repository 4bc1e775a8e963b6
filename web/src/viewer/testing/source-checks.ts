import { imageNameOf } from '@duai/contract';
import { ApiError } from '../../lib/api.ts';
import { framesOf, placeOf } from '../frames.ts';
import { valuesOf } from '../pixels/values/frame-values.ts';
import { commandOf } from '../stage/keys.ts';
import { FIRST_VIEW, frameAt, presetsOf, type View, type ViewCommand, viewAfter } from '../stage/view.ts';
import type { StudySource, ViewableSeries } from '../study-source.ts';

interface SourceCheck {
  readonly title: string;
  /** @throws Error that says what is wrong */
  readonly check: (source: StudySource) => Promise<void>;
}

const NO_LIMIT = new AbortController().signal;
const KEYS = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End', 'ArrowDown', 'Home', 'ArrowUp'];

/**
 * Rules that every source follows, so that the viewer depends on no particular one. Run against the fake source in unit
 * tests, and against a server as patient, doctor with a share link, radiologist and institution.
 */
export const SOURCE_CHECKS: readonly SourceCheck[] = [
  {
    title: 'lists series with images, each id once',
    async check({ series }) {
      const ids = series.flatMap(({ id, images }) => [id, ...images.map((image) => image.id)]);
      expectThat(series.length > 0 && series.every(({ images }) => images.length > 0), 'a series without images');
      expectThat(new Set(ids).size === ids.length, 'an id names two things');
      expectThat(
        series.every(({ images }) => images.every(({ frames }) => frames >= 1)),
        'an image without a frame',
      );
    },
  },
  {
    title: 'keys lead from picture to picture, and stop at both ends',
    async check(source) {
      for (const series of source.series) {
        const frames = framesOf(series);
        let view = FIRST_VIEW;
        for (const key of KEYS) {
          view = pressed(view, key, series);
          await expectPicture(source, series, view);
        }
        expectThat(frameAt(view, frames.length) === 0, 'the first image is not where Home leads');
      }
    },
  },
  {
    title: 'the slider reaches the first image, the last and one between',
    async check(source) {
      for (const series of source.series) {
        const last = framesOf(series).length - 1;
        for (const to of [0, last, Math.floor(last / 2)])
          await expectPicture(source, series, viewAfter(FIRST_VIEW, { do: 'go', to }, viewed(series)));
      }
    },
  },
  {
    title: 'each window that is offered is another picture of the same image',
    async check(source) {
      for (const series of source.series) {
        const pictures = await Promise.all(
          presetsOf(series.windows).map(({ window }) =>
            expectPicture(source, series, viewAfter(FIRST_VIEW, { do: 'choose-window', window }, viewed(series))),
          ),
        );
        const different = new Set(await Promise.all(pictures.map(async (picture) => await textOf(picture))));
        expectThat(different.size === pictures.length, 'two windows, one picture');
      }
    },
  },
  {
    title: 'masks lie on images of the list',
    async check(source) {
      for (const { id, images } of source.series) {
        const named = new Set(images.map(imageNameOf));
        const overlays = await source.fetchOverlays(id, NO_LIMIT);
        expectThat(
          overlays.every(({ slices }) => slices.every(({ sopInstanceUid }) => named.has(sopInstanceUid))),
          'a mask on an image that is not in its series',
        );
      }
    },
  },
  {
    title: 'stored values, where they are given, fill the image that they are described for',
    async check(source) {
      for (const series of source.stored ? source.series : []) {
        const descriptions = await source.stored?.describe(series.id, NO_LIMIT);
        const [description] = descriptions?.values() ?? [];
        if (!description) continue;
        const octets = await source.stored?.fetchFrame(series.id, description, 0, NO_LIMIT);
        expectThat(octets !== undefined && octets.byteLength > 0, 'a described image has no values');
        if (octets) valuesOf(octets, description);
      }
    },
  },
  {
    title: 'frames that come many in one call are those that come one by one',
    async check({ series, stored }) {
      for (const { id } of stored?.fetchFrames ? series : []) {
        const described = [...((await stored?.describe(id, NO_LIMIT))?.values() ?? [])].slice(0, 3);
        const wanted = described.map(({ sopInstanceUid }) => ({ sopInstanceUid, frame: 0 }));
        if (wanted.length === 0) continue;
        const found = new Map<string, ArrayBuffer | Error>();
        await stored?.fetchFrames?.call(id, wanted, NO_LIMIT, (name, octets) => found.set(name.sopInstanceUid, octets));
        for (const image of wanted) {
          const alone = await stored?.fetchFrame(id, image, 0, NO_LIMIT);
          const among = found.get(image.sopInstanceUid);
          const isSame = alone && among instanceof ArrayBuffer && isEqual(new Uint8Array(alone), new Uint8Array(among));
          expectThat(isSame === true, `another frame among many: ${String(among)}`);
        }
      }
    },
  },
  {
    title: 'an image of somebody else does not exist',
    async check(source) {
      const place = { imageId: '00000000-0000-4000-8000-000000000000', frame: 0 };
      const answer = await source.fetchPicture(place, undefined, NO_LIMIT).catch((error: unknown) => error);
      expectThat(answer instanceof ApiError && answer.status === 404, `expected a 404, not ${String(answer)}`);
    },
  },
  {
    title: 'a fetch ends with its signal',
    async check(source) {
      const [frame] = source.series.flatMap(framesOf);
      if (!frame) throw new Error('the source has no image');
      const answer = await source
        .fetchPicture(placeOf(frame), undefined, AbortSignal.abort())
        .catch((error: unknown) => error);
      expectThat(answer instanceof DOMException && answer.name === 'AbortError', `not ended: ${String(answer)}`);
    },
  },
];

const viewed = (series: ViewableSeries) => ({ frames: framesOf(series).length, opening: null, masks: [] });

/** The view after a key on the stage. */
function pressed(view: View, key: string, series: ViewableSeries): View {
  const command = commandOf(
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    {
      presets: presetsOf(series.windows),
      hasWindow: false,
      hasSeries: false,
      hasMeasures: false,
      isRightToLeft: false,
    },
  );
  if (!command || ['zoom', 'fit', 'true-size', 'change-series'].includes(command.do))
    throw new Error(`${key} does not move`);
  return viewAfter(view, command as ViewCommand, viewed(series));
}

/** Expects the picture of the view's frame and window. */
async function expectPicture(source: StudySource, series: ViewableSeries, view: View): Promise<Blob> {
  const frames = framesOf(series);
  const frame = frames[frameAt(view, frames.length)];
  if (!frame) throw new Error('the view is of no frame');
  const picture = await source.fetchPicture(placeOf(frame), view.window, NO_LIMIT);
  const head = new Uint8Array(await picture.slice(1, 4).arrayBuffer());
  expectThat(String.fromCharCode(...head) === 'PNG', 'the picture is no PNG');
  return picture;
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const textOf = async (picture: Blob) => new TextDecoder('latin1').decode(await picture.arrayBuffer());

function expectThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}
