import type { Measure, PixelShape } from '@duai/imaging/browser';
import type { ReactNode } from 'react';
import type { Frame, ImageTarget } from '../frames.ts';
import type { FusionOffer } from '../fusion/fusion.ts';
import type { ViewOverlay } from '../masks/mask-edits.ts';
import type { LostStrokes, MaskCorrecting, MaskEditing } from '../masks/use-mask-edits.ts';
import type { PixelTexts } from '../measuring/measurements.tsx';
import type { KeptMeasurements } from '../measuring/use-measurements.ts';
import type { Presentations } from '../presentations/use-presentations.ts';
import type { RoomPlace } from '../room/linked-place.ts';
import type { Place, StudySource, ViewableSeries } from '../study-source.ts';
import type { Point } from './gestures.ts';
import type { ViewKeeping } from './shown/kept-view.ts';
import type { Shown } from './shown/on-stage.ts';
import type { Preset, View, ViewCommand } from './view.ts';

export interface ViewportTexts {
  readonly label: string;
  readonly stage: string;
  readonly move: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly failed: string;
  /** The stored file of the image is damaged. */
  readonly damaged?: string;
  /** Heads the reason why an image of the series has no pixels to show. */
  readonly broken?: string;
  /** The position of the reader in the series. */
  readonly position: (at: { index: number; total: number }) => string;
  /** The name of the displayed image. */
  readonly image: (at: { index: number; total: number }) => string;
  /** Small text on the image. */
  readonly caption: (at: { index: number; total: number; frame: number }) => string;
  /** Null for readers who have neither stored values nor windows to change. */
  readonly pixels: PixelTexts | null;
}

/** What the tools above an image know about it, and the commands that they may run. */
export interface ViewportTools {
  readonly view: View;
  readonly run: (command: ViewCommand) => void;
  readonly presets: readonly Preset[];
  /** Null: the window cannot be changed freely. */
  readonly opening: Frame['image']['window'];
  readonly overlays: readonly ViewOverlay[];
  readonly haveMasksFailed: boolean;
  /** The file of the image on show draws over it; null: it does not. */
  readonly graphics: { readonly isFailed: boolean } | null;
  /** Presentation states of the series; null where there are none. */
  readonly presentations: Presentations | null;
  /** Undefined if masks are read-only. */
  readonly maskEditing: MaskEditing | undefined;
  /** Strokes on this series that were not saved before the report was signed. */
  readonly lostStrokes: LostStrokes | undefined;
  readonly total: number;
  /** How long the file wants each frame shown, ms; null where it does not say. */
  readonly frameMs: number | null;
  /** Whether the image is drawn here from its stored values; undefined while unknown. */
  readonly isStored: boolean | undefined;
  /** The measurements on this and the other images, each with its frame. */
  readonly measured: readonly {
    readonly id: string;
    readonly at: number;
    readonly canChange: boolean;
    readonly canRemove: boolean;
    /** Who measured; undefined: the reader. */
    readonly colleague: string | undefined;
    readonly text: string;
    readonly kind: Measure;
    readonly points: readonly Point[];
  }[];
  /** All frames of the series in reading order. */
  readonly frames: readonly Frame[];
  readonly removeMeasurement: (id: string) => void;
  readonly annotateMeasurement: (id: string, text: string) => void;
  /** Saves this reader's stored measurements as a file; undefined if there are none. */
  readonly saveMeasurements: (() => void) | undefined;
  /** Whether new measurements are still there after a reload: stored, not by who has not claimed the case, or never. */
  readonly keeping: 'stored' | 'unclaimed' | 'never';
  /** What is known of the pixels of the displayed image; undefined if it has no stored values. */
  readonly shape: PixelShape | undefined;
  readonly zoomToTrueSize: () => void;
  /** Null while no image is displayed. */
  readonly shown: Shown | null;
}

export interface ViewportProps {
  readonly source: StudySource;
  readonly series: ViewableSeries;
  /** The image to show on the stage; a new object for each request. Without it the middle of the series is shown first. */
  readonly target?: ImageTarget | null | undefined;
  readonly texts: ViewportTexts;
  readonly isRightToLeft?: boolean;
  readonly stageClassName: string;
  /** Called each time an image has appeared on screen. */
  readonly onShown?: ((place: Place) => void) | undefined;
  /** Goes to the previous or next series, by the keys P and N. */
  readonly onSeries?: ((by: -1 | 1) => void) | undefined;
  readonly takesFocus?: boolean;
  /** Where measurements are stored. */
  readonly keptMeasurements?: KeptMeasurements | undefined;
  /** Where corrected masks are stored. */
  readonly maskCorrecting?: MaskCorrecting | undefined;
  /** One of several viewports: without a border, filling its place. */
  readonly isInRoom?: boolean;
  readonly place?: RoomPlace | undefined;
  readonly keeping?: ViewKeeping | undefined;
  /** Series of uptake that can lie over this one. */
  readonly fusion?: FusionOffer | undefined;
  /** Lines in the corner of the image: what is shown. */
  readonly caption?: readonly string[] | undefined;
  readonly tools: (tools: ViewportTools) => ReactNode;
  readonly hint: (tools: ViewportTools) => ReactNode;
}
