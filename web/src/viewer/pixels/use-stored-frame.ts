import { useEffect, useRef, useState } from 'react';
import type { Frame } from '../frames.ts';
import type { Place, StudySource } from '../study-source.ts';
import type { PixelDescription } from './describe-pixels.ts';
import { aroundOf, FetchAhead } from './fetch-ahead.ts';
import { FrameCache } from './frame-cache.ts';
import { type FrameValues, valuesOf } from './frame-values.ts';

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
  const [found, setFound] = useState<{ seriesId: string; descriptions: Descriptions }>();
  useEffect(() => {
    if (!stored) return;
    const controller = new AbortController();
    const keep = (descriptions: Descriptions) => {
      if (!controller.signal.aborted) setFound({ seriesId, descriptions });
    };
    // Without descriptions the server draws the pictures, so an image is shown in any case.
    stored.describe(seriesId, controller.signal).then(keep, () => keep(NONE));
    return () => controller.abort();
  }, [stored, seriesId]);
  if (!stored) return NONE;
  return found?.seriesId === seriesId ? found.descriptions : undefined;
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
  retry: () => void;
  /** The descriptions of the series, by SOP Instance UID. */
  descriptions: Descriptions | undefined;
} {
  const { stored, scope } = source;
  const descriptions = useDescriptions(source, seriesId);
  const [drawn, setDrawn] = useState<StoredFrame>();
  const [failed, setFailed] = useState<string>();
  const [tries, setTries] = useState(0);
  const order = useRef({ asked: 0, drawn: 0 });
  const running = useRef(new Set<AbortController>());
  const ahead = useRef<FetchAhead>(null);
  useEffect(() => {
    const mine = new FetchAhead();
    ahead.current = mine;
    viewports += 1;
    return () => {
      viewports -= 1;
      mine.stop();
    };
  }, []);
  const wanted = frames[at];
  const imageId = wanted?.image.id;
  const frame = wanted?.frame ?? 0;
  const description = descriptions?.get(wanted?.image.sopInstanceUid ?? '');
  const attempt = `${imageId} ${frame} ${tries}`;

  useEffect(() => {
    if (!stored || !description || imageId === undefined) return;
    order.current.asked += 1;
    const number = order.current.asked;
    const controller = new AbortController();
    const { current: all } = running;
    all.add(controller);
    if (all.size > AT_ONCE) all.values().next().value?.abort();
    const place = { imageId, frame };
    cache
      .get(keyOf(scope, place), (signal) => stored.fetchFrame(seriesId, description, frame, signal), controller.signal)
      .then((octets) => {
        if (number < order.current.drawn) return;
        order.current.drawn = number;
        setDrawn({ ...place, values: valuesOf(octets, description) });
      })
      .catch(() => controller.signal.aborted || setFailed(attempt))
      .finally(() => all.delete(controller));
  }, [stored, scope, seriesId, description, imageId, frame, attempt]);

  const isHere = drawn?.imageId === imageId && drawn?.frame === frame;
  // What lies around comes while this one is looked at, as far as this viewport's share of the cache reaches.
  useEffect(() => {
    if (!stored || !descriptions || !description) return;
    if (!isHere) {
      ahead.current?.aim([]);
      return;
    }
    const fitting = Math.floor((CACHE_BYTES * SHARE_AHEAD) / viewports / bytesOf(description));
    const jobs = aroundOf(frames.length, at, Math.min(fitting, stored.mostAhead ?? fitting)).flatMap((index) => {
      const next = frames[index];
      const known = next && descriptions.get(next.image.sopInstanceUid ?? '');
      const key = next && keyOf(scope, { imageId: next.image.id, frame: next.frame });
      if (!next || !known || !key || cache.has(key)) return [];
      return [
        (signal: AbortSignal) =>
          cache.get(key, (fetching) => stored.fetchFrame(seriesId, known, next.frame, fetching), signal),
      ];
    });
    ahead.current?.aim(jobs);
  }, [stored, scope, seriesId, descriptions, description, frames, at, isHere]);

  useEffect(() => {
    const { current: all } = running;
    return () => {
      for (const controller of all) controller.abort();
    };
  }, []);
  const isFailed = failed === attempt;
  return {
    drawn: description && !isFailed ? drawn : undefined,
    isGiven: descriptions && description !== undefined,
    isFailed,
    retry: () => setTries(tries + 1),
    descriptions,
  };
}

const keyOf = (scope: string, { imageId, frame }: Place): string => `${scope} ${imageId} ${frame}`;

const bytesOf = ({ rows, columns, isColor, bitsAllocated }: PixelDescription): number =>
  (rows * columns * (isColor ? 3 : 1) * bitsAllocated) / 8;
