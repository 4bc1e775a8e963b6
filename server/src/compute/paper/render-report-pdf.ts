import { bodyPartIn, windowText } from '@duai/contract';
import { encode } from 'uqr';
import { dayIn, HOUSE_ZONE } from '../../core/house-time.ts';
import { DOCUMENT_TEXTS, modalityIn } from '../../core/texts.ts';
import type { ReportPdfInput } from '../../features/reports/index.ts';
import { partOf } from '../preview.ts';
import { GREY, INK, LINE, MARGIN, type Paper, printOnPaper, SIGNAL } from './pdf-paper.ts';

const SECTIONS = [
  'clinicalInformation',
  'technique',
  'comparison',
  'findings',
  'impression',
  'recommendations',
  'plainSummary',
] as const;

/** Prints the signed report. The same input gives the same bytes. */
export async function renderReportPdf(input: ReportPdfInput): Promise<Uint8Array> {
  const { signed, language, addenda } = input;
  const labels = DOCUMENT_TEXTS[language].report;
  const paper = {
    title: `${labels.title} ${signed.caseNumber}`,
    author: signed.signedBy,
    lang: language === 'tr' ? ('tr-TR' as const) : ('en-GB' as const),
    at: new Date(addenda.at(-1)?.signedAt ?? signed.signedAt),
    // Pages come apart in print: each names the person.
    footer: {
      text: ['DUAI', signed.caseNumber, signed.dateOfBirth && dayIn(signed.dateOfBirth, language), signed.patientName]
        .filter(Boolean)
        .join(' · '),
      page: DOCUMENT_TEXTS[language].paper.page,
    },
  };
  const figures = await Promise.all(input.keyImages.map((keyImage, index) => figureOf(keyImage, index + 1, language)));
  return printOnPaper(paper, (sheet) => drawReport(sheet, input, figures));
}

function drawReport(paper: Paper, input: ReportPdfInput, figures: Figure[]): void {
  const { doc, root, width, bottom, set, rule } = paper;
  const { signed, language, addenda } = input;
  const labels = DOCUMENT_TEXTS[language].report;
  const write = (tag: string, text: string, draw: () => void) => {
    root.add(doc.struct(tag, { actual: text }, draw));
  };
  const paragraph = (
    text: string,
    options: { size?: number; colour?: string; font?: 'regular' | 'bold'; gap?: number } = {},
  ) => {
    const { size = 10.5, colour = INK, font = 'regular', gap = 4 } = options;
    set(text, { size, font, colour, width, lineGap: 2.5, paragraphGap: gap });
  };
  const heading = (text: string, room = 74) => {
    if (doc.y > bottom - room) doc.addPage();
    doc.moveDown(0.8);
    write('H2', text, () => paragraph(text, { size: 11.5, font: 'bold', colour: SIGNAL, gap: 3 }));
  };

  write('P', 'DUAI', () => paragraph('DUAI', { size: 13, font: 'bold', colour: SIGNAL }));
  write('H1', labels.title, () => paragraph(labels.title, { size: 20, font: 'bold', gap: 8 }));
  rule(INK, 1);
  doc.moveDown(0.6);
  const date = (iso: string, withTime: boolean) => (withTime ? timeOf(iso, language) : dayIn(iso, language));
  const numbers = (told: string[]) =>
    [...told, ...(signed.areNumbersLeftOut ? [labels.numbersLeftOut] : [])].join(', ') || labels.notInImages;
  const facts = [
    [labels.patient, signed.patientName],
    ...(signed.dateOfBirth ? [[labels.born, date(signed.dateOfBirth, false)]] : []),
    ...(signed.patientIds ? [[labels.patientId, numbers(signed.patientIds)]] : []),
    ...(signed.accessionNumbers ? [[labels.accession, numbers(signed.accessionNumbers)]] : []),
    [labels.case, signed.caseNumber],
    [
      labels.examination,
      [modalityIn(signed.modality, language), signed.bodyPart && bodyPartIn(signed.bodyPart, language)]
        .filter(Boolean)
        .join(' · '),
    ],
    ...(signed.studyDates
      ? [
          [
            labels.examined,
            signed.areDatesRemoved || signed.studyDates.length > 0
              ? [
                  ...signed.studyDates.map((day) => date(day, false)),
                  ...(signed.areDatesRemoved
                    ? [signed.studyDates.length > 0 ? labels.otherDatesRemoved : labels.dateRemoved]
                    : []),
                ].join(', ')
              : labels.notInImages,
          ],
        ]
      : []),
    [labels.signed, `${date(signed.signedAt, true)} (GMT+3)`],
  ] as [string, string][];
  for (const [label, value] of facts) {
    write('P', `${label}: ${value}`, () => {
      const { y } = doc;
      doc.font('regular').fontSize(10).fillColor(GREY).text(label, MARGIN, y, { width: 110 });
      set(value, { size: 10, font: 'bold', colour: INK, x: MARGIN + 118, y, width: width - 118, paragraphGap: 3 });
    });
  }
  doc.moveDown(0.3);
  rule(LINE, 0.75);

  if (signed.isCritical || addenda.some(({ isCritical }) => isCritical)) {
    doc.moveDown(0.5);
    write('P', labels.critical, () => paragraph(labels.critical, { font: 'bold' }));
  }
  const latest = addenda.findLast(({ kind }) => kind === 'correction') ?? addenda.at(-1);
  if (latest) {
    // Whoever reads the first page alone must not take corrected text for the last word.
    const told = labels.hasAddenda[latest.kind]({ date: `${date(latest.signedAt, true)} (GMT+3)` });
    doc.moveDown(0.5);
    write('P', told, () => paragraph(told, { font: 'bold' }));
  }

  for (const section of SECTIONS) {
    const text = signed.content[section].trim();
    if (!text) continue;
    heading(labels.sections[section]);
    for (const line of text.split('\n').filter(Boolean)) write('P', line, () => paragraph(line));
    const rads = section === 'impression' ? input.radsLine : null;
    if (rads) {
      write('P', rads, () => paragraph(rads, { font: 'bold' }));
    }
  }

  if (figures.length > 0) {
    heading(labels.keyImages, 74 + KEY_IMAGE_HEIGHT);
    drawFigures(paper, figures);
  }

  if (signed.content.agreement) {
    heading(labels.agreement);
    const agreement = capitalised(labels.agreements[signed.content.agreement], language);
    write('P', agreement, () => paragraph(agreement, { font: 'bold' }));
  }

  heading(labels.ai);
  const aiText = signed.algorithms.length > 0 ? labels.aiText : labels.aiNone;
  write('P', aiText, () => paragraph(aiText, { size: 9.5, colour: GREY }));
  for (const algorithm of signed.algorithms) {
    const line = algorithmLine(algorithm, labels);
    write('P', line, () => paragraph(line, { size: 9.5, colour: GREY, gap: 2 }));
  }

  // The name under a report stands with its title and time on one page.
  if (doc.y > bottom - SIGNATURE_HEIGHT) doc.addPage();
  doc.moveDown(0.8);
  rule(LINE, 0.75);
  doc.moveDown(0.5);
  const signature = `${labels.signedBy}: ${signed.signedBy}`;
  write('P', signature, () => paragraph(signature, { font: 'bold', gap: 2 }));
  const { title, registrationNumber } = signed.signer ?? {};
  const credentials = [title, registrationNumber && labels.registration({ number: registrationNumber })]
    .filter(Boolean)
    .join(', ');
  if (credentials) write('P', credentials, () => paragraph(credentials, { gap: 2 }));
  const time = `${date(signed.signedAt, true)} (GMT+3)`;
  write('P', time, () => paragraph(time, { colour: GREY }));
  for (const addendum of addenda) {
    heading(`${labels.addenda[addendum.kind]} · ${date(addendum.signedAt, true)} (GMT+3)`);
    for (const line of addendum.text.split('\n').filter(Boolean)) write('P', line, () => paragraph(line));
    const by = `${labels.signedBy}: ${addendum.signedBy}`;
    write('P', by, () => paragraph(by, { font: 'bold' }));
  }
  doc.moveDown(0.4);
  const hash = `${labels.hash}: ${input.contentSha256}`;
  write('P', hash, () => paragraph(hash, { size: 8, colour: GREY }));
  if (doc.y > bottom - QR_SIDE) doc.addPage();
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
}

const localeOf = (language: ReportPdfInput['language']) => (language === 'tr' ? 'tr-TR' : 'en-GB');
const timeOf = (at: string, language: ReportPdfInput['language']): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: HOUSE_ZONE }).format(
    new Date(at),
  );
const capitalised = (text: string, language: ReportPdfInput['language']): string =>
  text.charAt(0).toLocaleUpperCase(localeOf(language)) + text.slice(1);

/** One algorithm in words: its name, its outcome, and the radiologist's verdict. */
function algorithmLine(
  { title, version, series, outcome, verdict }: ReportPdfInput['signed']['algorithms'][number],
  labels: (typeof DOCUMENT_TEXTS)[ReportPdfInput['language']]['report'],
): string {
  const name = series ? `${title} (${version}, ${labels.series} ${series})` : `${title} (${version})`;
  return `${name}: ${[labels.outcomes[outcome], verdict && labels.verdicts[verdict]].filter(Boolean).join('; ')}`;
}

interface Figure {
  png: Uint8Array;
  caption: string;
}

/** The chosen part of a key image, with a caption of number, text, place (series, image, side) and window. */
async function figureOf(
  { image: { caption, window, suvFactor, region }, place, png }: ReportPdfInput['keyImages'][number],
  number: number,
  language: ReportPdfInput['language'],
): Promise<Figure> {
  const labels = DOCUMENT_TEXTS[language].report;
  const words = [`${labels.keyImage} ${number}`, caption.trim()].filter(Boolean).join(': ');
  const seen = [
    ...(place
      ? [place.series, labels.image({ number: place.number }), place.laterality && labels.sides[place.laterality]]
      : []),
    window && `${labels.window} ${windowText(window, suvFactor, language)}`,
    region && labels.part,
  ].filter(Boolean);
  return {
    png: region ? await partOf(png, region) : png,
    caption: seen.length > 0 ? `${words} (${seen.join(', ')})` : words,
  };
}

/** Draws two figures beside each other, each with its caption below; a row is never split by a page break. */
function drawFigures({ doc, root, width, bottom, set, heightOf: heightOfText }: Paper, figures: Figure[]): void {
  const side = (width - KEY_IMAGE_GAP) / 2;
  const heightOf = (caption: string) => heightOfText(caption, { size: 9, width: side, lineGap: 2 });
  for (let first = 0; first < figures.length; first += 2) {
    const row = figures.slice(first, first + 2);
    const height = KEY_IMAGE_HEIGHT + 6 + Math.max(...row.map(({ caption }) => heightOf(caption)));
    if (doc.y + height > bottom) doc.addPage();
    const top = doc.y;
    for (const [column, { png, caption }] of row.entries()) {
      const left = MARGIN + column * (side + KEY_IMAGE_GAP);
      const box = { fit: [side, KEY_IMAGE_HEIGHT] as [number, number] };
      root.add(doc.struct('Figure', { alt: caption }, () => doc.image(Buffer.from(png), left, top, box)));
      const draw = () =>
        set(caption, {
          ...{ size: 9, colour: INK, lineGap: 2 },
          ...{ x: left, y: top + KEY_IMAGE_HEIGHT + 6, width: side },
        });
      root.add(doc.struct('P', { actual: caption }, draw));
    }
    doc.y = top + height + 10;
  }
  doc.x = MARGIN;
}

const KEY_IMAGE_HEIGHT = 200;
const KEY_IMAGE_GAP = 16;
const QR_SIDE = 76;
const SIGNATURE_HEIGHT = 84;

/** Draws the dark modules as one filled path; error correction M (ISO/IEC 18004) tolerates a fold or a stain. */
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
