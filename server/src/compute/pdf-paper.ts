import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  arabic: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
};
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
  /** The font that has the letters of a text: Arabic letters (in a name, for example) need the Arabic font. */
  face(text: string, otherwise: 'regular' | 'bold'): string;
  /** Draws a line across the page that screen readers skip. */
  rule(colour: string, thickness: number): void;
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
    face: (text, otherwise) => (/[\u0600-\u06ff]/.test(text) ? 'arabic' : otherwise),
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

function numberPages(doc: PDFKit.PDFDocument, footer: PaperOptions['footer'], width: number): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOTER_RISE;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('regular').fontSize(8).fillColor(GREY);
    doc.text(footer.text, MARGIN, y, { width: width * 0.8, lineBreak: false });
    const number = footer.page({ page: page + 1, pages: count });
    doc.text(number, MARGIN + width * 0.8, y, { width: width * 0.2, align: 'right', lineBreak: false });
    doc.endMarkedContent();
  }
}
