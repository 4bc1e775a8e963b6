import { algorithmById } from '@duai/algorithms';
import type { StructuredReport } from '@duai/imaging';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { writeCsv } from '../../core/csv.ts';
import { DISCLAIMER, type PrintedDocument } from './document.ts';
import { type ExportedScan, uidOf } from './exported-scan.ts';
import type { ScanDetails } from './scan-details.ts';
import { scanBundle } from './scan-fhir.ts';
import { failureSentence } from './scan-outcome.ts';
import type { TrialTools } from './trial-tools.ts';

const RENDER_TIMEOUT_MS = 60_000;

/** What an institution takes along of one scan: PDF, CSV, FHIR, DICOM SR. */
export function createScanExports(tools: TrialTools, details: ScanDetails) {
  const { db, audit, studies, analyses, compute, storage } = tools;

  async function gather(context: Context, institutionId: string, scanId: string, form: string): Promise<ExportedScan> {
    return db.transaction(async (tx) => {
      const scan = await details.ownScan(tx, institutionId, scanId);
      const rows = await analyses.ofScan(tx, scanId);
      const exported = {
        scan,
        trees: await studies.tree(tx, { scanId }),
        runs: rows.map((row) => ({
          row,
          title: algorithmById(row.algorithmId)?.manifest.title.en ?? row.algorithmId,
          findings: analyses.describe(row, 'en').findings,
          measurements: row.result?.outcome === 'evaluated' ? row.result.measurements : [],
        })),
      };
      await audit.record(tx, context, {
        action: `trial.export-${form}`,
        subjectType: 'scan',
        subjectId: scanId,
      });
      return exported;
    });
  }

  return {
    async pdf(context: Context, institutionId: string, scanId: string): Promise<Buffer> {
      const document = printedScan(await gather(context, institutionId, scanId, 'pdf'));
      return Buffer.from(
        await compute.run<Uint8Array>('render-document-pdf', document, { timeoutMs: RENDER_TIMEOUT_MS }),
      );
    },
    csv: async (context: Context, institutionId: string, scanId: string): Promise<string> =>
      scanCsv(await gather(context, institutionId, scanId, 'csv')),
    fhir: async (context: Context, institutionId: string, scanId: string): Promise<string> =>
      JSON.stringify(scanBundle(await gather(context, institutionId, scanId, 'fhir')), null, 2),

    /** @throws AppError NOT_FOUND for a scan without images */
    async structuredReport(context: Context, institutionId: string, scanId: string): Promise<Buffer> {
      const exported = await gather(context, institutionId, scanId, 'sr');
      const images = exported.trees.flatMap((tree) => tree.series.flatMap((series) => series.instances));
      const first = images.find((image) => image.state === 'ready' && image.kind === 'dicom');
      if (!first) throw notFound('image');
      const local = await storage.checkout(first.sha256);
      try {
        const bytes = await compute.run<Uint8Array>(
          'write-structured-report',
          { path: local.path, report: structuredReportOf(exported) },
          { timeoutMs: RENDER_TIMEOUT_MS },
        );
        return Buffer.from(bytes);
      } finally {
        await local.release();
      }
    },
  };
}

const label = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

function printedScan({ scan, runs }: ExportedScan): PrintedDocument {
  const facts: [string, string | null][] = [
    ['Study', scan.studyDescription],
    ['Modality', scan.modality],
    ['Body part', scan.bodyPart],
    ['Patient', scan.patientLabel],
    ['Study date', scan.studyDate],
    ['Uploaded', scan.createdAt.toISOString()],
    ['Status', scan.failureCode ? `${scan.status}: ${failureSentence(scan.failureCode)}` : scan.status],
  ];
  const evaluated = runs.filter((run) => run.findings.length > 0);
  return {
    title: scan.billing === 'sample' ? 'AI report (sample content)' : 'AI report',
    at: (scan.completedAt ?? scan.createdAt).toISOString(),
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    sections: [
      ...(scan.billing === 'sample' ? [{ heading: 'Findings', paragraphs: scan.findings }] : []),
      ...evaluated.map(({ row, title, findings, measurements }) => ({
        heading: `${title} (${row.algorithmId} ${row.algorithmVersion})`,
        paragraphs: findings,
        ...(measurements.length > 0
          ? {
              table: {
                columns: ['Measurement', 'Value', 'Unit (UCUM)'],
                rows: measurements.map((entry) => [label(entry.code), String(round(entry.value)), entry.unit]),
              },
            }
          : {}),
      })),
    ],
    footer: DISCLAIMER,
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function scanCsv({ scan, runs }: ExportedScan): string {
  const study = [scan.id, scan.studyDescription, scan.modality, scan.patientLabel];
  return writeCsv([
    ['scan', 'study', 'modality', 'patient', 'model', 'version', 'status', 'kind', 'name', 'value', 'unit'],
    ...[
      ...(scan.billing === 'sample'
        ? scan.findings.map((finding) => [...study, 'sample', '', 'sample', 'finding', finding, '', ''])
        : []),
      ...runs.flatMap(({ row, findings, measurements }) => {
        const model = [...study, row.algorithmId, row.algorithmVersion, row.status];
        return [
          ...findings.map((finding) => [...model, 'finding', finding, '', '']),
          ...measurements.map((entry) => [...model, 'measurement', entry.code, entry.value, entry.unit]),
        ];
      }),
    ],
  ]);
}

const UNIT_MEANINGS: Readonly<Record<string, string>> = {
  '%': 'percent',
  ml: 'milliliter',
  "[hnsf'U]": 'Hounsfield unit',
  '{instances}': 'instances',
};

function structuredReportOf({ scan, trees, runs }: ExportedScan): StructuredReport {
  const version = `${scan.id}:${scan.submission}`;
  return {
    sopInstanceUid: uidOf(`sr:${version}`),
    seriesInstanceUid: uidOf(`sr-series:${version}`),
    deviceName: 'DuaiCheck',
    deviceUid: uidOf('duaicheck'),
    at: (scan.completedAt ?? scan.createdAt).toISOString(),
    seriesDescription: 'DuaiCheck AI findings',
    findings: [...runs.flatMap((run) => run.findings), DISCLAIMER],
    measurements: runs.flatMap((run) =>
      run.measurements.map((entry) => ({
        code: entry.code,
        meaning: label(entry.code),
        value: entry.value,
        unit: entry.unit,
        unitMeaning: UNIT_MEANINGS[entry.unit] ?? entry.unit,
      })),
    ),
    evidence: trees.flatMap((tree) =>
      tree.series.flatMap((series) =>
        series.instances.flatMap(({ header, sopInstanceUid, state }) =>
          state === 'ready' && header?.sopClassUid && sopInstanceUid && series.seriesInstanceUid
            ? [
                {
                  seriesInstanceUid: series.seriesInstanceUid,
                  sopClassUid: header.sopClassUid,
                  sopInstanceUid,
                },
              ]
            : [],
        ),
      ),
    ),
  };
}
