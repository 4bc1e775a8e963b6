import type { leftOutObjects } from '@duai/contract';
import { REFUSAL_CODES } from '@duai/imaging';
import { TaskFailed, TaskStopped } from '../../../adapters/compute/port.ts';
import { measuredImagesOf, type ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { FullTree } from '../../studies/index.ts';
import { isReadable } from './signature-objects.ts';

const WRITE_TIMEOUT_MS = 120_000;
/** So many images of a study are tried for what they all tell: its patient and its identifiers. */
const SOURCES_TRIED = 10;

type LeftOut = leftOutObjects.LeftOutObject;
export interface WrittenObjects {
  written: { name: string; bytes: Uint8Array }[];
  /** Those that could not be made. */
  leftOut: LeftOut[];
}

/**
 * Writes objects in child processes, each by itself, so that one that cannot be made leaves the others (docs/decisions/0370);
 * each source file is lent to them only once.
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
    const sourceOf = async ({ sha256 }: ObjectToWrite): Promise<string> => {
      const study = studies.find((tree) => hashesOf(tree).includes(sha256));
      const others = study ? hashesOf(study).filter((each) => each !== sha256) : [];
      for (const each of [sha256, ...others].slice(0, SOURCES_TRIED))
        try {
          return await lend(each);
        } catch (error) {
          if (!isDamaged(error)) throw error;
        }
      throw new AppError('FILE_DAMAGED');
    };
    const write = async (object: ObjectToWrite): Promise<Uint8Array> => {
      const source = await sourceOf(object);
      const images: Record<string, string> = {};
      for (const sha256 of measuredImagesOf(object)) images[sha256] = await lend(sha256);
      return compute.run(
        'write-signature-object',
        { object, source, images, pdf: pdf && (await lend(pdf)) },
        { timeoutMs: WRITE_TIMEOUT_MS, account, signal },
      );
    };
    const found: WrittenObjects = { written: [], leftOut: [] };
    try {
      if (pdf) await lend(pdf);
      for (const object of objects) {
        const { name, kind } = object;
        try {
          found.written.push({ name, bytes: await write(object) });
        } catch (error) {
          signal.throwIfAborted();
          const reason = reasonOf(error);
          if (!reason) throw error;
          log.error({ object: name, reason, err: error }, 'an object of a report could not be made');
          found.leftOut.push({ name, kind, reason });
        }
      }
      return found;
    } finally {
      for (const file of lent.values()) await file.then(({ release }) => release()).catch(() => undefined);
    }
  };

const hashesOf = ({ series }: FullTree): string[] =>
  series.flatMap(({ instances }) => instances.filter(isReadable).map(({ sha256 }) => sha256));

const isDamaged = (error: unknown): boolean => error instanceof AppError && error.code === 'FILE_DAMAGED';

/** Undefined for an error that says nothing of the object, such as a lost connection. */
function reasonOf(error: unknown): LeftOut['reason'] | undefined {
  if (isDamaged(error)) return 'FILE_DAMAGED';
  if (error instanceof TaskFailed)
    return REFUSAL_CODES.some((code) => code === error.code) ? 'IMAGE_NOT_READABLE' : 'NOT_MADE';
  return error instanceof TaskStopped ? 'NOT_MADE' : undefined;
}
