import { mediaTypeOf, partsOf } from './multipart-related.ts';

export interface AcceptedInstances {
  form: 'related' | 'single';
  /** Null: each instance in the transfer syntax in which it is stored. */
  transferSyntaxUid: string | null;
}

/**
 * The forms in which a client accepts whole instances, in its order (PS3.18 sections 8.7.3 and 8.7.4): multipart, or a
 * single file. Instances are returned as they are stored, so a client that names no transfer syntax accepts any.
 */
export function acceptedInstances(accept: string | undefined, isOne: boolean): AcceptedInstances[] {
  return partsOf(accept?.trim() || '*/*', ',').flatMap((range): AcceptedInstances[] => {
    const { type, parameters } = mediaTypeOf(range.trim());
    const syntax = parameters.get('transfer-syntax') ?? '*';
    const transferSyntaxUid = syntax === '*' ? null : syntax;
    const part = parameters.get('type')?.toLowerCase() ?? DICOM;
    if (type === '*/*' || (['multipart/related', 'multipart/*'].includes(type) && FILES.includes(part)))
      return [{ form: 'related', transferSyntaxUid }];
    return type === DICOM && isOne ? [{ form: 'single', transferSyntaxUid }] : [];
  });
}

const DICOM = 'application/dicom';
const FILES = [DICOM, 'application/*', '*/*'];
