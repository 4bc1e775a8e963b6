import { describe, expect, it } from 'vitest';
import { isSummaryWritten, PREPARED_SUMMARIES } from './plain-summary.ts';

const [tr, en] = PREPARED_SUMMARIES as [string, string];
const MACHINE = ['Akciğer hacmi 4.200 ml (sağ 2.300 ml, sol 1.900 ml).\nOrtalama akciğer dansitesi −820 HU.'];

describe('the summary for the patient', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n\t\u00a0'],
    ['marks', ' … – . 1) !'],
    ['the prepared text', tr],
    ['the prepared text of the other language', en],
    [
      'the prepared text in other white space, capitals and marks',
      `${tr.toLocaleUpperCase('en').replace(' ', '\n\n')} !`,
    ],
    ['a part of the prepared text', tr.split('.')[0]!],
    ['both prepared texts', `${en}\n${tr}`],
    ['what the algorithms wrote', MACHINE[0]!],
    ['one sentence of theirs after the prepared text', `${tr} Ortalama akciğer dansitesi −820 HU.`],
  ])('is not written while it is %s', (_, text) => {
    expect(isSummaryWritten(text, MACHINE)).toBe(false);
  });

  it.each([
    ['words of the radiologist alone', 'Akciğerleriniz sağlıklı görünüyor.'],
    ['before the prepared text', `Akciğerleriniz sağlıklı görünüyor. ${tr}`],
    ['after what the algorithms wrote', `${MACHINE[0]} Bu ölçüm yaşınıza uygun.`],
    ['without a mark or in another script', 'رئتاك سليمتان'],
  ])('is written with %s', (_, text) => {
    expect(isSummaryWritten(text, MACHINE)).toBe(true);
  });
});
