import { pipeline, Readable } from 'node:stream';
import { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { type CorrectedPatient, correctPatient, findLayout } from '@duai/imaging';
import { beginFile, closing } from '../../../core/files/begun-file.ts';
import type { Parts } from '../../../parts.ts';
import type { CorrectionRow } from './corrections.tables.ts';

/** PS3.5 section A.5. */
const DEFLATED = '1.2.840.10008.1.2.1.99';

export const patientOf = ({ name, patientId, birthDate, sex, correctedAt }: CorrectionRow): CorrectedPatient => ({
  ...{ name, patientId, birthDate, sex },
  at: `${correctedAt.toISOString().slice(0, 19).replace(/\D/g, '')}+0000`,
});

/**
 * A stored file as it is given out: `head` is what precedes its data set, which has the corrected patient. Without a
 * correction every byte is as it came. The first block is checked before this returns. @throws AppError FILE_DAMAGED
 */
export async function openCorrected(
  { storage }: Pick<Parts, 'storage'>,
  sha256: string,
  correction: CorrectionRow | undefined,
): Promise<{ head: Buffer; dataSet: AsyncGenerator<Buffer> }> {
  const { head, give } = await beginFile(await storage.open(sha256));
  const { offset, encoding, transferSyntaxUid } = findLayout(head);
  const stored = give([head.subarray(offset)]);
  const [before, patient] = [head.subarray(0, offset), correction && patientOf(correction)];
  if (!patient) return { head: before, dataSet: stored };
  const dataSet =
    transferSyntaxUid === DEFLATED
      ? deflated(correctPatient(inflated(stored), encoding, patient))
      : correctPatient(stored, encoding, patient);
  return { head: before, dataSet: closing(asBuffers(dataSet), stored) };
}

async function* asBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of chunks) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** An error of the source ends the reading of what it is piped into. */
const inflated = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(chunks), createInflateRaw(), () => undefined);

/** Of even length (PS3.5 section A.5). */
async function* deflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const bytes of pipeline(
    Readable.from(chunks),
    createDeflateRaw(),
    () => undefined,
  ) as AsyncIterable<Buffer>) {
    length += bytes.length;
    yield bytes;
  }
  if (length % 2 !== 0) yield Buffer.alloc(1);
}
