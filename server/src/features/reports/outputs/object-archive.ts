import { Readable } from 'node:stream';
import { leftOutObjects as contract } from '@duai/contract';
import type { ObjectToWrite } from '../../../compute/objects/write-signature-object.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { type ZipEntry, zipStream } from '../../../core/files/zip-stream.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage } from '../../../core/texts.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { FullTree } from '../../studies/index.ts';
import { createObjectWriter, type LeftOut } from './write-objects.ts';

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
  /** Objects that could not be made, or not with all their measurements; the archive names them too. */
  leftOut: LeftOut[];
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
              .map(({ name, reason, lacks }) => [name, ...(lacks ? [`lacks ${lacks}`] : []), reason].join(' '))
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

const named = (leftOut: readonly LeftOut[]): contract.LeftOutObject[] =>
  leftOut.slice(0, contract.LEFT_OUT_NAMED).map(({ lacking: _inTheFile, ...told }) => told);

/** None where nothing is left out. */
export const leftOutHeaders = (leftOut: readonly LeftOut[]): Record<string, string> => {
  const told: contract.LeftOut = { count: leftOut.length, objects: named(leftOut) };
  return leftOut.length > 0 ? { [contract.LEFT_OUT_HEADER]: JSON.stringify(told) } : {};
};

function listOf(leftOut: readonly LeftOut[], language: DocumentLanguage): string {
  const texts = DOCUMENT_TEXTS[language].paper;
  const line = ({ name, reason, lacking }: LeftOut) => {
    const because = texts.leftOutBecause[reason];
    return `${name}: ${lacking ? texts.lacks({ measurements: lacking.join(', '), because }) : because}`;
  };
  return [texts.leftOut, ...leftOut.map(line), ''].join('\n');
}
