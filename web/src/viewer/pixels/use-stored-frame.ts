import { useEffect, useMemo, useRef, useState } from 'react';
import { apiErrorOf } from '../../lib/api.ts';
import type { Frame } from '../frames.ts';
import type { FrameName, Place, StoredPixels, StudySource } from '../study-source.ts';
import { aroundOf, FetchAhead } from './fetching/fetch-ahead.ts';
import { FrameCache } from './fetching/frame-cache.ts';
import { ofFrame, type PixelDescription } from './values/describe-pixels.ts';
import { type FrameValues, valuesOf } from './values/frame-values.ts';

/** For all viewers of a page together: 500 slices of 512 × 512. */
const CACHE_BYTES = 256 * 1024 * 1024;
const cache = new FrameCache(CACHE_BYTES);
/** Of the cache; the rest is for what was looked at in other series. */
const SHARE_AHEAD = 0.8;
let viewports = 0;
/** Maximum concurrent fetches while the reader scrolls; the oldest is aborted. */
const AT_ONCE = 4;

export interface StoredFrame extends Place {
  readonly values: FrameValues;
}

type Descriptions = ReadonlyMap<string, PixelDescription>;
const NONE: Descriptions = new Map();

/**
 * The descriptions needed to draw the stored values of a series; undefined while loading, empty if stored values are not
 * available.
 */
function useDescriptions({ stored }: StudySource, seriesId: string): Descriptions | undefined {
  const [found, setFound] = useState<{ of: StoredPixels; seriesId: string; descriptions: Descriptions }>();
  useEffect(() => {
    if (!stored) return;
    const controller = new AbortController();
    const keep = (descriptions: Descriptions) => {
      if (!controller.signal.aborted) setFound({ of: stored, seriesId, descriptions });
    };
    // Without descriptions the server draws the pictures, so an image is shown in any case.
    stored.describe(seriesId, controller.signal).then(keep, () => keep(NONE));
    return () => controller.abort();
  }, [stored, seriesId]);
  if (!stored) return NONE;
  return found?.of === stored && found.seriesId === seriesId ? found.descriptions : undefined;
}

/**
 * The stored values of the frame on the stage; the last ones stay until the next are loaded. `isGiven`: this frame has stored
 * values, so no picture is requested from the server; undefined while unknown.
 */
export function useStoredFrame(
  source: StudySource,
  seriesId: string,
  frames: readonly Frame[],
  at: number,
): {
  drawn: StoredFrame | undefined;
  isGiven: boolean | undefined;
  isFailed: boolean;
  /** It failed because the stored file does not have its hash. */
  isDamaged: boolean;
  retry: () => void;
  /** Of this frame. */
  description: PixelDescription | undefined;
  /** The descriptions of the series, by SOP Instance UID. */
  descriptions: Descriptions | undefined;
} {
  const { stored, scope } = source;
  const descriptions = useDescriptions(source, seriesId);
  const [drawn, setDrawn] = useState<StoredFrame>();
  const [failed, setFailed] = useState<{ attempt: string; isDamaged: boolean }>();
  const [tries, setTries] = useState(0);
  const order = useRef({ asked: 0, drawn: 0 });
  const running = useRef(new Set<AbortController>());
  const ahead = useRef<FetchAhead<Ahead>>(null);
  const most = stored?.fetchFrames?.most ?? 1;
  useEffect(() => {
    const mine = new FetchAhead<Ahead>(most);
    ahead.current = mine;
    viewports += 1;
    return () => {
      viewports -= 1;
      mine.stop();
    };
  }, [most]);
  const wanted = frames[at];
  const imageId = wanted?.image.id;
  const frame = wanted?.frame ?? 0;
  const description = ofFrame(descriptions?.get(wanted?.image.sopInstanceUid ?? ''), frame);
  const attempt = `${imageId} ${frame} ${tries}`;
  const here = description && imageId !== undefined ? keptFrame(scope, { imageId, frame }, description) : undefined;
  // What was fetched ahead is drawn at once, without a turn through an effect.
  if (here && here !== drawn) setDrawn(here);
  const drawnAtOnce = useRef(here);
  useEffect(() => {
    drawnAtOnce.current = here;
  });

  // The first frame comes beside the descriptions, not after them.
  const nameBefore =
    stored && !descriptions && wanted?.image.window?.isByTable === false && wanted.image.sopInstanceUid;
  useEffect(() => {
    if (!stored || !nameBefore || imageId === undefined) return;
    const controller = new AbortController();
    const { current: all } = running;
    all.add(controller);
    const fetch = (signal: AbortSignal) => stored.fetchFrame(seriesId, { sopInstanceUid: nameBefore }, frame, signal);
    cache
      .get(keyOf(scope, { imageId, frame }), fetch, controller.signal)
      // Told to whoever draws it.
      .catch(() => {})
      .finally(() => all.delete(controller));
  }, [stored, nameBefore, scope, seriesId, imageId, frame]);

  useEffect(() => {
    if (!stored || !description || imageId === undefined) return;
    order.current.asked += 1;
    const number = order.current.asked;
    const place = { imageId, frame };
    // It may have come since the page was rendered, fetched by a call that draws nothing (before the descriptions, ahead).
    const kept = keptFrame(scope, place, description);
    if (kept) {
      order.current.drawn = number;
      // To set once more what is drawn would draw the viewport once more.
      if (kept !== drawnAtOnce.current) setDrawn(kept);
      return;
    }
    const controller = new AbortController();
    const { current: all } = running;
    all.add(controller);
    if (all.size > AT_ONCE) all.values().next().value?.abort();
    cache
      .get(keyOf(scope, place), (signal) => stored.fetchFrame(seriesId, description, frame, signal), controller.signal)
      .then((octets) => {
        if (number < order.current.drawn) return;
        order.current.drawn = number;
        setDrawn(frameOf(octets, place, description));
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFailed({ attempt, isDamaged: apiErrorOf(error)?.code === 'FILE_DAMAGED' });
      })
      .finally(() => all.delete(controller));
  }, [stored, scope, seriesId, description, imageId, frame, attempt]);

  const isHere = drawn?.imageId === imageId && drawn?.frame === frame;
  // Made once: with each step hundreds of them are looked for.
  const keys = useMemo(
    () => frames.map((one) => keyOf(scope, { imageId: one.image.id, frame: one.frame })),
    [scope, frames],
  );
  // What lies around comes while this one is looked at, as far as this viewport's share of the cache reaches.
  useEffect(() => {
    if (!stored || !descriptions || !description) return;
    const fetch = (items: readonly Ahead[], signal: AbortSignal) => fetchAll(stored, seriesId, items, signal);
    if (!isHere) {
      ahead.current?.aim([], fetch);
      return;
    }
    const fitting = Math.floor((CACHE_BYTES * SHARE_AHEAD) / viewports / bytesOf(description));
    const items: Ahead[] = [];
    for (const index of aroundOf(frames.length, at, Math.min(fitting, stored.mostAhead ?? fitting))) {
      const next = frames[index];
      const key = keys[index];
      if (!next || !key || cache.has(key) || failedAhead.has(key)) continue;
      const known = descriptions.get(next.image.sopInstanceUid ?? '');
      if (known) items.push({ key, sopInstanceUid: known.sopInstanceUid, frame: next.frame });
    }
    ahead.current?.aim(items, fetch);
  }, [stored, seriesId, descriptions, description, frames, keys, at, isHere]);

  useEffect(() => {
    const { current: all } = running;
    return () => {
      for (const controller of all) controller.abort();
    };
  }, []);
  const isFailed = failed?.attempt === attempt;
  return {
    drawn: description && !isFailed ? drawn : undefined,
    isGiven: descriptions && description !== undefined,
    isFailed,
    isDamaged: isFailed && failed.isDamaged,
    retry: () => setTries(tries + 1),
    description,
    descriptions,
  };
}

/** A frame to fetch before it is asked for. */
interface Ahead extends FrameName {
  readonly key: string;
}
/** Not fetched ahead again; a reader who goes there is told why it failed. */
const failedAhead = new Set<string>();

/** What a call leaves out is fetched alone by who goes there. */
async function fetchAll(stored: StoredPixels, seriesId: string, items: readonly Ahead[], signal: AbortSignal) {
  const byKey = new Map(items.map((item) => [item.key, item]));
  await cache.getMany(
    [...byKey.keys()],
    async (keys, fetching, take) => {
      const wanted = keys.flatMap((key) => byKey.get(key) ?? []);
      const { fetchFrames } = stored;
      if (!fetchFrames) {
        for (const { key, frame, ...image } of wanted)
          take(key, await stored.fetchFrame(seriesId, image, frame, fetching));
        return;
      }
      await fetchFrames.call(seriesId, wanted, fetching, (name, octets) => {
        const found = wanted.find((one) => one.sopInstanceUid === name.sopInstanceUid && one.frame === name.frame);
        if (!found) return;
        if (octets instanceof Error) failedAhead.add(found.key);
        take(found.key, octets);
      });
    },
    signal,
  );
}

/** One object for a fetched frame, whoever draws it. */
const frameObjects = new WeakMap<ArrayBuffer, StoredFrame>();

/** @throws Error where the frame is cut off */
function frameOf(octets: ArrayBuffer, place: Place, description: PixelDescription): StoredFrame {
  const known = frameObjects.get(octets);
  if (known?.values.description === description) return known;
  const made = { ...place, values: valuesOf(octets, description) };
  frameObjects.set(octets, made);
  return made;
}

function keptFrame(scope: string, place: Place, description: PixelDescription): StoredFrame | undefined {
  const octets = cache.peek(keyOf(scope, place));
  const isWhole = octets && octets.byteLength >= bytesOf(description);
  return isWhole ? frameOf(octets, place, description) : undefined;
}

const keyOf = (scope: string, { imageId, frame }: Place): string => `${scope} ${imageId} ${frame}`;

const bytesOf = ({ rows, columns, isColor, bitsAllocated }: PixelDescription): number =>
  (rows * columns * (isColor ? 3 : 1) * bitsAllocated) / 8;
