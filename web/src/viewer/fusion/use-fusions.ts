import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { seriesNumberText, seriesTitle } from '../room/captions.ts';
import type { StudySource } from '../study-source.ts';
import { FusedVolumes } from './fused-volumes.ts';
import {
  candidateOf,
  candidatesFor,
  elsewhereFor,
  type FusionCandidate,
  type FusionOffer,
  isUptake,
} from './fusion.ts';

const nameOf = (source: StudySource, seriesId: string) => `${source.scope} ${seriesId}`;

/** Where they could not be asked for, as on a lost connection; each time twice as long, since some refusals stay. */
const AGAIN_MS = 5000;
const AGAIN_AT_MOST_MS = 120_000;

/** What can lie over the series on show: asks for the places of their examinations' series of uptake, and of no others. */
export function useFusions(sources: readonly StudySource[]) {
  const texts = useWorkTexts().viewer.room;
  const [volumes] = useState(() => new FusedVolumes());
  useEffect(() => () => volumes.close(), [volumes]);
  const [found, setFound] = useState<ReadonlyMap<string, FusionCandidate>>(new Map());
  const wanted = sources.flatMap((source) =>
    source.series
      .filter((series) => isUptake(series) && series.images.length > 0)
      .map((series) => ({ source, series, name: nameOf(source, series.id) })),
  );
  const ask = useEffectEvent((signal: AbortSignal) => {
    for (const { source, series, name } of wanted) {
      const told = [seriesTitle(texts, series), seriesNumberText(texts, series)].filter(Boolean).join(' · ');
      let wait = AGAIN_MS;
      const describe = async (): Promise<void> => {
        try {
          const descriptions = await source.stored?.describe(series.id, signal);
          const candidate = descriptions && candidateOf({ source, series }, told, descriptions);
          if (candidate) setFound((before) => new Map(before).set(name, candidate));
        } catch {
          if (signal.aborted) return;
          const timer = setTimeout(describe, wait);
          wait = Math.min(wait * 2, AGAIN_AT_MOST_MS);
          signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
        }
      };
      void describe();
    }
  });
  const names = [...new Set(wanted.map(({ name }) => name))].join('\n');
  useEffect(() => {
    if (!names) return;
    const controller = new AbortController();
    ask(controller.signal);
    return () => controller.abort();
  }, [names]);
  /** For a series of a source, whose images lie in this frame of reference; the same object as long as nothing changes. */
  return useMemo(() => {
    const offers = new Map<string, FusionOffer | undefined>();
    return (source: StudySource, seriesId: string, frameOfReferenceUid: string | null | undefined) => {
      const name = `${nameOf(source, seriesId)} ${frameOfReferenceUid}`;
      if (!offers.has(name)) {
        const base = source.series.find(({ id }) => id === seriesId);
        const here = source.series.flatMap(({ id }) => found.get(nameOf(source, id)) ?? []);
        const candidates = candidatesFor(base, frameOfReferenceUid, here);
        const elsewhere = elsewhereFor(base, frameOfReferenceUid, here);
        offers.set(name, candidates.length > 0 || elsewhere ? { volumes, candidates, elsewhere } : undefined);
      }
      return offers.get(name);
    };
  }, [found, volumes]);
}
