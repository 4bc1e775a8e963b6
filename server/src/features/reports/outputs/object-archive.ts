import { Readable } from 'node:stream';
import { leftOutObjects as contract } from '@duai/contract';
import type { ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { type ZipEntry, zipStream } from '../../../core/files/zip-stream.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage } from '../../../core/texts.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { FullTree } from '../../studies/index.ts';
import { createObjectWriter } from './write-objects.ts';

/** Who asks for an archive; `signal` aborts when they leave before it is there. */
export interface Asking {
  context: Context;
  staff: StaffActor;
  caseId: string;
  signal: AbortSignal;
}
export interface ObjectArchive {
  stream: Readable;
  caseNumber: string;
  /** Objects that could not be made; the archive names them too. */
  leftOut: contract.LeftOutObject[];
}

/** DICOM objects in a ZIP archive, behind `others`. */
export function createObjectArchive(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'log'>,
  { audit }: { audit: Audit },
) {
  const write = createObjectWriter(parts);
  return async (
    { context, staff, caseId, signal }: Asking,
    wish: {
      objects: readonly ObjectToWrite[];
      studies: readonly FullTree[];
      pdf: string | null;
      others: readonly Omit<ZipEntry, 'modifiedAt'>[];
      language: DocumentLanguage;
      modifiedAt: Date;
    },
  ): Promise<Omit<ObjectArchive, 'caseNumber'>> => {
    const { language, modifiedAt, others } = wish;
    const { written, leftOut } = await write(wish, { account: staff.id, signal });
    if (leftOut.length > 0)
      await parts.db.transaction((tx) =>
        audit.record(tx, context, {
          action: 'reports.leave-out-objects',
          subjectType: 'case',
          subjectId: caseId,
          details: {
            number: leftOut.length,
            objects: named(leftOut)
              .map(({ name, reason }) => `${name} ${reason}`)
              .join(', '),
          },
        }),
      );
    const entry = (name: string, bytes: Uint8Array) => ({
      name,
      open: async () => Readable.from([Buffer.from(bytes)], { objectMode: false }),
    });
    const entries = [
      ...others,
      ...written.map(({ name, bytes }) => entry(name, bytes)),
      ...(leftOut.length > 0 ? [entry(contract.LEFT_OUT_FILE, Buffer.from(listOf(leftOut, language)))] : []),
    ];
    return { stream: zipStream(entries.map((each) => ({ ...each, modifiedAt }))), leftOut };
  };
}

const named = (leftOut: readonly contract.LeftOutObject[]) => leftOut.slice(0, contract.LEFT_OUT_NAMED);

/** None where nothing is left out. */
export const leftOutHeaders = (leftOut: readonly contract.LeftOutObject[]): Record<string, string> => {
  const told: contract.LeftOut = { count: leftOut.length, objects: named(leftOut) };
  return leftOut.length > 0 ? { [contract.LEFT_OUT_HEADER]: JSON.stringify(told) } : {};
};

function listOf(leftOut: readonly contract.LeftOutObject[], language: DocumentLanguage): string {
  const texts = DOCUMENT_TEXTS[language].paper;
  return [texts.leftOut, ...leftOut.map(({ name, reason }) => `${name}: ${texts.leftOutBecause[reason]}`), ''].join(
    '\n',
  );
}
