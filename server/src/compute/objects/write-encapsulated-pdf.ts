import { readFile } from 'node:fs/promises';
import { type EncapsulatedPdf, writeEncapsulatedPdf as write } from '@duai/imaging';
import type { PrintedDocument } from '../paper/printed-document.ts';
import { renderDocumentPdf } from '../paper/render-document-pdf.ts';

/** A printed document as a DICOM object in the study of the image at `path`. */
export async function writeEncapsulatedPdf(input: {
  path: string;
  document: PrintedDocument;
  object: Omit<EncapsulatedPdf, 'pdf'>;
}): Promise<Uint8Array> {
  const pdf = await renderDocumentPdf(input.document);
  return write({ ...input.object, pdf }, await readFile(input.path));
}
