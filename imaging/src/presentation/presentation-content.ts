/** What a presentation state applies to: all images of its series, or these alone. */
export interface ImageScope {
  /** Empty: every image that the state references. */
  images: ReferencedImage[];
}
export interface ReferencedImage {
  sopInstanceUid: string;
  /** From 0; null: all of them. */
  frames: number[] | null;
}

/** A lookup table: values below the first mapped one get the first entry, those beyond the table the last. */
export interface PresentedTable {
  firstMapped: number;
  entries: number[];
  /** Bits of an entry. */
  bits: number;
}

/** Stored values to modality values (PS3.3 C.11.1). */
export type PresentedModality = { slope: number; intercept: number } | PresentedTable;

/** Modality values to the grey that is meant (PS3.3 C.11.8). */
export type PresentedVoi =
  | { center: number; width: number; by: 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID' }
  | PresentedTable;

/** PS3.3 C.10.4: the part of the image to be shown, and how large. Columns and rows of the image from its upper left corner. */
export interface DisplayedArea extends ImageScope {
  left: number;
  top: number;
  right: number;
  bottom: number;
  size: 'fit' | 'true-size' | 'magnify';
  /** Screen pixels for one pixel of the image; null unless magnified. */
  magnification: number | null;
  /** Height of a pixel divided by its width. */
  pixelAspect: number | null;
}

/** PS3.3 C.7.6.11: what lies outside each of these shapes is covered. In columns and rows from the upper left corner. */
export interface Shutter {
  rectangle: { left: number; top: number; right: number; bottom: number } | null;
  circle: { column: number; row: number; radius: number } | null;
  polygon: Position[] | null;
  /** 0 black to 1 white. */
  grey: number;
}
/** Column, row: of the image, or shares of the displayed area. */
export type Position = [number, number];

/** Whether positions are those of the image, or shares of the displayed area (PS3.3 C.10.5.1). */
export type Units = 'pixel' | 'display';

export interface Graphic {
  units: Units;
  type: 'point' | 'polyline' | 'interpolated' | 'circle' | 'ellipse';
  isFilled: boolean;
  /** Column and row of each point, one after the other. */
  points: number[];
}
export interface GraphicText {
  text: string;
  box: { units: Units; from: Position; to: Position; align: 'left' | 'center' | 'right' } | null;
  anchor: { units: Units; at: Position; isVisible: boolean } | null;
}
export interface Annotation extends ImageScope {
  layer: string;
  graphics: Graphic[];
  texts: GraphicText[];
}
/** PS3.3 C.10.7. */
export interface GraphicLayer {
  name: string;
  /** The highest is drawn last. */
  order: number;
  /** 0 black to 1 white; null: nothing is recommended. */
  grey: number | null;
  description: string | null;
}

/** A part of a state that is not applied; the reader is told. */
export type NotApplied =
  | 'SUBTRACTION'
  | 'OVERLAYS'
  | 'BITMAP_SHUTTER'
  | 'COMPOUND_GRAPHICS'
  | 'GRAPHIC_STYLES'
  | 'ANNOTATIONS'
  | 'ROTATION';

/** A grayscale softcopy presentation state (PS3.3 A.33.1) as a viewer applies it. */
export interface PresentationContent {
  label: string;
  description: string | null;
  creator: string | null;
  /** It was made here, from results of AI. */
  isOurs: boolean;
  /** YYYY-MM-DD, or with the time: YYYY-MM-DDTHH:MM. */
  createdAt: string | null;
  /** What it is about (PS3.3 C.11.11). */
  series: { seriesInstanceUid: string; images: ReferencedImage[] }[];
  modality: PresentedModality | null;
  voi: (ImageScope & { by: PresentedVoi })[];
  /** After the VOI (PS3.3 C.11.6). */
  isInverted: boolean;
  presentation: PresentedTable | null;
  /** Clockwise, before the image is mirrored (PS3.3 C.10.6). */
  rotation: 0 | 90 | 180 | 270;
  isFlipped: boolean;
  areas: DisplayedArea[];
  shutter: Shutter | null;
  layers: GraphicLayer[];
  annotations: Annotation[];
  notApplied: NotApplied[];
}
