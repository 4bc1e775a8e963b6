import { type ReactNode, useMemo } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { type ImageTarget, toldNumbers } from '../frames.ts';
import { FusionTools } from '../fusion/fusion-tools.tsx';
import { LostStrokes } from '../masks/lost-strokes.tsx';
import { MaskBrush } from '../masks/mask-brush.tsx';
import type { MaskCorrecting } from '../masks/use-mask-edits.ts';
import type { KeptMeasurements } from '../measuring/use-measurements.ts';
import { PresentationTools } from '../presentations/presentation-tools.tsx';
import { Viewport } from '../stage/viewport.tsx';
import type { ViewportProps, ViewportTools } from '../stage/viewport-tools.ts';
import type { StudySource } from '../study-source.ts';
import { MeasurementList, type OnTell } from './measurement-list.tsx';
import {
  CineTool,
  GraphicsTool,
  MarkButton,
  type Marking,
  MaskTools,
  MeasureTools,
  PlacementTools,
  WindowEntry,
  WindowTools,
} from './reading-tools.tsx';
import type { RegionMeasuring } from './region-measure.tsx';

/** An image of one of the series to show on the stage; a new object for each request. */
export type ViewerTarget = ImageTarget & { readonly seriesId: string };

interface ReadingViewerProps extends Pick<ViewportProps, 'isInRoom' | 'place' | 'keeping' | 'caption' | 'fusion'> {
  /** Places the tools elsewhere; by default they are above the image. */
  readonly wrapTools?: (tools: ReactNode) => ReactNode;
  readonly wrapHint?: (hint: ReactNode) => ReactNode;
  /** Places what belongs to the masks elsewhere; by default it is among the tools. */
  readonly wrapMasks?: (masks: ReactNode) => ReactNode;
  readonly source: StudySource;
  readonly seriesId: string;
  readonly target?: ViewerTarget | null;
  readonly onShown?: ViewportProps['onShown'];
  readonly onSeries?: ((by: -1 | 1) => void) | undefined;
  readonly takesFocus?: boolean;
  /** Where measurements are stored. */
  readonly keptMeasurements?: KeptMeasurements | undefined;
  /** Where corrected masks are stored. */
  readonly maskCorrecting?: MaskCorrecting | undefined;
  /** The key images of the report, if the displayed image can be added to them. */
  readonly keyImages?: Marking | undefined;
  /** Set if algorithms may measure regions that the reader draws on CT. */
  readonly regions?: RegionMeasuring | undefined;
  /** Set if a measurement can be taken over into the report. */
  readonly onTell?: OnTell | undefined;
  /** The images are planes computed from a series, which no server has. */
  readonly isComputed?: boolean;
}

/** One series as radiologists and institutions view it: any window, masks, key images. */
export function ReadingViewer({
  source,
  seriesId,
  target = null,
  keyImages,
  regions,
  onTell,
  isComputed = false,
  wrapTools = (shown) => shown,
  wrapHint = (shown) => shown,
  wrapMasks,
  ...viewport
}: ReadingViewerProps) {
  const texts = useWorkTexts().viewer;
  const series = source.series.find(({ id }) => id === seriesId);
  const numbers = useMemo(() => (series ? toldNumbers(series) : []), [series]);
  if (!series?.images.length) return <p className="p-6 text-grey-4">{texts.noImage}</p>;
  return (
    <Viewport
      key={series.id}
      source={source}
      series={series}
      target={target?.seriesId === series.id ? target : null}
      texts={{
        ...texts,
        image: texts.slice,
        caption: ({ index, total, frame }) => {
          const number = numbers[index - 1] ?? index;
          return [
            `${index}/${total}`,
            number !== index && texts.numbered({ number }),
            frame > 0 && texts.frame({ frame: frame + 1 }),
          ]
            .filter(Boolean)
            .join(' · ');
        },
      }}
      stageClassName={viewport.isInRoom ? 'h-full' : 'h-[64dvh]'}
      tools={(tools) => {
        const { view, run, isStored } = tools;
        const window = view.window ?? tools.opening;
        const masks = (
          <>
            <MaskTools
              overlays={tools.overlays}
              haveMasksFailed={tools.haveMasksFailed}
              hiddenMasks={view.hiddenMasks}
              areMasksOutlined={view.areMasksOutlined}
              maskOpacity={view.maskOpacity}
              run={run}
            />
            <MaskBrush overlays={tools.overlays} maskEditing={tools.maskEditing} brush={view.brush} run={run} />
          </>
        );
        const shown = wrapTools(
          <>
            {/* What every image has stands first, so that it is in the same place on every image; on a narrow screen, where the
                line is scrolled, the windows are in reach. */}
            <PlacementTools
              isFlipped={view.isFlipped}
              isTurnedOver={view.isTurnedOver}
              isStored={isStored}
              run={run}
              zoomToTrueSize={tools.zoomToTrueSize}
            />
            <CineTool isPlaying={view.isPlaying} run={run} total={tools.total} frameMs={tools.frameMs} />
            <MeasureTools chosen={view.measure} isStored={isStored} run={run} />
            <span className="flex flex-wrap items-center gap-x-0.5 max-lg:contents max-lg:*:-order-1">
              {tools.opening && (
                <WindowTools presets={tools.presets} chosen={view.window} isWindowing={view.isWindowing} run={run} />
              )}
              {window && tools.opening && (
                <WindowEntry
                  center={window.center}
                  width={window.width}
                  suvFactor={tools.opening.suvFactor}
                  run={run}
                />
              )}
            </span>
            {viewport.fusion && <FusionTools offer={viewport.fusion} fusion={view.fusion} run={run} />}
            <GraphicsTool {...tools} />
            <PresentationTools {...tools} />
            {!wrapMasks && masks}
            {keyImages && <MarkButton view={tools.shown} {...keyImages} />}
          </>,
        );
        return (
          <>
            {shown}
            {wrapMasks?.(masks)}
          </>
        );
      }}
      hint={(tools) =>
        wrapHint(
          <>
            {tools.lostStrokes && <LostStrokes {...tools.lostStrokes} />}
            <MeasurementList
              {...tools}
              numbers={numbers}
              regions={series.modality === 'CT' ? regions : undefined}
              onTell={onTell}
              isComputed={isComputed}
            />
            {!viewport.isInRoom && <Hint {...tools} hasSeries={viewport.onSeries !== undefined} />}
          </>,
        )
      }
      {...viewport}
    />
  );
}

function Hint({
  opening,
  presets,
  overlays,
  graphics,
  presentations,
  isStored,
  hasSeries,
}: ViewportTools & { readonly hasSeries: boolean }) {
  const texts = useWorkTexts().viewer.hint;
  const keys = [
    texts.move,
    texts.zoom,
    isStored && texts.trueSize,
    texts.turn,
    texts.cine,
    opening && presets.length > 1 && texts.windows({ count: presets.length }),
    overlays.length > 0 && texts.masks,
    graphics && texts.graphics,
    presentations?.states.length && texts.annotations,
    hasSeries && texts.series,
  ];
  const sentences = [
    isStored === true && texts.full,
    isStored === false && texts.preview,
    texts.mouse,
    texts.keys({ keys: keys.filter(Boolean).join(', ') }),
    opening && texts.windowing,
  ];
  return <p className="text-xs text-grey-4">{sentences.filter(Boolean).join(' ')}</p>;
}
