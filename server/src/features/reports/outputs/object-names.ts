import type { reports as contract } from '@duai/contract';
import type { ObjectNames } from '@duai/imaging';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { HOUSE_UTC_OFFSET } from '../../../core/house-time.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage } from '../../../core/texts.ts';

export const ORGANISATION = 'DUAI';

/** Increase this when the same content is written differently: objects with other bytes need other UIDs. */
const WRITER = 1;

/**
 * Adds UIDs derived from the whole content: the same content gets the same UID, any other a different one (PS3.5
 * section 9).
 */
export function named<Content extends object>(
  content: Content,
  about: { at: string; seriesDescription: string },
): Content & ObjectNames {
  const identity = canonicalJson({ ...content, ...about, writer: WRITER });
  return {
    ...content,
    ...about,
    utcOffset: HOUSE_UTC_OFFSET,
    sopInstanceUid: uidOf(`object ${identity}`),
    seriesInstanceUid: uidOf(`series ${identity}`),
  };
}

/** A PN value (PS3.5 section 6.2) for the name of a staff member, which is one text and becomes the first component. */
export const personNameOf = (name: string): string => name.replace(/[\\^=]/g, ' ').slice(0, 64);

const LINE_ENDS = new Set(['\u000b', '\f', '\u0085', '\u2028', '\u2029']);
/**
 * What somebody wrote or pasted, without characters that a text of DICOM (UT, PS3.5 section 6.1.3) or FHIR (string) may not
 * have: a tab becomes a space, other ends of lines a line feed. The signed words stay as they are.
 */
export const textOf = (written: string): string =>
  written.replace(/[\p{Cc}\u2028\u2029]/gu, (mark) => {
    if (mark === '\n' || mark === '\r') return mark;
    if (mark === '\t') return ' ';
    return LINE_ENDS.has(mark) ? '\n' : '';
  });

export type SignedAddendum = Pick<contract.Report['addenda'][number], 'kind' | 'text' | 'signedBy' | 'signedAt'>;
/** What it is, what it says, who signed it and when. */
export const addendumInWords = (
  { kind, text, signedBy, signedAt }: SignedAddendum,
  language: DocumentLanguage,
): string => textOf(`${DOCUMENT_TEXTS[language].report.addenda[kind]}: ${text}\n${signedBy}, ${signedAt}`);
