import type { ObjectNames } from '@duai/imaging';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { HOUSE_UTC_OFFSET } from '../../../core/house-time.ts';

export const ORGANISATION = 'DUAI';

/** Raised when the same content is written in another way: an object of other bytes has another UID. */
const WRITER = 1;

/** UIDs from all that an object says: the same content has the same UID, any other another (PS3.5 section 9). */
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

/** PN (PS3.5 section 6.2): names of staff are one text, which stands as the first component. */
export const personNameOf = (name: string): string => name.replace(/[\\^=]/g, ' ').slice(0, 64);
