import type { leftOutObjects } from '@duai/contract';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import { IMAGES_NOT_READABLE } from '../../../compute/measure-marks.ts';
import { measuredImagesOf, type ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import type { Parts } from '../../../parts.ts';
import { type FullTree, firstWhole, isDamaged, whyNotMade } from '../../studies/index.ts';
import { withoutImages } from './reader-measurements.ts';
import { isReadable } from './signature-objects.ts';

const WRITE_TIMEOUT_MS = 120_000;

/** `lacking`: tracking identifiers of the measurements that are not in an object. */
export type LeftOut = leftOutObjects.LeftOutObject & { lacking?: readonly string[] };
export interface WrittenObjects {
  written: { name: string; bytes: Uint8Array }[];
  /** Those that could not be made, or not with all their measurements. */
  leftOut: LeftOut[];
}

/**
 * Writes objects in child processes, each by itself, so that one that cannot be made leaves the others (docs/decisions/0370), and
 * measurements on images that cannot be read leave the others of their object (0378); each source file is lent to them only once.
 * @throws AppError FILE_DAMAGED where the PDF is damaged: the report itself is never left out
 */
export const createObjectWriter =
  ({ storage, compute, log }: Pick<Parts, 'storage' | 'compute' | 'log'>) =>
  async (
    { objects, studies, pdf }: { objects: readonly ObjectToWrite[]; studies: readonly FullTree[]; pdf: string | null },
    { account, signal }: { account: string; signal: AbortSignal },
  ): Promise<WrittenObjects> => {
    const lent = new Map<string, ReturnType<typeof storage.checkout>>();
    const lend = async (sha256: string): Promise<string> => {
      const file = lent.get(sha256) ?? storage.checkout(sha256);
      lent.set(sha256, file);
      return (await file).path;
    };
    const sourceOf = ({ sha256 }: ObjectToWrite): Promise<string> => {
      const study = studies.find((tree) => hashesOf(tree).includes(sha256));
      const others = study ? hashesOf(study).filter((each) => each !== sha256) : [];
      return firstWhole([sha256, ...others], lend);
    };
    const write = async (object: ObjectToWrite): Promise<Uint8Array> => {
      const source = await sourceOf(object);
      const images: Record<string, string> = {};
      const damaged = new Set<string>();
      for (const sha256 of measuredImagesOf(object))
        try {
          images[sha256] = await lend(sha256);
        } catch (error) {
          if (!isDamaged(error)) throw error;
          damaged.add(sha256);
        }
      if (damaged.size > 0) throw new NotMeasured('FILE_DAMAGED', damaged);
      const task = { object, source, images, pdf: pdf && (await lend(pdf)) };
      const options = { timeoutMs: WRITE_TIMEOUT_MS, account, signal };
      return compute.run('write-signature-object', task, options).catch((error: unknown) => {
        if (!(error instanceof TaskFailed) || error.code !== IMAGES_NOT_READABLE) throw error;
        throw new NotMeasured('IMAGE_NOT_READABLE', new Set(error.message.split(' ')));
      });
    };
    const found: WrittenObjects = { written: [], leftOut: [] };
    /** `lacks`: what was left out of it before. */
    const make = async (object: ObjectToWrite, lacks: readonly LeftOut[]): Promise<void> => {
      const { name, kind } = object;
      try {
        found.written.push({ name, bytes: await write(object) });
        found.leftOut.push(...lacks);
      } catch (error) {
        signal.throwIfAborted();
        const reason = error instanceof NotMeasured ? error.reason : whyNotMade(error);
        if (!reason) throw error;
        log.error({ object: name, reason, err: error }, 'an object of a report could not be made');
        const part =
          error instanceof NotMeasured && kind === 'reader-measurements' ? withoutImages(object, error.images) : null;
        if (!part) return void found.leftOut.push({ name, kind, reason });
        const { rest, lacking } = part;
        await make(rest, [...lacks, { name, kind, reason, lacks: lacking.length, lacking }]);
      }
    };
    try {
      if (pdf) await lend(pdf);
      for (const object of objects) await make(object, []);
      return found;
    } finally {
      for (const file of lent.values()) await file.then(({ release }) => release()).catch(() => undefined);
    }
  };

const hashesOf = ({ series }: FullTree): string[] =>
  series.flatMap(({ instances }) => instances.filter(isReadable).map(({ sha256 }) => sha256));

/** Images, by their SHA-256, on which nothing can be measured. */
class NotMeasured extends Error {
  readonly reason: LeftOut['reason'];
  readonly images: ReadonlySet<string>;

  constructor(reason: LeftOut['reason'], images: ReadonlySet<string>) {
    super(`nothing can be measured on ${[...images].join(' ')}`);
    this.reason = reason;
    this.images = images;
  }
}
