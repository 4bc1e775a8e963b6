import { useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { type Layout, toImage } from '../pixels/layout.ts';
import { figureText, valueText } from '../pixels/values/value-scale.ts';
import type { Point } from '../stage/gestures.ts';
import type { ViewCommand } from '../stage/view.ts';
import { cutOf, valueOnCut } from './cut.ts';
import type { Fused } from './fusion.ts';
import { type ColourRange, hotIron, paintColours } from './hot-iron.ts';

/**
 * The values that lie over the image on the stage. They are found by the place of that very image, so those of another slice are
 * never taken for them; undefined until they are computed.
 */
function useOnStage({ volumes, candidate, description }: Fused) {
  const isSamePatientSpace = description.frameOfReferenceUid === candidate.frameOfReferenceUid;
  const cut = isSamePatientSpace ? cutOf(description) : null;
  const stateNow = () => volumes.stateOf(candidate);
  const valuesNow = () => volumes.on(candidate, cut);
  const state = useSyncExternalStore(volumes.subscribe, stateNow, stateNow);
  const found = useSyncExternalStore(volumes.subscribe, valuesNow, valuesNow);
  return { cut, state, found };
}

/** The colours on the image, under all that is drawn over it. */
export function FusedLayer(fused: Fused) {
  const { volumes, candidate, opacity, range } = fused;
  const { cut, state, found } = useOnStage(fused);
  const ref = useRef<HTMLCanvasElement>(null);
  const around = useEffectEvent(() => fused.around().map(cutOf));
  const isOpen = state?.status === 'open';
  // For a new place on the stage, not with each drawing; an image has one cut.
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    void volumes.compute(candidate, [cut, ...around()], controller.signal);
    return () => controller.abort();
  }, [isOpen, candidate, volumes, cut]);
  const { columns = 0, rows = 0 } = cut?.stack ?? {};
  const { from, to } = range;
  // With the image below, never a frame later.
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d', { willReadFrequently: true });
    if (!canvas || !context || !found) return;
    if (canvas.width !== columns) canvas.width = columns;
    if (canvas.height !== rows) canvas.height = rows;
    const image = context.createImageData(columns, rows);
    paintColours(found.values, { from, to }, opacity, image.data);
    context.putImageData(image, 0, 0);
  }, [found, columns, rows, from, to, opacity]);
  if (!cut || !found) return null;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      <canvas
        ref={ref}
        data-fusion={candidate.id}
        className="absolute top-0 left-0 max-w-none"
        style={{ width: `${cut.share.x * 100}%`, height: `${cut.share.y * 100}%` }}
      />
    </div>
  );
}

/** What lies over the image, in a line of the caption, or why nothing does. Holds the volume as long as it is shown. */
export function FusedCaption({ run, ...fused }: Fused & { readonly run: (command: ViewCommand) => void }) {
  const { viewer } = useWorkTexts();
  const { fusion: texts, room } = viewer;
  const { volumes, candidate } = fused;
  const { cut, state, found } = useOnStage(fused);
  const { id, name, source, series } = candidate;
  useEffect(() => volumes.use({ source, series }), [volumes, source, series]);
  const problem = state?.status === 'failed' ? state.problem : undefined;
  const tellFailure = useEffectEvent((reason: string) => {
    showToast({ title: texts.failed({ name, reason }), tone: 'destructive' });
    run({ do: 'change-fusion', change: null });
  });
  useEffect(() => {
    if (problem) tellFailure(problem === 'many' ? texts.many : room.reasons[problem]);
  }, [problem, texts, room]);
  const told = () => {
    if (state?.status === 'loading') return texts.loading({ name, done: state.done, total: state.total });
    if (state?.status !== 'open') return texts.notYet({ name });
    if (!cut) return texts.noPlace({ name });
    if (!found) return texts.notYet({ name });
    if (found.isEmpty) return texts.notHere({ name });
    const { thinnedBy } = state.volume;
    return texts.shown({ name: thinnedBy > 1 ? room.thinnedTitle({ title: name, by: thinnedBy }) : name });
  };
  const line = told();
  return (
    <p title={line} data-fused={found && cut ? id : undefined} className="pointer-events-auto truncate">
      {line}
    </p>
  );
}

const STOPS = [0, 127, 191, 255];
const SCALE = `linear-gradient(to top, ${STOPS.map((level) => `rgb(${hotIron(level).join(' ')}) ${(level / 2.55).toFixed(1)}%`).join(', ')})`;
/** CSS pixels: below the zoom buttons, and no higher than a third of the stage. */
const [LEAST_PX, MOST_PX, BUTTONS_PX] = [44, 176, 190];

/** The colours with their figures, at the lower right corner. A stage without room for it has them in the tools alone. */
export function ColourBar({ candidate, range, stageHeight }: Fused & { readonly stageHeight: number }) {
  const { fusion: texts } = useWorkTexts().viewer;
  const height = Math.min(MOST_PX, stageHeight - BUTTONS_PX, stageHeight / 3);
  if (height < LEAST_PX) return null;
  const { from, to } = figures(range, candidate);
  const unit = candidate.scale.unit ?? '';
  return (
    <div
      role="img"
      aria-label={texts.colours({ name: candidate.name, from, to: [to, unit].filter(Boolean).join(' ') })}
      className="pointer-events-none absolute end-2 bottom-2 grid justify-items-end gap-0.5 font-mono text-xs text-[#e6ecec] tabular-nums will-change-transform *:rounded"
    >
      <span className="bg-[#000]/70 px-1">{[to, unit].filter(Boolean).join(' ')}</span>
      <span className="me-1 block w-2.5 border border-[#e6ecec]/60" style={{ height, background: SCALE }} />
      <span className="bg-[#000]/70 px-1">{from}</span>
    </div>
  );
}

const figures = ({ from, to }: ColourRange, { scale }: Fused['candidate']) => ({
  from: from === 0 ? '0' : figureText(from, scale),
  to: Number.isInteger(to) ? String(to) : figureText(to, scale),
});

/** The uptake under the mouse, beside the value of the image; of a slab its maximum. */
export function FusedValue({ at, layout, ...fused }: Fused & { readonly at: Point; readonly layout: Layout }) {
  const { pixels } = useWorkTexts().viewer;
  const { cut, found } = useOnStage(fused);
  const { scale, name, series } = fused.candidate;
  const value = cut && found ? valueOnCut(cut, found, toImage(at, layout)) : null;
  const kind = series.modality === 'PT' ? 'PET' : series.modality;
  if (value === null) return null;
  const told = valueText(value, scale);
  return <span title={name}>{`· ${kind} ${cut?.slabMm ? pixels.most({ value: told }) : told}`}</span>;
}
