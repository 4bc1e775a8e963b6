import { CATALOGUE } from '@duai/algorithms';
import { createAnalyse, tryPackage } from './analyse.ts';
import { decodeFrameBytes } from './decode-frame.ts';
import { inspect } from './inspect.ts';
import { prepareInstance } from './prepare-instance.ts';
import { readOverlay } from './read-overlay.ts';
import { readSegmentation, readVendorResult } from './read-vendor-result.ts';
import { renderDocumentPdf } from './render-document-pdf.ts';
import { renderPreview } from './render-preview.ts';
import { renderReportPdf } from './render-report-pdf.ts';
import { sendStudy } from './send-study.ts';
import { writeEncapsulatedPdf } from './write-encapsulated-pdf.ts';
import { writeMeasurementReport } from './write-measurement-report.ts';
import { writeSecondaryCapture } from './write-secondary-capture.ts';
import { writeSignatureObjects } from './write-signature-objects.ts';

/** The tasks of child processes. Each takes and returns plain data; any of them may be killed. */
export const tasks = {
  /** Shows that child processes start and answer. */
  ping: async (_input: null) => 'pong',
  inspect,
  'prepare-instance': prepareInstance,
  'render-preview': renderPreview,
  'decode-frame': decodeFrameBytes,
  'read-overlay': readOverlay,
  analyse: createAnalyse(CATALOGUE),
  'try-package': tryPackage,
  'send-study': sendStudy,
  'read-vendor-result': readVendorResult,
  'read-segmentation': readSegmentation,
  'render-document-pdf': renderDocumentPdf,
  'write-measurement-report': writeMeasurementReport,
  'write-secondary-capture': writeSecondaryCapture,
  'write-signature-objects': writeSignatureObjects,
  'write-encapsulated-pdf': writeEncapsulatedPdf,
  'render-report-pdf': renderReportPdf,
};
/** Names, inputs and results of the tasks; another call is a type error (parts.ts). */
export type Tasks = typeof tasks;
