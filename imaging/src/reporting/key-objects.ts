import { writePart10 } from '../files/write.ts';
import { children, codeSequence, DCM, image, sequence, text } from './content-items.ts';
import { type Evidence, evidenceItems, type ObjectNames, objectElements, templateElement } from './document.ts';
import { personObserver } from './measurements/measurement-report.ts';

/** PS3.4 table B.5-1: Key Object Selection Document Storage. */
const KEY_OBJECT_SELECTION = '1.2.840.10008.5.1.4.1.1.88.59';

export interface KeyObjects extends ObjectNames {
  /** The person who chose them, PN. */
  observer: string;
  /** The reason, in words. */
  description: string;
  images: readonly Evidence[];
}

/**
 * A Key Object Selection Document (PS3.3 A.35.4, PS3.16 TID 2010) in the study of `source`, a Part 10 file of one of its
 * images. It needs at least one image.
 * @throws ImagingError if `source` cannot be parsed
 */
export function writeKeyObjects(selection: KeyObjects, source: Uint8Array): Uint8Array {
  const { elements } = objectElements(selection, source, {
    sopClassUid: KEY_OBJECT_SELECTION,
    modality: 'KO',
    seriesNumber: '9904',
  });
  return writePart10([
    ...elements,
    sequence(0x00081111),
    { tag: 0x0040a040, vr: 'CS', value: 'CONTAINER' },
    codeSequence(0x0040a043, DCM('113000', 'Of Interest')),
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    sequence(0x0040a375, ...evidenceItems(uniqueImages(selection.images))),
    templateElement('2010'),
    ...children([
      ...personObserver(selection.observer),
      ...(selection.description
        ? [text('CONTAINS', DCM('113012', 'Key Object Description'), selection.description)]
        : []),
      ...selection.images.map((each) => image('CONTAINS', each)),
    ]),
  ]);
}

/** Two frames of an image are two content items but only one entry of the evidence. */
const uniqueImages = (images: readonly Evidence[]): Evidence[] => [
  ...new Map(images.map((each) => [each.sopInstanceUid, each])).values(),
];
