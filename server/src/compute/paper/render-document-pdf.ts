import { itemAt } from '@duai/imaging';
import { DOCUMENT_TEXTS } from '../../core/texts.ts';
import { GREY, INK, LINE, MARGIN, type Paper, printOnPaper, SIGNAL } from './pdf-paper.ts';
import type { PrintedDocument } from './printed-document.ts';

/** Prints a document of the trial portal. The same input gives the same bytes. */
export function renderDocumentPdf(input: PrintedDocument): Promise<Uint8Array> {
  const paper = {
    title: input.title,
    author: 'DUAI',
    lang: input.language === 'tr' ? ('tr-TR' as const) : ('en-GB' as const),
    at: new Date(input.at),
    footer: { text: input.footer, page: DOCUMENT_TEXTS[input.language].paper.page },
  };
  return printOnPaper(paper, (sheet) => drawDocument(sheet, input));
}

function drawDocument(
  { doc, root, width, bottom, set, heightOf: heightOfText, rule }: Paper,
  input: PrintedDocument,
): void {
  const write = (tag: string, text: string, size: number, font: 'regular' | 'bold', colour: string, gap: number) => {
    root.add(
      doc.struct(tag, { actual: text }, () => {
        set(text, { size, font, colour, width, lineGap: 2, paragraphGap: gap });
      }),
    );
  };

  write('P', 'DUAI · DuaiCheck', 12, 'bold', SIGNAL, 4);
  write('H1', input.title, 20, 'bold', INK, 8);
  for (const [label, value] of input.facts) write('P', `${label}: ${value}`, 10, 'regular', INK, 2);
  doc.moveDown(0.4);
  rule(LINE, 0.75);

  for (const { heading, paragraphs = [], table } of input.sections) {
    if (doc.y > bottom - 60) doc.addPage();
    doc.moveDown(0.9);
    write('H2', heading, 12, 'bold', SIGNAL, 4);
    for (const paragraph of paragraphs) write('P', paragraph, 10, 'regular', INK, 4);
    if (table) drawTable(table);
  }

  /** A tagged table (Table, TR, TH, TD); its head is repeated on every page. */
  function drawTable({ columns, rows, shares }: NonNullable<PrintedDocument['sections'][number]['table']>): void {
    const weights = columns.map((_, index) => shares?.[index] ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const widths = weights.map((weight) => (weight / total) * width);
    const structure = doc.struct('Table');
    root.add(structure);
    const heightOf = (cells: readonly string[], font: 'regular' | 'bold') => {
      const heights = cells.map((cell, index) =>
        heightOfText(cell, { size: 8.5, font, width: itemAt(widths, index) - 8 }),
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
            set(cell, {
              ...{ size: 8.5, font, colour: tag === 'TH' ? GREY : INK },
              ...{ x, y: top + 3, width: itemAt(widths, index) - 8 },
            });
          }),
        );
        left += itemAt(widths, index);
      }
      row.end();
      doc.y = top + height;
      rule(LINE, 0.75);
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
}
