import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { PrintedDocument } from '../features/trial/index.ts';

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
const MARGIN = 52;
const FOOTER_SPACE = 40;

/** A document of the trial portal as tagged A4 PDF. The same input gives the same bytes. */
export async function renderDocumentPdf(input: PrintedDocument): Promise<Uint8Array> {
  const at = new Date(input.at);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + FOOTER_SPACE / 2, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    pdfVersion: '1.7',
    info: { Title: input.title, Author: 'DUAI', Producer: 'DUAI', Creator: 'DUAI', CreationDate: at, ModDate: at },
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
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - FOOTER_SPACE;
  const face = (text: string, otherwise: 'regular' | 'bold') => (/[\u0600-\u06ff]/.test(text) ? 'arabic' : otherwise);

  const write = (tag: string, text: string, size: number, font: 'regular' | 'bold', colour: string, gap: number) => {
    root.add(
      doc.struct(tag, { actual: text }, () => {
        doc
          .font(face(text, font))
          .fontSize(size)
          .fillColor(colour)
          .text(text, MARGIN, doc.y, { width, lineGap: 2, paragraphGap: gap });
      }),
    );
  };
  const rule = () => {
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + width, doc.y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke();
    doc.endMarkedContent();
  };

  write('P', 'DUAI · DuaiCheck', 12, 'bold', SIGNAL, 4);
  write('H1', input.title, 20, 'bold', INK, 8);
  for (const [label, value] of input.facts) write('P', `${label}: ${value}`, 10, 'regular', INK, 2);
  doc.moveDown(0.4);
  rule();

  for (const { heading, paragraphs = [], table } of input.sections) {
    if (doc.y > bottom - 60) doc.addPage();
    doc.moveDown(0.9);
    write('H2', heading, 12, 'bold', SIGNAL, 4);
    for (const paragraph of paragraphs) write('P', paragraph, 10, 'regular', INK, 4);
    if (table) drawTable(table);
  }

  /** A real table (Table, TR, TH, TD); its head is repeated on every page. */
  function drawTable({ columns, rows, shares }: NonNullable<PrintedDocument['sections'][number]['table']>): void {
    const weights = columns.map((_, index) => shares?.[index] ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const widths = weights.map((weight) => (weight / total) * width);
    const structure = doc.struct('Table');
    root.add(structure);
    const heightOf = (cells: readonly string[], font: 'regular' | 'bold') => {
      const heights = cells.map((cell, index) =>
        doc
          .font(face(cell, font))
          .fontSize(8.5)
          .heightOfString(cell, { width: widths[index]! - 8 }),
      );
      return Math.max(12, ...heights) + 6;
    };
    const drawRow = (cells: readonly string[], tag: 'TH' | 'TD') => {
      const font = tag === 'TH' ? 'bold' : 'regular';
      const height = heightOf(cells, font);
      const top = doc.y;
      const row = doc.struct('TR');
      structure.add(row);
      let left = MARGIN;
      for (const [index, cell] of cells.entries()) {
        const x = left;
        row.add(
          doc.struct(tag, { actual: cell }, () => {
            doc
              .font(face(cell, font))
              .fontSize(8.5)
              .fillColor(tag === 'TH' ? GREY : INK)
              .text(cell, x, top + 3, { width: widths[index]! - 8 });
          }),
        );
        left += widths[index]!;
      }
      row.end();
      doc.y = top + height;
      rule();
    };
    drawRow(columns, 'TH');
    for (const cells of rows) {
      if (doc.y + heightOf(cells, 'regular') > bottom) {
        doc.addPage();
        drawRow(columns, 'TH');
      }
      drawRow(cells, 'TD');
    }
    structure.end();
    doc.moveDown(0.5);
  }

  root.end();
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('regular').fontSize(8).fillColor(GREY);
    doc.text(input.footer, MARGIN, doc.page.height - 44, { width: width * 0.8, lineBreak: false });
    doc.text(`Page ${page + 1} of ${count}`, MARGIN + width * 0.8, doc.page.height - 44, {
      width: width * 0.2,
      align: 'right',
      lineBreak: false,
    });
    doc.endMarkedContent();
  }
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}
