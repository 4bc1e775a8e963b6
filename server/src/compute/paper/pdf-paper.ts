import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { brokenIntoLines, hasArabic, inPrintedOrder, withBreaks } from './mixed-script.ts';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  arabic: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  'arabic-bold': require.resolve('@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
};
type Face = 'regular' | 'bold';
const ARABIC = { regular: 'arabic', bold: 'arabic-bold' } as const;
/** Height of a line with Arabic letters, and of its baseline below the top, as shares of the size of the letters. */
const ARABIC_LINE = 1.5;
const BASELINE = 0.969;
/** Colours of the printed documents, and the margin in points. */
export const INK = '#14212b';
export const GREY = '#5b6770';
export const LINE = '#d5dade';
export const SIGNAL = '#0b7a75';
export const MARGIN = 56;
/** From the lower edge to the line of the page number, in points. */
const FOOTER_RISE = 44;

interface PaperOptions {
  title: string;
  author: string;
  lang: 'tr-TR' | 'en-GB';
  /** Creation time of the document, given so that the same input gives the same bytes. */
  at: Date;
  footer: { text: string; page(of: { page: number; pages: number }): string };
}

export interface Paper {
  doc: PDFKit.PDFDocument;
  root: PDFKit.PDFStructureElement;
  /** Width between the margins, and the lowest position of text, in points. */
  width: number;
  bottom: number;
  /** Sets a paragraph from the current height on, or from `y`; Arabic in it (a name, for example) in its own direction. */
  set(text: string, style: TextStyle): void;
  /** The height that `set` needs, in points. */
  heightOf(text: string, style: Omit<TextStyle, 'colour' | 'x' | 'y'>): number;
  /** Draws a line across the page that screen readers skip. */
  rule(colour: string, thickness: number): void;
}

export interface TextStyle {
  size: number;
  font?: Face;
  colour: string;
  width: number;
  x?: number;
  y?: number;
  lineGap?: number;
  paragraphGap?: number;
}

/** Prints on A4 as tagged PDF (PDF/UA structure, language set) with page numbers; returns the bytes. */
export async function printOnPaper(options: PaperOptions, draw: (paper: Paper) => void): Promise<Uint8Array> {
  const { title, author, lang, at, footer } = options;
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Producer: 'DUAI', Creator: 'DUAI', CreationDate: at, ModDate: at },
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
  draw({
    doc,
    root,
    width,
    bottom: doc.page.height - MARGIN - 16,
    set: (text, style) => setText(doc, text, style),
    heightOf(text, style) {
      const { size, font = 'regular', width: within, lineGap = 0 } = style;
      if (hasArabic(text)) return linesOf(doc, text, style).length * (size * ARABIC_LINE + lineGap);
      return doc.font(font).fontSize(size).heightOfString(withBreaks(text), { width: within, lineGap });
    },
    rule(colour, thickness) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(MARGIN + width, doc.y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke();
      doc.endMarkedContent();
    },
  });
  root.end();
  numberPages(doc, footer, width);
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

function setText(doc: PDFKit.PDFDocument, text: string, style: TextStyle): void {
  const { size, font = 'regular', colour, width, x = MARGIN, y = doc.y, lineGap = 0, paragraphGap = 0 } = style;
  doc.font(font).fontSize(size).fillColor(colour);
  if (!hasArabic(text)) {
    doc.text(withBreaks(text), x, y, { width, lineGap, paragraphGap });
    return;
  }
  const height = size * ARABIC_LINE + lineGap;
  doc.y = y;
  for (const line of linesOf(doc, text, style)) {
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
    const top = doc.y;
    setLine(doc, line, { x, baseline: top + size * BASELINE, font });
    doc.y = top + height;
  }
  doc.x = x;
  doc.y += paragraphGap;
}

const linesOf = (doc: PDFKit.PDFDocument, text: string, { size, font = 'regular', width }: Omit<TextStyle, 'colour'>) =>
  text.split('\n').flatMap((paragraph) => {
    doc.fontSize(size);
    return brokenIntoLines(paragraph.normalize(), width, (line) => widthOf(doc, line, font));
  });

const widthOf = (doc: PDFKit.PDFDocument, line: string, font: Face): number =>
  inPrintedOrder(line).reduce(
    (sum, run) => sum + doc.font(run.isArabic ? ARABIC[font] : font).widthOfString(run.text),
    0,
  );

/** One line in the size and colour of the document; each script in its own font. */
function setLine(
  doc: PDFKit.PDFDocument,
  line: string,
  { x, baseline, font }: { x: number; baseline: number; font: Face },
): void {
  let left = x;
  for (const { text, isArabic } of inPrintedOrder(line)) {
    doc.font(isArabic ? ARABIC[font] : font).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
    left += doc.widthOfString(text);
  }
}

function numberPages(doc: PDFKit.PDFDocument, footer: PaperOptions['footer'], width: number): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOTER_RISE;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('regular').fontSize(8).fillColor(GREY);
    const [text = '', rest] = linesOf(doc, footer.text, { size: 8, width: width * 0.83 });
    setLine(doc, rest === undefined ? text : `${text} …`, { x: MARGIN, baseline: y + 8 * BASELINE, font: 'regular' });
    doc.font('regular');
    const number = footer.page({ page: page + 1, pages: count });
    doc.text(number, MARGIN + width * 0.85, y, { width: width * 0.15, align: 'right', lineBreak: false });
    doc.endMarkedContent();
  }
}
