import { GIVEN_SYNTAX } from '../dicom-json.ts';
import { mediaTypeOf, partsOf } from './multipart-related.ts';

/** The media type of compressed frames by their transfer syntax (PS3.18 table 8.7.3-5). */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '1.2.840.10008.1.2.4.50': 'image/jpeg',
  '1.2.840.10008.1.2.4.51': 'image/jpeg',
  '1.2.840.10008.1.2.4.57': 'image/jpeg',
  '1.2.840.10008.1.2.4.70': 'image/jpeg',
  '1.2.840.10008.1.2.4.80': 'image/jls',
  '1.2.840.10008.1.2.4.81': 'image/jls',
  '1.2.840.10008.1.2.4.90': 'image/jp2',
  '1.2.840.10008.1.2.4.91': 'image/jp2',
  '1.2.840.10008.1.2.4.201': 'image/jphc',
  '1.2.840.10008.1.2.4.202': 'image/jphc',
  '1.2.840.10008.1.2.4.203': 'image/jphc',
  '1.2.840.10008.1.2.5': 'image/dicom-rle',
};
/** What a client means that names a media type alone (same table). */
const DEFAULTS: Readonly<Record<string, string>> = {
  'image/jpeg': '1.2.840.10008.1.2.4.70',
  'image/jls': '1.2.840.10008.1.2.4.80',
  'image/jp2': '1.2.840.10008.1.2.4.90',
  'image/jphc': '1.2.840.10008.1.2.4.201',
  'image/dicom-rle': '1.2.840.10008.1.2.5',
};

export interface AcceptedFrames {
  form: 'related' | 'single';
  /** Of each frame. */
  mediaType: string;
  transferSyntaxUid: string;
}

/**
 * The form in which a client accepts frames, the first that can be given (PS3.18 sections 8.7.4 and 8.7.5): multipart, or a
 * single frame, decoded to octets or, where it asks for that, in the syntax in which they are `stored`; undefined where none.
 */
export function acceptedFrames(
  accept: string | undefined,
  frames: number,
  stored?: string | undefined,
): AcceptedFrames | undefined {
  for (const range of partsOf(accept?.trim() || '*/*', ',')) {
    const { type, parameters } = mediaTypeOf(range.trim());
    const isRelated = type === '*/*' || type === 'multipart/related' || type === 'multipart/*';
    const form = isRelated ? 'related' : frames === 1 ? 'single' : undefined;
    if (!form) continue;
    const part = isRelated ? (parameters.get('type')?.toLowerCase() ?? OCTET_STREAM) : type;
    const syntax = parameters.get('transfer-syntax');
    if (
      OCTETS.includes(part) &&
      [undefined, '*', GIVEN_SYNTAX].includes(syntax) &&
      (isRelated || part === OCTET_STREAM)
    )
      return { form, mediaType: OCTET_STREAM, transferSyntaxUid: GIVEN_SYNTAX };
    if (!stored || MEDIA_TYPES[stored] !== part) continue;
    if (syntax === '*' || (syntax ?? DEFAULTS[part]) === stored)
      return { form, mediaType: part, transferSyntaxUid: stored };
  }
  return undefined;
}

const OCTET_STREAM = 'application/octet-stream';
const OCTETS = [OCTET_STREAM, 'application/*', '*/*'];
