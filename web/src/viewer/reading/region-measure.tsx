import { imageNameOf, type Region, type Tissue } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import type { Frame } from '../frames.ts';
import type { Point } from '../stage/gestures.ts';

/** Lets an algorithm measure a region of the displayed series. */
export interface RegionMeasuring {
  readonly isPending: boolean;
  readonly onMeasure: (algorithmId: string, region: Region) => void;
}

type Choice = 'calcium' | 'liver' | 'l1' | 'muscle' | 'fat' | 'any' | 'composition';

/** The kinds of measurement for a region: the algorithm, and the tissue inside the region. */
const CHOICES: Record<Choice, { algorithmId: string; tissue?: Tissue }> = {
  calcium: { algorithmId: 'ct.agatston' },
  liver: { algorithmId: 'ct.roi-attenuation', tissue: 'liver' },
  l1: { algorithmId: 'ct.roi-attenuation', tissue: 'vertebra-l1' },
  muscle: { algorithmId: 'ct.roi-attenuation', tissue: 'muscle-l3' },
  fat: { algorithmId: 'ct.roi-attenuation', tissue: 'fat' },
  any: { algorithmId: 'ct.roi-attenuation' },
  composition: { algorithmId: 'ct.body-composition-slice' },
};
const NAMES = Object.keys(CHOICES) as Choice[];

interface RegionMeasureProps extends RegionMeasuring {
  readonly shape: 'ellipse' | 'rectangle';
  readonly points: readonly Point[];
  /** From the frame that the region was drawn on to the last of the series. */
  readonly frames: readonly Frame[];
  /** Number of the image that the region was drawn on, counted from 1. */
  readonly image: number;
}

/** Uses the shape of a measurement as a region on this and the following images, and lets an algorithm measure it. */
export function RegionMeasure({ shape, points, frames, image, isPending, onMeasure }: RegionMeasureProps) {
  const texts = useWorkTexts().viewer.region;
  const [choice, setChoice] = useState<Choice>('calcium');
  const [count, setCount] = useState(1);
  const [from, to] = points;
  if (!from || !to) return null;
  const covers = choice === 'composition' ? 1 : Math.min(count, frames.length);
  const { algorithmId, tissue } = CHOICES[choice];
  const measure = () =>
    onMeasure(algorithmId, {
      shape,
      from,
      to,
      images: frames.slice(0, covers).map(({ image: of, frame }) => ({ sopInstanceUid: imageNameOf(of), frame })),
      ...(tissue && { tissue }),
    });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <select
        aria-label={texts.what({ image })}
        value={choice}
        onChange={(event) => setChoice(event.target.value as Choice)}
        className="h-8 max-w-full rounded border border-grey-2 bg-surface px-2 pointer-coarse:h-11"
      >
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.choices[name]}
          </option>
        ))}
      </select>
      {choice !== 'composition' && frames.length > 1 && (
        <label className="inline-flex items-center gap-1">
          {texts.images}
          <input
            type="number"
            min={1}
            max={Math.min(frames.length, MOST_IMAGES)}
            value={count}
            onChange={(event) => setCount(Math.max(1, Math.min(MOST_IMAGES, event.target.valueAsNumber || 1)))}
            className="h-8 w-20 rounded border border-grey-2 bg-surface px-2 pointer-coarse:h-11"
          />
        </label>
      )}
      <Button size="small" variant="secondary" disabled={isPending} onClick={measure}>
        {texts.measure}
      </Button>
    </span>
  );
}

const MOST_IMAGES = 400;
