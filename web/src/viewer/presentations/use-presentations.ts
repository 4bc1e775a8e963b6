import type { presentationStates as contract } from '@duai/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Frame } from '../frames.ts';
import type { Layout } from '../pixels/layout.ts';
import type { StudySource, ViewableSeries } from '../study-source.ts';
import { type ChosenState, gapsOn, type StateGap, type StateOnImage, stateOn } from './state-on-image.ts';

type State = contract.PresentationState;

/** What a reader may choose among, and what became of the choice. */
export interface Presentations {
  /** About images of this series. */
  readonly states: readonly State[];
  /** About no image that is here, or unreadable: told on every series, for nobody knows where it belongs. */
  readonly elsewhere: readonly State[];
  readonly chosenId: string | null;
  readonly isCut: boolean;
  readonly problem: 'listFailed' | 'openFailed' | null;
  readonly gaps: readonly StateGap[];
  /** Whether the chosen one is about the image on the stage. */
  readonly isAbout: boolean;
  readonly choose: (id: string | null) => void;
}

const NONE: readonly State[] = [];

/** The presentation states of a series. `onOpened` is called with the one that was chosen, when it is there, or with null. */
export function usePresentations(
  { presentations }: StudySource,
  { images }: ViewableSeries,
  onOpened: (state: ChosenState | null) => void,
) {
  const [chosen, setChosen] = useState<ChosenState | null>(null);
  const [wishedId, setWishedId] = useState<string | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const opening = useRef<AbortController>(undefined);
  useEffect(() => () => opening.current?.abort(), []);
  const all = presentations?.all ?? NONE;
  // Not with every image that comes to the stage: a series has thousands.
  const { states, elsewhere } = useMemo(() => {
    const here = new Set(all.length > 0 ? images.map(({ sopInstanceUid }) => sopInstanceUid) : []);
    return {
      states: all.filter((state) => state.isRead && state.images.some((uid) => here.has(uid))),
      elsewhere: all.filter((state) => !state.isRead || state.images.length === 0),
    };
  }, [all, images]);
  const show = (state: ChosenState | null) => {
    setChosen(state);
    onOpened(state);
  };
  const choose = (id: string | null) => {
    opening.current?.abort();
    setIsFailed(false);
    setWishedId(id);
    if (id === null || !presentations) return show(null);
    const controller = new AbortController();
    opening.current = controller;
    const { signal } = controller;
    presentations.open(id, signal).then(
      (content) => signal.aborted || show({ id, content }),
      () => {
        if (signal.aborted) return;
        setWishedId(chosen?.id ?? null);
        setIsFailed(true);
      },
    );
  };
  const problem = presentations?.isFailed ? 'listFailed' : isFailed ? 'openFailed' : null;
  const isCut = presentations?.isCut ?? false;
  return { chosen, states, elsewhere, isCut, chosenId: wishedId, problem, choose } as const;
}

/** What the tools tell of them; null where there is nothing to tell. `current`: the frame that is wanted on the stage. */
export function toldOf(
  presentations: ReturnType<typeof usePresentations>,
  on: {
    readonly state: StateOnImage | undefined;
    readonly layout: Layout | undefined;
    readonly current: Frame;
    readonly isStored: boolean | undefined;
  },
): Presentations | null {
  const { chosen, states, elsewhere, problem } = presentations;
  if (states.length + elsewhere.length === 0 && !problem) return null;
  const isDrawnElsewhere = on.isStored === false && stateOn(chosen, on.current) !== undefined;
  const gaps: StateGap[] = on.state ? gapsOn(on.state, on.layout) : isDrawnElsewhere ? ['NOT_STORED'] : [];
  return { ...presentations, gaps, isAbout: on.state !== undefined || isDrawnElsewhere };
}
