import { findLayout, writePart10 } from '@duai/imaging';
import { uidOf } from '../../../core/derived-ids.ts';
import { writeDataSet } from '../../../dimse/messages/data-set.ts';
import { inOnePiece } from '../../../dimse/messages/identifier.ts';
import { EXPLICIT_LE } from '../../../dimse/messages/uids.ts';

/** Secondary Capture Image Storage (PS3.4 table B.5-1). */
export const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/** Not a real patient: administrators find the test image by this id and delete it. */
const PATIENT_ID = 'DUAI-TEST';
const SIDE = 64;

/** A query for the studies of the test patient. */
export const TEST_QUERY = writeDataSet(
  {
    '00080052': { vr: 'CS', Value: ['STUDY'] },
    '00100020': { vr: 'LO', Value: [PATIENT_ID] },
    '0020000D': { vr: 'UI' },
  },
  EXPLICIT_LE,
);

/**
 * A small grey test image, the same for a peer every time, so that an archive keeps only one.
 * PS3.3 section A.8.1, Secondary Capture Image IOD.
 */
export function testImage(peerId: string) {
  const sopInstanceUid = uidOf(`connection-test-instance:${peerId}`);
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
      { tag: 0x00081030, vr: 'LO', value: 'DUAI connection test' },
      { tag: 0x0008103e, vr: 'LO', value: 'No patient: may be deleted' },
      { tag: 0x00100010, vr: 'PN', value: 'DUAI^CONNECTION TEST' },
      { tag: 0x00100020, vr: 'LO', value: PATIENT_ID },
      { tag: 0x00100030, vr: 'DA', value: '' },
      { tag: 0x00100040, vr: 'CS', value: 'O' },
      { tag: 0x0020000d, vr: 'UI', value: uidOf(`connection-test-study:${peerId}`) },
      { tag: 0x0020000e, vr: 'UI', value: uidOf(`connection-test-series:${peerId}`) },
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
  return {
    sopClassUid: SECONDARY_CAPTURE,
    sopInstanceUid,
    file,
    dataSet: () => inOnePiece(file.subarray(offset)),
  };
}
