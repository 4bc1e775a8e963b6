import { dicomweb, type studies } from '@duai/contract';
import { apiErrorOf, callRaw, errorOf } from '../lib/api.ts';
import { type PlacedPlane, planesIn } from './graphics/overlay-planes.ts';
import { createKeptAnswers } from './pixels/fetching/kept-answers.ts';
import { relatedParts } from './pixels/fetching/related-parts.ts';
import {
  describePixels,
  lacksPixelShape,
  needsOwnMetadata,
  type PixelDescription,
} from './pixels/values/describe-pixels.ts';
import { lacksPetUnits } from './pixels/values/pet-units.ts';
import type { StoredPixels } from './study-source.ts';

type Root = Pick<dicomweb.Retrieval, 'seriesMetadata' | 'instanceMetadata' | 'frames' | 'seriesFrames' | 'overlay'>;

/** Of how many images of a series their own metadata are asked for; where there are more, the server draws them. */
const MOST_OWN = 32;
const OWN_AT_ONCE = 4;
/** It is the file that cannot be described; to ask once more would not help. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['NOT_ACCEPTABLE', 'NOT_FOUND', 'FILE_DAMAGED']);

/** By the list that a page was given: a source that is made anew for its masks asks for no metadata again. */
const made = new WeakMap<readonly studies.Study[], StoredPixels>();

/**
 * Stored values by WADO-RS (PS3.18 section 10.4), for the DICOM images of these studies. Grey and RGB images are drawn from
 * them; the server draws all others.
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
  /** By SOP Instance UID; the server draws those whose file cannot be described. @throws ApiError where a call fails otherwise */
  async function ownMetadata(
    inSeries: Record<string, string>,
    entries: ReadonlySet<dicomweb.DicomJson>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<unknown, dicomweb.DicomJson>> {
    const found = new Map<unknown, dicomweb.DicomJson>();
    const waiting = entries.values();
    const fetchNext = async (): Promise<void> => {
      for (const entry of waiting) {
        const sopInstanceUid = String(nameIn(entry));
        const answer = await callRaw(root.instanceMetadata, { params: { ...inSeries, sopInstanceUid }, signal }).catch(
          (error: unknown) => {
            if (OF_THE_FILE.has(apiErrorOf(error)?.code ?? '')) return null;
            throw error;
          },
        );
        const [whole] = answer ? ((await answer.json()) as readonly dicomweb.DicomJson[]) : [];
        if (whole) found.set(sopInstanceUid, whole);
      }
    };
    await Promise.all(Array.from({ length: OWN_AT_ONCE }, fetchNext));
    return found;
  }
  /** Viewports, the list of series and volumes ask for it. */
  const describe = createKeptAnswers(async (seriesId, signal): Promise<ReadonlyMap<string, PixelDescription>> => {
    const series = seriesOf(seriesId);
    if (!series) return new Map();
    const answer = await callRaw(root.seriesMetadata, { params: series.params, signal });
    const all = (await answer.json()) as readonly dicomweb.DicomJson[];
    const named = Map.groupBy(all, nameIn);
    // Images that share a SOP Instance UID are drawn by the server by their ids, because the UID would give the same one
    // for all.
    const metadata = all.filter((entry) => named.get(nameIn(entry))?.length === 1);
    for (const entry of metadata) {
      const found = planesIn(entry);
      if (found.length > 0) planes.set(`${seriesId} ${nameIn(entry)}`, found);
    }
    const windows = new Map<unknown, studies.Instance['window']>(
      series.instances.map(({ sopInstanceUid, window }) => [sopInstanceUid, window]),
    );
    const few = (some: dicomweb.DicomJson[]) => (some.length > MOST_OWN ? [] : some);
    // Units are an attribute of the series (PS3.3 C.8.9.1): one image tells those of all. Uptake is told without them.
    const unitless = metadata.find((entry) => lacksPetUnits(entry) && !windows.get(nameIn(entry))?.suvFactor);
    const asked = new Set([
      ...few(metadata.filter(needsOwnMetadata)),
      ...few(metadata.filter(lacksPixelShape)),
      ...(unitless ? [unitless] : []),
    ]);
    const own = await ownMetadata(series.params, asked, signal);
    const units = unitless && own.get(nameIn(unitless))?.['00541001'];
    const described = metadata.flatMap((entry): [string, PixelDescription][] => {
      const known = own.get(nameIn(entry)) ?? entry;
      const description = describePixels(units ? { ...known, '00541001': units } : known);
      if (!description) return [];
      const { sopInstanceUid, isColor } = description;
      return isColor || windows.get(sopInstanceUid) ? [[sopInstanceUid, description]] : [];
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

const nameIn = (entry: dicomweb.DicomJson): unknown => entry['00080018']?.Value?.[0];

const NO_PLANES: readonly PlacedPlane[] = [];
