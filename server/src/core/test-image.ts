import { findLayout, writePart10 } from '@duai/imaging';
import { writeDataSet } from '../dimse/messages/data-set.ts';
import { inOnePiece } from '../dimse/messages/identifier.ts';
import type { Outcome } from '../dimse/messages/statuses.ts';
import { EXPLICIT_LE, STUDY_ROOT } from '../dimse/messages/uids.ts';
import type { createUser } from '../dimse/services/user.ts';
import { uidOf } from './derived-ids.ts';

/** Secondary Capture Image Storage (PS3.4 table B.5-1). */
export const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/** Not a real patient: administrators find the test image by this id and delete it. */
const PATIENT_ID = 'DUAI-TEST';
const SIDE = 64;

/** Searches for the studies of the test patient. The matches are ignored; only the final answer counts. */
export async function searchTestPatient(user: ReturnType<typeof createUser>): Promise<Outcome | null> {
  const answers = user.find(STUDY_ROOT.find, QUERY);
  for (;;) {
    const { done, value } = await answers.next();
    if (done) return value;
  }
}
const QUERY = writeDataSet(
  {
    '00080052': { vr: 'CS', Value: ['STUDY'] },
    '00100020': { vr: 'LO', Value: [PATIENT_ID] },
    '0020000D': { vr: 'UI' },
  },
  EXPLICIT_LE,
);

/**
 * A small grey image of nobody, the same for a kind of test and a system (`of`) every time, so that an archive keeps only one.
 * PS3.3 section A.8.1, Secondary Capture Image IOD.
 */
export function testImage(kind: 'connection-test' | 'gateway-check', of: string) {
  const name = kind.replace('-', ' ');
  const sopInstanceUid = uidOf(`${kind}-instance:${of}`);
  const pixels = Uint8Array.from(
    { length: SIDE * SIDE },
    (_, index) => ((index % SIDE) + Math.floor(index / SIDE)) * 2,
  );
  const file = Buffer.from(
    writePart10([
      { tag: 0x00080016, vr: 'UI', value: SECONDARY_CAPTURE },
      { tag: 0x00080018, vr: 'UI', value: sopInstanceUid },
      { tag: 0x00080020, vr: 'DA', value: '20260101' },
      { tag: 0x00080030, vr: 'TM', value: '000000' },
      { tag: 0x00080050, vr: 'SH', value: '' },
      { tag: 0x00080060, vr: 'CS', value: 'OT' },
      { tag: 0x00080064, vr: 'CS', value: 'SYN' },
      { tag: 0x00080070, vr: 'LO', value: 'DUAI' },
      { tag: 0x00080090, vr: 'PN', value: '' },
      { tag: 0x00081030, vr: 'LO', value: `DUAI ${name}` },
      { tag: 0x0008103e, vr: 'LO', value: 'No patient: may be deleted' },
      { tag: 0x00100010, vr: 'PN', value: `DUAI^${name.toUpperCase()}` },
      { tag: 0x00100020, vr: 'LO', value: PATIENT_ID },
      { tag: 0x00100030, vr: 'DA', value: '' },
      { tag: 0x00100040, vr: 'CS', value: 'O' },
      { tag: 0x0020000d, vr: 'UI', value: uidOf(`${kind}-study:${of}`) },
      { tag: 0x0020000e, vr: 'UI', value: uidOf(`${kind}-series:${of}`) },
      { tag: 0x00200010, vr: 'SH', value: 'TEST' },
      { tag: 0x00200011, vr: 'IS', value: '1' },
      { tag: 0x00200013, vr: 'IS', value: '1' },
      { tag: 0x00280002, vr: 'US', value: [1] },
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280010, vr: 'US', value: [SIDE] },
      { tag: 0x00280011, vr: 'US', value: [SIDE] },
      { tag: 0x00280100, vr: 'US', value: [8] },
      { tag: 0x00280101, vr: 'US', value: [8] },
      { tag: 0x00280102, vr: 'US', value: [7] },
      { tag: 0x00280103, vr: 'US', value: [0] },
      { tag: 0x7fe00010, vr: 'OB', value: pixels },
    ]),
  );
  const { offset } = findLayout(file);
  const instance = { sopClassUid: SECONDARY_CAPTURE, sopInstanceUid, transferSyntax: EXPLICIT_LE };
  return { instance, dataSet: () => inOnePiece(file.subarray(offset)) };
}
