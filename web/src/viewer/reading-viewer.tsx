import type { ImageTarget } from './frames.ts';
import {
  CineTool,
  MarkButton,
  type Marking,
  MaskTools,
  MeasurementList,
  MeasureTools,
  PlacementTools,
  WindowTools,
} from './reading-tools.tsx';
import type { StudySource } from './study-source.ts';
import { Viewport, type ViewportTexts, type ViewportTools } from './viewport.tsx';

const TEXTS: ViewportTexts = {
  label: 'Images',
  stage: 'Image of the series',
  move: 'Move through the images',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to the stage',
  failed: 'This image could not be loaded',
  position: ({ index, total }) => `Image ${index} of ${total}`,
  image: ({ index, total }) => `Slice ${index} of ${total}`,
  caption: ({ index, total, frame }) => `${index}/${total}${frame > 0 ? ` · frame ${frame + 1}` : ''}`,
};

/** An image of one of the series, brought onto the stage; another object each time. */
export type ViewerTarget = ImageTarget & { readonly seriesId: string };

interface ReadingViewerProps {
  readonly source: StudySource;
  readonly seriesId: string;
  readonly target?: ViewerTarget | null;
  readonly onShown?: (() => void) | undefined;
  readonly onSeries?: ((by: -1 | 1) => void) | undefined;
  readonly takesFocus?: boolean;
  /** The images that the report shows, where the one on show can be added to them. */
  readonly keyImages?: Marking | undefined;
}

/** One series as radiologists and institutions look at it: any window, masks, images for the report. */
export function ReadingViewer({ source, seriesId, target = null, keyImages, ...viewport }: ReadingViewerProps) {
  const series = source.series.find(({ id }) => id === seriesId);
  if (!series?.images.length) return <p className="p-6 text-grey-4">No image of this series could be read.</p>;
  return (
    <Viewport
      key={series.id}
      source={source}
      series={series}
      target={target?.seriesId === series.id ? target : null}
      texts={TEXTS}
      stageClassName="h-[64dvh]"
      tools={(tools) => (
        <>
          {tools.opening && <WindowTools {...tools} />}
          <PlacementTools {...tools} />
          <CineTool {...tools} />
          <MeasureTools {...tools} />
          <MaskTools {...tools} />
          {keyImages && <MarkButton view={tools.shown} {...keyImages} />}
        </>
      )}
      hint={(tools) => (
        <>
          <MeasurementList {...tools} />
          <Hint {...tools} hasSeries={viewport.onSeries !== undefined} />
        </>
      )}
      {...viewport}
    />
  );
}

function Hint({ opening, presets, overlays, isStored, hasSeries }: ViewportTools & { readonly hasSeries: boolean }) {
  return (
    <p className="text-xs text-grey-4">
      {isStored === true && 'Full resolution, drawn by this computer without WebGL. '}
      {isStored === false &&
        'Preview of at most 1,024 pixels, drawn by the server: the file gives no plain values to draw from. '}
      Wheel or a drag up and down: images. Ctrl and wheel or a double click: zoom. Keys: arrows for images, + − 0 for
      zoom{isStored && ', = for true size'}, R rotate, H flip, I invert
      {opening && presets.length > 1 && `, 1–${presets.length} for windows`}
      {overlays.length > 0 && ', M for masks'}
      {hasSeries && ', P and N for series'}
      {opening &&
        '. Window: drag with the right or the middle button, with W also with the first; Shift and arrows: up and down brighter and darker, right and left wider and narrower'}
    </p>
  );
}
