import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import type { ReportPdfInput } from '../features/reports/index.ts';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  arabic: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
};
const INK = '#14212b';
const GREY = '#5b6770';
const LINE = '#d5dade';
const SIGNAL = '#0b7a75';
const MARGIN = 56;

const LABELS = {
  tr: {
    title: 'Radyoloji ikinci görüş raporu',
    patient: 'Hasta',
    born: 'Doğum tarihi',
    case: 'Vaka',
    examination: 'İnceleme',
    signed: 'İmza',
    clinicalInformation: 'Klinik Bilgi',
    technique: 'Teknik',
    comparison: 'Karşılaştırma',
    findings: 'Bulgular',
    impression: 'Sonuç',
    recommendations: 'Öneriler',
    plainSummary: 'Sizin için özet',
    ai: 'Yapay zekâ desteği',
    aiText:
      'Bu rapor yapay zekâ desteğiyle hazırlanmış, görüntüler ve metin aşağıda adı geçen radyolog tarafından değerlendirilip imzalanmıştır. Yapay zekâ karar desteği içindir, tek başına tanı koymaz.',
    evaluated: 'değerlendirildi',
    'not-evaluable': 'değerlendirilemedi',
    signedBy: 'İmzalayan',
    addendum: 'Ek rapor',
    hash: 'İçerik özeti (SHA-256)',
    agreement: 'İlk raporla uyum',
    concordant: 'uyumlu',
    'minor-difference': 'küçük fark',
    'major-difference': 'büyük fark',
    verify: 'Bu raporu doğrulayın',
    verifyHelp: 'Kodu okutun ya da adresi açın; yalnızca geçerli olup olmadığı söylenir.',
    verifyAlt: 'Doğrulama sayfasının karekodu',
    page: (page: number, pages: number) => `Sayfa ${page} / ${pages}`,
  },
  en: {
    title: 'Radiology second-opinion report',
    patient: 'Patient',
    born: 'Date of birth',
    case: 'Case',
    examination: 'Examination',
    signed: 'Signed',
    clinicalInformation: 'Clinical information',
    technique: 'Technique',
    comparison: 'Comparison',
    findings: 'Findings',
    impression: 'Impression',
    recommendations: 'Recommendations',
    plainSummary: 'Summary for you',
    ai: 'AI assistance',
    aiText:
      'This report was prepared with the assistance of artificial intelligence; images and text were assessed and signed by the radiologist named below. The AI supports decisions and makes no diagnosis of its own.',
    evaluated: 'evaluated',
    'not-evaluable': 'not evaluable',
    signedBy: 'Signed by',
    addendum: 'Addendum',
    hash: 'Content hash (SHA-256)',
    agreement: 'Agreement with the first report',
    concordant: 'concordant',
    'minor-difference': 'minor difference',
    'major-difference': 'major difference',
    verify: 'Verify this report',
    verifyHelp: 'Scan the code or open the address; it only says whether the report is valid.',
    verifyAlt: 'QR code of the verification page',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} as const;

const SECTIONS = [
  'clinicalInformation',
  'technique',
  'comparison',
  'findings',
  'impression',
  'recommendations',
  'plainSummary',
] as const;

/** The signed report as tagged PDF (PDF/UA structure, language set). The same input gives the same bytes. */
export async function renderReportPdf(input: ReportPdfInput): Promise<Uint8Array> {
  const { signed, language, addenda } = input;
  const labels = LABELS[language];
  const at = new Date(addenda.at(-1)?.signedAt ?? signed.signedAt);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: language === 'tr' ? 'tr-TR' : 'en-GB',
    pdfVersion: '1.7',
    info: {
      Title: `${labels.title} ${signed.caseNumber}`,
      Author: signed.signedBy,
      Producer: 'DUAI',
      Creator: 'DUAI',
      CreationDate: at,
      ModDate: at,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  );
  for (const [name, path] of Object.entries(FONTS)) doc.registerFont(name, path);

  const root = doc.struct('Document');
  doc.addStructure(root);
  const write = (tag: string, text: string, draw: () => void) => {
    root.add(doc.struct(tag, { actual: text }, draw));
  };
  const width = doc.page.width - 2 * MARGIN;
  /** Arabic letters (in a name, for example) come from the Arabic face. */
  const face = (text: string, otherwise: 'regular' | 'bold') => (/[\u0600-\u06ff]/.test(text) ? 'arabic' : otherwise);
  const paragraph = (
    text: string,
    options: { size?: number; colour?: string; font?: 'regular' | 'bold'; gap?: number } = {},
  ) => {
    const { size = 10.5, colour = INK, font = 'regular', gap = 4 } = options;
    doc
      .font(face(text, font))
      .fontSize(size)
      .fillColor(colour)
      .text(text, MARGIN, doc.y, { width, lineGap: 2.5, paragraphGap: gap });
  };
  const rule = (colour: string, thickness: number) => {
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + width, doc.y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
    doc.endMarkedContent();
  };
  const heading = (text: string) => {
    if (doc.y > doc.page.height - MARGIN - 90) doc.addPage();
    doc.moveDown(0.8);
    write('H2', text, () => paragraph(text, { size: 11.5, font: 'bold', colour: SIGNAL, gap: 3 }));
  };

  write('P', 'DUAI', () => paragraph('DUAI', { size: 13, font: 'bold', colour: SIGNAL }));
  write('H1', labels.title, () => paragraph(labels.title, { size: 20, font: 'bold', gap: 8 }));
  rule(INK, 1);
  doc.moveDown(0.6);
  const date = (iso: string, withTime: boolean) =>
    new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
      dateStyle: 'long',
      ...(withTime ? { timeStyle: 'short' } : {}),
      timeZone: withTime ? 'Europe/Istanbul' : 'UTC',
    }).format(new Date(iso));
  const facts = [
    [labels.patient, signed.patientName],
    ...(signed.dateOfBirth ? [[labels.born, date(signed.dateOfBirth, false)]] : []),
    [labels.case, signed.caseNumber],
    [labels.examination, [signed.modality, signed.bodyPart].filter(Boolean).join(' · ')],
    [labels.signed, `${date(signed.signedAt, true)} (GMT+3)`],
  ] as [string, string][];
  for (const [label, value] of facts) {
    write('P', `${label}: ${value}`, () => {
      const { y } = doc;
      doc.font('regular').fontSize(10).fillColor(GREY).text(label, MARGIN, y, { width: 110 });
      doc
        .font(face(value, 'bold'))
        .fontSize(10)
        .fillColor(INK)
        .text(value, MARGIN + 118, y, { width: width - 118, paragraphGap: 3 });
    });
  }
  doc.moveDown(0.3);
  rule(LINE, 0.75);

  for (const section of SECTIONS) {
    const text = signed.content[section].trim();
    if (!text) continue;
    heading(labels[section]);
    for (const line of text.split('\n').filter(Boolean)) write('P', line, () => paragraph(line));
  }

  if (signed.content.agreement) {
    heading(labels.agreement);
    const agreement = labels[signed.content.agreement];
    write('P', agreement, () => paragraph(agreement, { font: 'bold' }));
  }

  heading(labels.ai);
  write('P', labels.aiText, () => paragraph(labels.aiText, { size: 9.5, colour: GREY }));
  for (const algorithm of signed.algorithms) {
    const line = `${algorithm.title} (${algorithm.id} ${algorithm.version}): ${labels[algorithm.outcome]}`;
    write('P', line, () => paragraph(line, { size: 9.5, colour: GREY, gap: 2 }));
  }

  doc.moveDown(0.8);
  rule(LINE, 0.75);
  doc.moveDown(0.5);
  const signature = `${labels.signedBy}: ${signed.signedBy}, ${date(signed.signedAt, true)} (GMT+3)`;
  write('P', signature, () => paragraph(signature, { font: 'bold' }));
  for (const addendum of addenda) {
    heading(`${labels.addendum} · ${date(addendum.signedAt, true)} (GMT+3)`);
    for (const line of addendum.text.split('\n').filter(Boolean)) write('P', line, () => paragraph(line));
    const by = `${labels.signedBy}: ${addendum.signedBy}`;
    write('P', by, () => paragraph(by, { font: 'bold' }));
  }
  doc.moveDown(0.4);
  const hash = `${labels.hash}: ${input.contentSha256}`;
  write('P', hash, () => paragraph(hash, { size: 8, colour: GREY }));
  if (doc.y > doc.page.height - MARGIN - 16 - QR_SIDE) doc.addPage();
  doc.moveDown(0.6);
  const top = doc.y;
  root.add(doc.struct('Figure', { alt: labels.verifyAlt }, () => drawQrCode(doc, input.verifyUrl, MARGIN, top)));
  const beside = { x: MARGIN + QR_SIDE + 14, width: width - QR_SIDE - 14 };
  doc.y = top + 8;
  for (const [text, font, colour] of [
    [labels.verify, 'bold', INK],
    [labels.verifyHelp, 'regular', GREY],
    [input.verifyUrl, 'regular', GREY],
  ] as const) {
    write('P', text, () =>
      doc.font(font).fontSize(8.5).fillColor(colour).text(text, beside.x, doc.y, { width: beside.width, lineGap: 2 }),
    );
  }
  root.end();

  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('regular').fontSize(8).fillColor(GREY);
    doc.text(`DUAI · ${signed.caseNumber}`, MARGIN, doc.page.height - 44, { width: width / 2, lineBreak: false });
    doc.text(labels.page(page + 1, count), MARGIN + width / 2, doc.page.height - 44, {
      width: width / 2,
      align: 'right',
      lineBreak: false,
    });
    doc.endMarkedContent();
  }
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

const QR_SIDE = 76;

/** Dark modules as one filled path; error correction M (ISO/IEC 18004), so that a fold or a stain does no harm. */
function drawQrCode(doc: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = QR_SIDE / size;
  for (const [row, line] of data.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark) doc.rect(left + column * module, top + row * module, module, module);
    }
  }
  doc.fill(INK);
}
