import { textDecoderFor } from '@duai/imaging';
import { type ReadDataSet, readDataSet, textIn, writeDataSet } from '../../../dimse/messages/data-set.ts';
import type { WorklistEntry } from './choose-order.ts';

const wish = (vr: string) => ({ vr });

/** What a worklist is asked (PS3.4 table K.6-1): all that it has for one patient. */
export const writeWorklistQuery = (patientId: string, transferSyntax: string): Buffer =>
  writeDataSet(
    {
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      '00080050': wish('SH'),
      '00100010': wish('PN'),
      '00100020': { vr: 'LO', Value: [patientId] },
      '0020000D': wish('UI'),
      '00321060': wish('LO'),
      '00400100': { vr: 'SQ', Value: [{ '00080060': wish('CS'), '00400002': wish('DA') }] },
      '00401001': wish('SH'),
    },
    transferSyntax,
  );

/** One answer. @throws Error for what is no data set */
export function readWorklistEntry(identifier: Buffer, transferSyntax: string): WorklistEntry {
  const dataSet = readDataSet(identifier, transferSyntax);
  const decode = textDecoderFor(textIn(dataSet, '00080005') || undefined);
  const text = (of: ReadDataSet, tag: string) => textIn(of, tag, decode) || null;
  return {
    patientId: text(dataSet, '00100020'),
    studyInstanceUid: text(dataSet, '0020000D'),
    accessionNumber: text(dataSet, '00080050'),
    procedureId: text(dataSet, '00401001'),
    description: text(dataSet, '00321060'),
    steps: (dataSet.get('00400100')?.items ?? []).map((step) => ({
      modality: text(step, '00080060'),
      date: text(step, '00400002'),
    })),
  };
}
