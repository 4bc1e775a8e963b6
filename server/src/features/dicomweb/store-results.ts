import type { Readable } from 'node:stream';
import type { Context } from '../../core/actor.ts';
import type { VendorRefusal } from '../analyses/index.ts';
import { STREAM_LIMIT_BYTES } from '../studies/index.ts';
import type { DicomwebTools } from './dicomweb.service.ts';
import { type ReferencedInstance, responseModule, type StoreOutcome } from './store-instances.ts';

/** Failure reasons of PS3.18 table I.2-2, with a text for the sender's log (header Warning, RFC 7234 section 5.5). */
const REFUSALS: Record<VendorRefusal, { reason: number; text: string }> = {
  NOT_READABLE: { reason: 0xc000, text: 'an object cannot be read' },
  TYPE_NOT_SUPPORTED: { reason: 0x0122, text: 'only reports, segmentations and announced captures are taken' },
  STUDY_NOT_HERE: { reason: 0xa900, text: 'no such study was sent to this algorithm' },
  SERIES_NOT_HERE: { reason: 0xa900, text: 'the object refers to no series that was sent' },
  NOT_AWAITED: { reason: 0xa900, text: 'no result of this series is awaited any more' },
  OTHER_PATIENT: { reason: 0xa900, text: 'the object names another patient than the images that were sent' },
  TOO_LARGE: { reason: 0xa700, text: 'the captures are too large, or more than the manifest announces' },
  RESULT_INVALID: { reason: 0xa900, text: 'the object contradicts the manifest of the algorithm or the images' },
};

interface Destination {
  institutionId: string;
  algorithmId: string;
}

/** STOW-RS for results of algorithms on vendors' servers: each object is matched and read, or refused. */
export function createStoreResults({ analyses, storage }: Pick<DicomwebTools, 'analyses' | 'storage'>) {
  return async (
    context: Context,
    destination: Destination,
    incoming: AsyncIterable<{ stream: Readable }>,
  ): Promise<StoreOutcome & { warnings: string[] }> => {
    const stored: ReferencedInstance[] = [];
    const failures: { header: ReferencedInstance | null; reason: number }[] = [];
    const warnings = new Set<string>();
    for await (const { stream } of incoming) {
      const staged = await storage.stage(stream, { maxBytes: STREAM_LIMIT_BYTES });
      try {
        const { refused, object } = await analyses.acceptVendorResult(context, destination, staged);
        if (refused) {
          failures.push({ header: object, reason: REFUSALS[refused].reason });
          warnings.add(`299 duai "${REFUSALS[refused].text}"`);
        } else if (object) stored.push(object);
      } finally {
        await storage.discard(staged);
      }
    }
    const some = failures.length > 0 ? 202 : 200;
    const status = stored.length > 0 ? some : 409;
    return { status, body: responseModule(stored, failures), warnings: [...warnings] };
  };
}
