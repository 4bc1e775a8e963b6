import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfLines } from '../../../../scripts/pdf-lines.ts';
import type { ReportPdfInput } from '../../features/reports/index.ts';
import { png } from '../../testing/samples.ts';
import { renderReportPdf } from './render-report-pdf.ts';

const run = promisify(execFile);
const LINE =
  'Sağ akciğer üst lobda 12 mm boyutunda, spiküle konturlu solid nodül izlenmektedir; önceki tetkike göre boyutu artmıştır.';
const SIGNED: ReportPdfInput['signed'] = {
  reportId: 'r',
  caseNumber: 'SO-2026-000123',
  patientName: 'Şükrü Çığ',
  dateOfBirth: '1980-02-03',
  modality: 'CT',
  bodyPart: null,
  language: 'tr',
  content: {
    ...{ clinicalInformation: '', technique: '', comparison: '', findings: LINE, impression: LINE },
    ...{ recommendations: '', plainSummary: 'Akciğerinizde bir nodül gördük.' },
    ...{ agreement: null, rads: null, keyImages: [] },
  },
  algorithms: [],
  analyses: [],
  imageSha256: [],
  signedBy: 'Uzm. Dr. Ayşe Çığ',
  signedById: 's',
  signer: { title: 'Radyoloji uzmanı', registrationNumber: '123456' },
  signedAt: '2026-03-04T10:00:00Z',
};
const ADDENDUM = { text: 'Sağ değil, sol.', isCritical: false, signedBy: 'Dr. B', signedAt: '2026-03-05T10:00:00Z' };

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-'));
});
afterAll(() => rm(dir, { recursive: true }));

const printed = (signed: Partial<ReportPdfInput['signed']> = {}, change: Partial<ReportPdfInput> = {}) =>
  renderReportPdf({
    ...{ language: 'tr', signed: { ...SIGNED, ...signed }, radsLine: null, contentSha256: 'a'.repeat(64) },
    ...{ verifyUrl: 'https://duai.example/verify', addenda: [], keyImages: [], ...change },
  });

/** What a reader of poppler sees, as text or with the place of each word. */
async function read(bytes: Uint8Array, ...wish: string[]): Promise<string> {
  const file = join(dir, 'report.pdf');
  await writeFile(file, bytes);
  return (await run('pdftotext', [...wish, file, '-'])).stdout;
}
const pagesOf = async (bytes: Uint8Array) => (await read(bytes, '-layout')).split('\f').filter((page) => page.trim());
const long = (lines: number) => ({ ...SIGNED.content, findings: Array.from({ length: lines }, () => LINE).join('\n') });

describe('a printed report', () => {
  it('has every letter of a word that is longer than a page', async () => {
    const bytes = await printed({ content: { ...SIGNED.content, findings: 'k'.repeat(20_000) } });
    const parts = (await read(bytes)).match(/k{20,}/g) ?? [];
    expect(parts.join('').length).toBe(20_000);
    // It is broken where the text says that it may, not letter by letter.
    expect(parts.filter(({ length }) => length % 40 > 0)).toEqual([]);
  });

  it('has every word of a text whose spaces hold it together, as pasted ones often do', async () => {
    const bytes = await printed({ content: { ...SIGNED.content, findings: 'kist\u00a0'.repeat(4000) } });
    expect((await read(bytes)).match(/\bkist\b/g)).toHaveLength(4000);
  });

  it('names person, birth date and case on each of its pages, however long it is', async () => {
    const pages = await pagesOf(await printed({ content: long(80) }));
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('DUAI · SO-2026-000123 · 3 Şubat 1980 · Şükrü Çığ');
      expect(page).toContain(`Sayfa ${index + 1} / ${pages.length}`);
    }
    // A name that is too long for the line ends in a sign of it, and the birth date stands before it.
    const name = 'Abdurrahman '.repeat(12).trim();
    const [first] = await pagesOf(await printed({ patientName: name }));
    expect(first).toMatch(/SO-2026-000123 · 3 Şubat 1980 · Abdurrahman [\p{L} ]+ …/u);
  });

  it('has Arabic from right to left among Turkish words, in the line of its label', async () => {
    const words = await read(await printed({ patientName: 'محمد عبد الرحمن Şükrü' }), '-bbox');
    // In the page the letters stand as they are drawn, from left to right; a screen reader takes the ActualText.
    const drawn = (word: string) => (/\p{Script=Arabic}/u.test(word) ? [...word].reverse().join('') : word);
    const at = (word: string) => {
      const found = new RegExp(
        `xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${drawn(word)}<`,
      ).exec(words);
      return {
        left: Number(found?.[1]),
        top: Number(found?.[2]),
        right: Number(found?.[3]),
        bottom: Number(found?.[4]),
      };
    };
    // The first word of the name is at the right of the second, and Latin letters follow with a space.
    expect(at('محمد').left).toBeGreaterThan(at('عبد').right);
    expect(at('عبد').left).toBeGreaterThan(at('الرحمن').right);
    expect(at('Şükrü').left).toBeGreaterThan(at('محمد').right + 1);
    const label = at('Hasta');
    for (const word of ['محمد', 'Şükrü']) {
      const middle = (label.top + label.bottom) / 2;
      expect([at(word).top < middle, at(word).bottom > middle]).toEqual([true, true]);
    }
  });

  it('tells on the first page that an addendum corrects or adds to it', async () => {
    const corrected = { ...ADDENDUM, kind: 'correction' as const };
    const added = { ...ADDENDUM, kind: 'supplement' as const, signedAt: '2026-03-06T10:00:00Z' };
    const first = async (addenda: ReportPdfInput['addenda']) =>
      (await pagesOf(await printed({ content: long(40) }, { addenda })))[0]!.replace(/\s+/g, ' ');
    expect(await first([corrected, added])).toContain(
      'Bu raporda düzeltme vardır: raporun sonundaki 5 Mart 2026 13:00 (GMT+3) tarihli ek rapora bakınız.',
    );
    expect(await first([added])).toContain('Bu raporun sonunda 6 Mart 2026 13:00 (GMT+3) tarihli bir ek rapor vardır.');
    expect(await first([])).not.toContain('ek rapor');
    // So does a critical finding that an addendum tells.
    const critical = 'Bu raporda bekletilmemesi gereken bir bulgu var.';
    expect(await first([{ ...added, isCritical: true }])).toContain(critical);
    expect(await first([added])).not.toContain(critical);
  });

  it('tells of each key image the series, the number of the image and its side', async () => {
    const image = { ...{ imageId: 'i', frame: 0, window: null, suvFactor: null, region: null }, caption: 'Kitle' };
    const place = { series: 'L MLO', number: 3, laterality: 'left' } as const;
    const told = async (...keyImages: Omit<ReportPdfInput['keyImages'][number], 'png'>[]) => {
      const bytes = await png();
      const lines = pdfLines(await printed({}, { keyImages: keyImages.map((each) => ({ ...each, png: bytes })) }));
      return [...new Set(lines.filter((line) => line.startsWith('Önemli görüntü ')))];
    };
    expect(await told({ image, place }, { image, place: { series: null, number: 12, laterality: null } })).toEqual([
      'Önemli görüntü 1: Kitle (L MLO, görüntü 3, sol)',
      'Önemli görüntü 2: Kitle (görüntü 12)',
    ]);
    const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    const part = { ...image, caption: ' ', window: { center: 40, width: 400 }, region };
    expect(await told({ image: part, place })).toEqual([
      'Önemli görüntü 1 (L MLO, görüntü 3, sol, pencere 40/400, büyütülmüş bölüm)',
    ]);
    // Signed before places were kept.
    expect(await told({ image, place: undefined })).toEqual(['Önemli görüntü 1: Kitle']);
  });

  it('says of which examinations the dates are missing', async () => {
    const told = async (studyDates: string[]) =>
      pdfLines(await printed({ studyDates, areDatesRemoved: true })).find((line) => line.startsWith('Tetkik tarihi'));
    expect(await told(['2026-01-02'])).toBe(
      'Tetkik tarihi: 2 Ocak 2026, diğerleri kişisel bilgilerle birlikte görüntülerden çıkarıldı',
    );
    expect(await told([])).toBe('Tetkik tarihi: kişisel bilgilerle birlikte görüntülerden çıkarıldı');
  });

  it('says that AI assisted only where an algorithm gave a result', async () => {
    const algorithm = {
      id: 'a',
      version: '1',
      title: 'Akciğer',
      outcome: 'evaluated',
      series: null,
      verdict: null,
    } as const;
    const told = async (algorithms: ReportPdfInput['signed']['algorithms']) =>
      pdfLines(await printed({ algorithms })).filter((line) => /Yapay zekâ kararı|hiçbir algoritma/.test(line));
    expect(await told([algorithm])).toEqual([expect.stringContaining('Yapay zekâ kararı destekler')]);
    expect(await told([])).toEqual([expect.stringContaining('hiçbir algoritma sonuç vermedi')]);
  });

  it('keeps the name of the signer, title and time on one page', async () => {
    for (let lines = 8; lines <= 20; lines += 1) {
      const pages = await pagesOf(await printed({ content: long(lines) }));
      const signature = pages.find((page) => page.includes('İmzalayan: Uzm. Dr. Ayşe Çığ')) ?? '';
      const after = signature.slice(signature.indexOf('İmzalayan'));
      expect(after, `${lines} findings`).toMatch(/tescil no 123456\s+4 Mart 2026 13:00/);
    }
  });
});
