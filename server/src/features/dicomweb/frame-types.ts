import { GIVEN_SYNTAX } from './dicom-json.ts';
import { mediaTypeOf } from './multipart-related.ts';

/**
 * The form in which a client accepts frames (PS3.18 sections 8.7.4 and 8.7.5): multipart, or a single frame as octets;
 * undefined where it accepts neither, or only another transfer syntax.
 */
export function acceptedFrames(accept: string | undefined, frames: number): 'related' | 'single' | undefined {
  for (const range of (accept?.trim() || '*/*').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
    const { type, parameters } = mediaTypeOf(range.trim());
    const syntax = parameters.get('transfer-syntax') ?? '*';
    if (syntax !== '*' && syntax !== GIVEN_SYNTAX) continue;
    const part = parameters.get('type')?.toLowerCase() ?? 'application/octet-stream';
    if (type === '*/*' || (['multipart/related', 'multipart/*'].includes(type) && OCTETS.includes(part)))
      return 'related';
    if (type === 'application/octet-stream' && frames === 1) return 'single';
  }
  return undefined;
}

const OCTETS = ['application/octet-stream', 'application/*', '*/*'];
