/** What a page needs to look at files before they are sent: headers only, no codecs. */
export { detectContent } from './content-type.ts';
export { canBlackOut } from './deidentify/can-black-out.ts';
export { type IndexedFile, readDicomDirectory } from './dicomdir.ts';
export type { DicomHeader } from './header.ts';
export { findIdentity, IDENTIFYING, type IdentifyingElement, type IdentifyingKeyword } from './identity.ts';
export { type Inspection, inspectFile } from './inspect.ts';
export { normalOf, positionAlongNormalMm } from './volume.ts';
export type { Window, WindowFunction } from './window.ts';
export { greyOf } from './window.ts';
