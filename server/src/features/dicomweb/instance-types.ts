import { mediaTypeOf } from './multipart-related.ts';

export interface AcceptedInstances {
  form: 'related' | 'single';
  /** Null: each in the transfer syntax that it is stored in. */
  transferSyntaxUid: string | null;
}

/**
 * In which forms a caller takes whole instances, the one it named first first (PS3.18 sections 8.7.3 and 8.7.4): in parts, or
 * one alone as a file. Instances are given as they are stored, so a call that names no transfer syntax takes any.
 */
export function acceptedInstances(accept: string | undefined, isOne: boolean): AcceptedInstances[] {
  return (accept?.trim() || '*/*').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).flatMap((range): AcceptedInstances[] => {
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
