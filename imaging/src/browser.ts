/** The parts that a page needs to inspect files before they are sent: headers only, no codecs. */

export { canBlackOut } from './deidentify/pixels/can-black-out.ts';
export { detectContent } from './files/content-type.ts';
export { type IndexedFile, readDicomDirectory } from './files/dicomdir.ts';
export { type Inspection, inspectFile } from './files/inspect.ts';
export type { DicomHeader } from './headers/header.ts';
export { findIdentity, IDENTIFYING, type IdentifyingElement, type IdentifyingKeyword } from './headers/identity.ts';
export { isOrientation } from './headers/orientation.ts';
export type { OverlayPlane } from './headers/overlay-planes.ts';
export type { UltrasoundRegion } from './headers/ultrasound-regions.ts';
export { type Figure, type FigureName, figuresOf } from './measuring/figures.ts';
export {
  angleOf,
  areaOf,
  cobbAngleOf,
  type Drawn,
  isRegion,
  isWhole,
  lengthOf,
  type Measure,
  outlineOf,
  type PixelField,
  POINTS,
  squared,
  statisticsOf,
} from './measuring/measure.ts';
export { type CalibratedRegion, calibratedRegions, isSameSize } from './measuring/regions.ts';
export { type PixelShape, pixelAspectOf, type Spacing, spacingOf } from './measuring/spacing.ts';
export { normalOf, positionAlongNormalMm } from './pixels/volume.ts';
export type { Window, WindowFunction } from './pixels/window.ts';
export { greyOf } from './pixels/window.ts';
export {
  allFor,
  firstFor,
  type GreySteps,
  greyBy,
  greyStepsFor,
  isAbout,
  modalityBy,
  type NamedFrame,
} from './presentation/apply.ts';
export type {
  DisplayedArea,
  Graphic,
  GraphicText,
  Position,
  PresentationContent,
  PresentedTable,
  Shutter,
  Units,
} from './presentation/presentation-content.ts';
