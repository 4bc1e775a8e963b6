import { LIMITS, scans as scanContract } from '@duai/contract';
import { apiErrorOf, messageOf } from '../../../lib/api.ts';
import type { WorkTexts } from '../../../lib/messages.tsx';
import { uploadFiles } from '../../../lib/upload/upload.ts';
import { batchesOf, untilAnswered } from './bulk-files.ts';
import { type RefusedFile, refusedOf } from './refused-files.tsx';
import type { PendingFile } from './zip-archive.ts';

export interface Sent {
  /** Each study once, in order of arrival. */
  readonly scans: readonly scanContract.Scan[];
  /** The server's message; null if nothing was accepted. */
  readonly message: string | null;
  readonly refused: readonly RefusedFile[];
  /** The error that ended the upload; studies accepted before it stay. */
  readonly failure: { readonly message: string; readonly error: unknown } | null;
}
interface Batch {
  readonly files: File[];
  readonly refused: RefusedFile[];
}

type Refusals = WorkTexts['checks']['files']['refusals'];

/** The files of a batch that can be sent; entries of archives are unpacked here. */
async function opened(pending: readonly PendingFile[], refusals: Refusals): Promise<Batch> {
  const batch: Batch = { files: [], refused: [] };
  for (const { name, size, open } of pending) {
    const refuse = (code: 'TOO_LARGE' | 'NOT_READABLE') => batch.refused.push({ name, code, message: refusals[code] });
    if (size > LIMITS.uploadFileBytes) refuse('TOO_LARGE');
    else
      await open().then(
        (file) => batch.files.push(file),
        () => refuse('NOT_READABLE'),
      );
  }
  return batch;
}

/** Sends the requests one after another; the first failure ends the upload. A request whose connection was lost is repeated. */
export async function sendBatches(
  files: readonly PendingFile[],
  {
    ageYears,
    signal,
    onProgress,
    lost,
    refusals,
  }: {
    /** Sent until a study is accepted: it holds for that study alone, and images that come later leave it as it is. */
    readonly ageYears?: string | undefined;
    readonly signal: AbortSignal;
    readonly onProgress: (share: number) => void;
    /** The text if no answer came. */
    readonly lost: string;
    readonly refusals: Refusals;
  },
): Promise<Sent> {
  const total = files.reduce((sum, file) => sum + file.size, 0) || 1;
  const scans = new Map<string, scanContract.Scan>();
  const refused: RefusedFile[] = [];
  let message: string | null = null;
  let before = 0;
  onProgress(0);
  for (const pending of batchesOf(files)) {
    const size = pending.reduce((sum, file) => sum + file.size, 0);
    const batch = await opened(pending, refusals);
    refused.push(...batch.refused);
    try {
      if (batch.files.length > 0) {
        const answer = await untilAnswered(
          async (isAgain) => {
            signal.throwIfAborted();
            const {
              scans: taken,
              refused: named = [],
              message: said,
            } = await uploadFiles(scanContract.uploadScan, {
              files: batch.files,
              query: { ageYears: scans.size === 0 ? ageYears : undefined },
              signal,
              onProgress: (share) => onProgress((before + share * size) / total),
            });
            // The first attempt may have arrived although its answer was lost.
            return { taken, said, named: named.filter(({ code }) => !isAgain || code !== 'DUPLICATE') };
          },
          (error) => !signal.aborted && apiErrorOf(error)?.status === 0,
        );
        message = answer.said;
        for (const scan of answer.taken) scans.set(scan.id, scan);
        refused.push(...answer.named);
      }
    } catch (error) {
      refused.push(...refusedOf(error));
      if (apiErrorOf(error)?.code !== 'UPLOAD_ALL_REFUSED') {
        return { scans: [...scans.values()], message, refused, failure: { message: messageOf(error, lost), error } };
      }
    }
    before += size;
    onProgress(before / total);
  }
  return { scans: [...scans.values()], message, refused, failure: null };
}
