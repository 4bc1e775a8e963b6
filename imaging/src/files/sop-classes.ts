const STORAGE = '1.2.840.10008.5.1.4.1.1.';

/** SOP classes without pixels (PS3.4 table B.5-1), by the beginning of their UID; the first match decides. */
const WITHOUT_IMAGE: readonly (readonly [string, string])[] = [
  ['1.2.840.10008.1.3.10', 'the directory of a disc (DICOMDIR)'],
  [`${STORAGE}4.2`, 'an MR spectroscopy'],
  [`${STORAGE}9.`, 'a waveform, such as an ECG'],
  [`${STORAGE}11.`, 'a presentation state'],
  [`${STORAGE}66.5`, 'a surface segmentation'],
  [`${STORAGE}66.6`, 'a tractography result'],
  [`${STORAGE}66.4`, ''],
  [`${STORAGE}66.7`, ''],
  [`${STORAGE}66.`, 'a spatial registration'],
  [`${STORAGE}66`, 'raw data of a scanner'],
  [`${STORAGE}67`, 'a real world value mapping'],
  [`${STORAGE}78.`, 'measurements of the eye'],
  [`${STORAGE}79.1`, 'measurements of the eye'],
  [`${STORAGE}80.1`, 'measurements of the eye'],
  [`${STORAGE}88.59`, 'a key object selection'],
  [`${STORAGE}88.`, 'a structured report'],
  [`${STORAGE}90.1`, 'an assessment of content'],
  [`${STORAGE}91.1`, 'annotations of a microscopy'],
  [`${STORAGE}104.1`, 'an encapsulated PDF'],
  [`${STORAGE}104.2`, 'an encapsulated CDA document'],
  [`${STORAGE}104.`, 'an encapsulated model'],
  [`${STORAGE}481.3`, 'a radiotherapy structure set'],
  [`${STORAGE}481.5`, 'a radiotherapy plan'],
  [`${STORAGE}481.8`, 'a radiotherapy plan'],
  [`${STORAGE}481.4`, 'a radiotherapy treatment record'],
  [`${STORAGE}481.6`, 'a radiotherapy treatment record'],
  [`${STORAGE}481.7`, 'a radiotherapy treatment record'],
  [`${STORAGE}481.9`, 'a radiotherapy treatment record'],
];

/** The kind of an object whose SOP class has no image, in words; undefined for images and unknown classes. */
export const objectWithoutImage = (sopClassUid: string): string | undefined =>
  WITHOUT_IMAGE.find(([beginning]) => isOrBegins(sopClassUid, beginning))?.[1] || undefined;

/** PS3.4 table B.5-1: Grayscale Softcopy Presentation State Storage. */
export const PRESENTATION_STATE = `${STORAGE}11.1`;
export const isPresentationState = (sopClassUid: string): boolean => sopClassUid === PRESENTATION_STATE;

/** A storage class that requires pixels. */
export const isImageStorage = (sopClassUid: string): boolean =>
  sopClassUid.startsWith(STORAGE) && objectWithoutImage(sopClassUid) === undefined;

/** `…66` matches only itself, `…66.` matches everything below it, so a component is never matched in part. */
const isOrBegins = (uid: string, beginning: string): boolean =>
  beginning.endsWith('.') ? uid.startsWith(beginning) : uid === beginning;

/** A storage class of which instances are taken: images, and grayscale presentation states of them. */
export const isTakenStorage = (sopClassUid: string): boolean =>
  isImageStorage(sopClassUid) || isPresentationState(sopClassUid);
