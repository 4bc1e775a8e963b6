import { dicomweb, type studies } from '@duai/contract';
import { callRaw, errorOf } from '../lib/api.ts';
import { type PlacedPlane, planesIn } from './graphics/overlay-planes.ts';
import { describePixels, type PixelDescription } from './pixels/describe-pixels.ts';
import { createKeptAnswers } from './pixels/fetching/kept-answers.ts';
import { relatedParts } from './pixels/fetching/related-parts.ts';
import type { StoredPixels } from './study-source.ts';

type Root = Pick<dicomweb.Retrieval, 'seriesMetadata' | 'frames' | 'seriesFrames' | 'overlay'>;

/** By the list that a page was given: a source that is made anew for its masks asks for no metadata again. */
const made = new WeakMap<readonly studies.Study[], StoredPixels>();

/**
 * Stored values by WADO-RS (PS3.18 section 10.4), for the DICOM images of these studies. Colour images, and grey images that
 * open in a window, are drawn from them; the server draws all others.
 */
export function dicomwebPixels(
  root: Root,
  owner: Readonly<Record<string, string>>,
  examinations: readonly studies.Study[],
): StoredPixels {
  const known = made.get(examinations) ?? pixelsOf(root, owner, examinations);
  made.set(examinations, known);
  return known;
}

function pixelsOf(
  root: Root,
  owner: Readonly<Record<string, string>>,
  examinations: readonly studies.Study[],
): StoredPixels {
  const seriesOf = (seriesId: string) => {
    for (const { studyInstanceUid, series } of examinations) {
      const found = series.find(({ id }) => id === seriesId);
      if (!found?.seriesInstanceUid || !studyInstanceUid) continue;
      const { seriesInstanceUid, instances } = found;
      return { params: { ...owner, studyInstanceUid, seriesInstanceUid }, instances };
    }
    return undefined;
  };
  const planes = new Map<string, readonly PlacedPlane[]>();
  /** Viewports, the list of series and volumes ask for it. */
  const describe = createKeptAnswers(async (seriesId, signal): Promise<ReadonlyMap<string, PixelDescription>> => {
    const series = seriesOf(seriesId);
    if (!series) return new Map();
    const answer = await callRaw(root.seriesMetadata, { params: series.params, signal });
    const metadata = (await answer.json()) as readonly dicomweb.DicomJson[];
    const windows = new Map(series.instances.map(({ sopInstanceUid, window }) => [sopInstanceUid, window]));
    const named = Map.groupBy(metadata, (entry) => entry['00080018']?.Value?.[0]);
    for (const entry of metadata) {
      const name = entry['00080018']?.Value?.[0];
      const found = named.get(name)?.length === 1 ? planesIn(entry) : [];
      if (found.length > 0) planes.set(`${seriesId} ${name}`, found);
    }
    const described = metadata.flatMap((entry): [string, PixelDescription][] => {
      const description = describePixels(entry);
      // Images that share a SOP Instance UID are drawn by the server by their ids, because the UID would give the same one
      // for all.
      if (!description || named.get(description.sopInstanceUid)?.length !== 1) return [];
      const { sopInstanceUid, isColor } = description;
      const window = windows.get(sopInstanceUid);
      return isColor || (window && !window.isByTable) ? [[sopInstanceUid, description]] : [];
    });
    return new Map(described);
  });
  return {
    describe,
    async fetchFrame(seriesId, { sopInstanceUid }, frame, signal) {
      const series = seriesOf(seriesId);
      if (!series) throw new Error('the series has no name to ask by');
      const answer = await callRaw(root.frames, {
        params: { ...series.params, sopInstanceUid, frames: String(frame + 1) },
        headers: { accept: 'application/octet-stream' },
        signal,
      });
      return await answer.arrayBuffer();
    },
    fetchFrames: {
      most: dicomweb.MOST_FRAMES_OF_SERIES,
      async call(seriesId, wanted, signal, take) {
        const series = seriesOf(seriesId);
        if (!series) throw new Error('the series has no name to ask by');
        const of = wanted.map(({ sopInstanceUid, frame }) => `${sopInstanceUid}:${frame + 1}`).join();
        const { body } = await callRaw(root.seriesFrames, { params: series.params, query: { of }, signal });
        if (!body) throw new Error('the answer is empty');
        for await (const { headers, bytes } of relatedParts(body)) {
          const [, sopInstanceUid = '', number] =
            /([\d.]+)\/frames\/(\d+)$/.exec(headers.get('content-location') ?? '') ?? [];
          const isFrame = headers.get('content-type')?.startsWith('application/octet-stream');
          take(
            { sopInstanceUid, frame: Number(number) - 1 },
            isFrame ? bytes : errorOf(0, new TextDecoder().decode(bytes)),
          );
        }
      },
    },
    overlays: {
      planesOf: (seriesId, sopInstanceUid) => planes.get(`${seriesId} ${sopInstanceUid}`) ?? NO_PLANES,
      async fetch(seriesId, sopInstanceUid, group, signal) {
        const series = seriesOf(seriesId);
        if (!series) throw new Error('the series has no name to ask by');
        const params = { ...series.params, sopInstanceUid, overlayGroup: group.toString(16) };
        return await (await callRaw(root.overlay, { params, signal })).arrayBuffer();
      },
    },
  };
}

const NO_PLANES: readonly PlacedPlane[] = [];
