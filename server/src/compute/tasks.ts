import { onFirstRun } from './on-first-run.ts';

/**
 * The tasks of child processes. Each takes and returns plain data; any of them may be killed. The code of a task is loaded
 * when it is first asked for: a process that checks files starts without the networks and the PDFs.
 */
export const tasks = {
  /** Shows that child processes start and answer. */
  ping: async (_input: null) => 'pong',
  inspect: onFirstRun(async () => (await import('./inspect.ts')).inspect),
  'prepare-instance': onFirstRun(async () => (await import('./prepare-instance.ts')).prepareInstance),
  'is-same-image': onFirstRun(async () => (await import('./objects/is-same-image.ts')).isSameImage),
  'compare-elements': onFirstRun(async () => (await import('./compare-versions.ts')).compareElements),
  'compare-pixels': onFirstRun(async () => (await import('./compare-versions.ts')).comparePixels),
  'render-preview': onFirstRun(async () => (await import('./render-preview.ts')).renderPreview),
  'decode-frame': onFirstRun(async () => (await import('./decode-frame.ts')).decodeFrameBytes),
  'read-stored-frame': onFirstRun(async () => (await import('./decode-frame.ts')).readStoredFrame),
  'describe-image': onFirstRun(async () => (await import('./headers/describe-image.ts')).describe),
  'read-overlay': onFirstRun(async () => (await import('./read-overlay.ts')).readOverlay),
  'read-data-set': onFirstRun(async () => (await import('./headers/read-data-set.ts')).readDataSet),
  'read-bulk-value': onFirstRun(async () => (await import('./headers/read-data-set.ts')).readBulkValue),
  analyse: onFirstRun(async () => {
    const [{ createAnalyse }, { CATALOGUE }] = await Promise.all([import('./analyse.ts'), import('@duai/algorithms')]);
    return createAnalyse(CATALOGUE);
  }),
  'try-package': onFirstRun(async () => (await import('./analyse.ts')).tryPackage),
  'send-study': onFirstRun(async () => (await import('./send-study.ts')).sendStudy),
  'read-vendor-result': onFirstRun(async () => (await import('./read-vendor-result.ts')).readVendorResult),
  'read-segmentation': onFirstRun(async () => (await import('./read-vendor-result.ts')).readSegmentation),
  'read-presentation-state': onFirstRun(
    async () => (await import('./read-presentation-state.ts')).readPresentationState,
  ),
  'render-document-pdf': onFirstRun(async () => (await import('./paper/render-document-pdf.ts')).renderDocumentPdf),
  'write-measurement-report': onFirstRun(
    async () => (await import('./objects/write-measurement-report.ts')).writeMeasurementReport,
  ),
  'write-presentation-state': onFirstRun(
    async () => (await import('./objects/write-presentation-state.ts')).writePresentationState,
  ),
  'write-secondary-capture': onFirstRun(
    async () => (await import('./objects/write-secondary-capture.ts')).writeSecondaryCapture,
  ),
  'write-signature-object': onFirstRun(
    async () => (await import('./objects/write-signature-object.ts')).writeSignatureObject,
  ),
  'write-encapsulated-pdf': onFirstRun(
    async () => (await import('./objects/write-encapsulated-pdf.ts')).writeEncapsulatedPdf,
  ),
  'render-report-pdf': onFirstRun(async () => (await import('./paper/render-report-pdf.ts')).renderReportPdf),
};
/** Names, inputs and results of the tasks; another call is a type error (parts.ts). */
export type Tasks = typeof tasks;
