import { reportTitleOf, withMinus } from '@duai/contract';
import type { MeasurementReport } from '@duai/imaging';
import type { PrintedDocument } from '../../../compute/paper/printed-document.ts';
import type { Context } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { writeCsv } from '../../../core/files/csv.ts';
import { HOUSE_UTC_OFFSET } from '../../../core/house-time.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { DOCUMENT_TEXTS, type DocumentLanguage, documentLanguage } from '../../../core/texts.ts';
import type { ExportedScan } from '../../../fhir/exported-scan.ts';
import { type NamedPatient, namedPatient } from '../../../fhir/named-patient.ts';
import type { ReferTo } from '../../../fhir/resource.ts';
import { scanBundle, scanResources } from '../../../fhir/scan-bundle.ts';
import { type Envelope, oruMessage } from '../../../hl7/oru-r01.ts';
import { measurementsOf, reportedResult, unitOf } from '../../analyses/index.ts';
import { type CorrectionRow, evidenceOf, firstWhole, patientOf } from '../../studies/index.ts';
import { DISCLAIMER } from '../scan-disclaimer.ts';
import { failureSentence } from '../scan-outcome.ts';
import type { ScanTools } from '../scan-tools.ts';
import { findOwnScan, findReferableScan } from '../scans.store.ts';
import { inOrderOfSeries, seriesNames } from '../series-name.ts';

const RENDER_TIMEOUT_MS = 60_000;
/** OBR-3 of HL7 v2.5.1 has at most 22 characters, including the name of the assigning application. */
const ORDER_ID_DIGITS = 16;
/** By the form of an export. */
const FINDERS = {
  ...{ pdf: findOwnScan, csv: findOwnScan, fhir: findOwnScan, 'fhir-api': findOwnScan, hl7: findOwnScan },
  ...{ sr: findReferableScan, 'dicom-pdf': findReferableScan },
};
const optionsOf = (institutionId: string) => ({ timeoutMs: RENDER_TIMEOUT_MS, account: institutionId });

/** Exports of one scan: PDF, CSV, FHIR, HL7 v2, DICOM SR. */
export function createScanExports(tools: ScanTools) {
  const { db, audit, studies, analyses, compute, storage } = tools;

  /** `only`: the algorithms to include; null for all. */
  async function gather(
    context: Context,
    institutionId: string,
    scanId: string,
    form: keyof typeof FINDERS,
    only: Only = null,
    language: DocumentLanguage = 'en',
  ): Promise<ExportedScan & Corrected> {
    return db.transaction(async (tx) => {
      const scan = await FINDERS[form](tx, institutionId, scanId);
      const rows = (await analyses.ofScan(tx, scanId)).filter(
        ({ algorithmId }) => only === null || only.includes(algorithmId),
      );
      const trees = await studies.tree(tx, { scanId });
      const series = trees.flatMap((tree) => tree.series);
      const nameOf = seriesNames(series);
      const exported = {
        scan,
        correction: await studies.corrections.current(tx, { scanId }),
        trees,
        runs: inOrderOfSeries(rows, series).map((row) => ({
          row,
          title: analyses.titleOf(row)[language],
          series: {
            name: nameOf(row.seriesId),
            instanceUid: series.find(({ id }) => id === row.seriesId)?.seriesInstanceUid ?? null,
          },
          findings: analyses.describe(row, language).findings,
          measurements: measurementsOf(row),
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

  /** The patient named in the headers of the scan; null where they name nobody, or more than one person. */
  const whomHeadersName = async (scanId: string): Promise<NamedPatient | null> =>
    namedPatient(await studies.identitiesOfScan(db.drizzle, scanId));

  const printed = async (institutionId: string, exported: ExportedScan, language: DocumentLanguage): Promise<Buffer> =>
    Buffer.from(await compute.run('render-document-pdf', printedScan(exported, language), optionsOf(institutionId)));

  return {
    whomHeadersName,

    async pdf(context: Context, institutionId: string, scanId: string): Promise<Buffer> {
      const language = documentLanguage(context.language);
      return printed(institutionId, await gather(context, institutionId, scanId, 'pdf', null, language), language);
    },
    /** An HL7 v2 message, ORU^R01; null where the headers give no Patient ID. @throws AppError NOT_FOUND */
    async oru(
      context: Context,
      institutionId: string,
      scanId: string,
      { envelope, hasDocument, only }: { envelope: Envelope; hasDocument: boolean; only: Only },
    ): Promise<Buffer | null> {
      const who = await whomHeadersName(scanId);
      if (who?.patientId == null) return null;
      const exported = await gather(context, institutionId, scanId, 'hl7', only);
      const pdf = hasDocument ? await printed(institutionId, exported, 'en') : null;
      const order = { envelope, orderId: sha256Hex(scanId).slice(0, ORDER_ID_DIGITS), disclaimer: DISCLAIMER, pdf };
      return Buffer.from(oruMessage(exported, { ...who, patientId: who.patientId }, order));
    },
    csv: async (context: Context, institutionId: string, scanId: string): Promise<string> =>
      scanCsv(await gather(context, institutionId, scanId, 'csv')),
    /**
     * The FHIR resources as they refer to each other in an API; `who`: the patient named in the headers.
     * @throws AppError NOT_FOUND
     */
    async resources(
      context: Context,
      institutionId: string,
      scanId: string,
      referTo: ReferTo,
      who: NamedPatient | null,
    ) {
      const exported = await gather(context, institutionId, scanId, 'fhir-api');
      return {
        isComplete: exported.scan.status === 'complete',
        resources: scanResources(exported, DISCLAIMER, referTo, who),
      };
    },
    fhir: async (context: Context, institutionId: string, scanId: string): Promise<string> =>
      JSON.stringify(scanBundle(await gather(context, institutionId, scanId, 'fhir'), DISCLAIMER), null, 2),

    /** @throws AppError STUDY_WITHOUT_UID, NOT_FOUND for a scan without images */
    async structuredReport(
      context: Context,
      institutionId: string,
      scanId: string,
      only: Only = null,
    ): Promise<Buffer> {
      const exported = await gather(context, institutionId, scanId, 'sr', only);
      const local = await firstWhole(imagesOf(exported), storage.checkout);
      try {
        const bytes = await compute.run(
          'write-measurement-report',
          { path: local.path, report: measurementReportOf(exported, only) },
          optionsOf(institutionId),
        );
        return Buffer.from(bytes);
      } finally {
        await local.release();
      }
    },

    /** The PDF as a DICOM object of the study. @throws AppError STUDY_WITHOUT_UID, NOT_FOUND for a scan without images */
    async encapsulatedPdf(context: Context, institutionId: string, scanId: string, only: Only = null): Promise<Buffer> {
      const exported = await gather(context, institutionId, scanId, 'dicom-pdf', only);
      const version = versionOf(exported, only);
      const document = printedScan(exported, 'en');
      const object = {
        sopInstanceUid: uidOf(`document:${version}`),
        seriesInstanceUid: uidOf(`document-series:${version}`),
        at: document.at,
        utcOffset: HOUSE_UTC_OFFSET,
        title: `${document.title} - not for primary diagnosis`,
        kind: reportTitleOf(exported.trees.flatMap(({ series }) => series)),
        isVerified: false,
        seriesDescription: 'DuaiCheck AI report, not for primary diagnosis',
        ...patientIn(exported),
      };
      const local = await firstWhole(imagesOf(exported), storage.checkout);
      try {
        const input = { path: local.path, document, object };
        return Buffer.from(await compute.run('write-encapsulated-pdf', input, optionsOf(institutionId)));
      } finally {
        await local.release();
      }
    },
  };
}

/** Their hashes; each of them tells of patient and study. @throws AppError NOT_FOUND for a scan without images */
function imagesOf({ trees }: ExportedScan): string[] {
  const images = trees
    .flatMap((tree) => tree.series.flatMap((series) => series.instances))
    .filter((image) => image.state === 'ready' && image.kind === 'dicom');
  if (images.length === 0) throw notFound('image');
  return images.map(({ sha256 }) => sha256);
}

interface Corrected {
  correction: CorrectionRow | undefined;
}

/** Algorithms to include in an export; null for all. */
type Only = readonly string[] | null;

/** The input for the UIDs of an export: another selection, or another patient, is another object with other UIDs. */
const versionOf = ({ scan: { id, submission }, correction }: ExportedScan & Corrected, only: Only): string =>
  [id, submission, ...(only ? [[...only].sort().join(',')] : []), ...(correction ? [correction.id] : [])].join(':');

/** The patient of objects, where it was corrected. */
const patientIn = ({ correction }: Corrected) => (correction ? { patient: patientOf(correction) } : {});

function printedScan({ scan, runs }: ExportedScan, language: DocumentLanguage): PrintedDocument {
  const texts = DOCUMENT_TEXTS[language].scan;
  const status = texts.statuses[scan.status];
  const facts: [string, string | null][] = [
    // In a protocol name `^` only separates components.
    [texts.study, scan.studyDescription?.replaceAll('^', ' ').trim() || null],
    [texts.modality, scan.modality],
    [texts.bodyPart, scan.bodyPart],
    [texts.patient, scan.patientLabel],
    [texts.studyDate, scan.studyDate],
    [texts.uploaded, `${scan.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    [texts.status, scan.failureCode ? `${status}: ${failureSentence(scan.failureCode, language)}` : status],
  ];
  const evaluated = runs.filter((run) => run.findings.length > 0);
  return {
    language,
    title: scan.billing === 'sample' ? texts.sampleTitle : texts.title,
    at: (scan.completedAt ?? scan.createdAt).toISOString(),
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    sections: [
      ...(scan.billing === 'sample' ? [{ heading: texts.findings, paragraphs: scan.findings }] : []),
      ...evaluated.map(({ row, title, series, findings, measurements }) => ({
        heading: `${title} (${row.algorithmId} ${row.algorithmVersion})`,
        paragraphs: [`${series.name}.`, ...findings],
        ...(measurements.length > 0
          ? {
              table: {
                columns: [texts.measurement, texts.value, texts.unit],
                rows: measurements.map((entry) => [
                  entry.name[language],
                  valueText(entry.value, language),
                  unitOf(entry.unit).sign,
                ]),
              },
            }
          : {}),
      })),
    ],
    footer: texts.disclaimer,
  };
}

/** For print: rounded to significant digits; the CSV has the exact value. */
const valueText = (value: number, language: DocumentLanguage): string =>
  withMinus(new Intl.NumberFormat(language, { maximumFractionDigits: Math.abs(value) >= 10 ? 1 : 3 }).format(value));

function scanCsv({ scan, runs }: ExportedScan): string {
  const study = [scan.id, scan.studyDescription, scan.modality, scan.patientLabel];
  return writeCsv([
    [
      ...['scan', 'study', 'modality', 'patient', 'model', 'version', 'status', 'kind', 'name', 'value', 'unit'],
      ...['series', 'series_instance_uid'],
    ],
    ...[
      ...(scan.billing === 'sample'
        ? scan.findings.map((finding) => [...study, 'sample', '', 'sample', 'finding', finding, '', '', '', ''])
        : []),
      ...runs.flatMap(({ row, series, findings, measurements }) => {
        const of = [series.name, series.instanceUid];
        const model = [...study, row.algorithmId, row.algorithmVersion, row.status];
        return [
          ...findings.map((finding) => [...model, 'finding', finding, '', '', ...of]),
          ...measurements.map((entry) => [...model, 'measurement', entry.code, entry.value, entry.unit, ...of]),
        ];
      }),
    ],
  ]);
}

function measurementReportOf(exported: ExportedScan & Corrected, only: Only): MeasurementReport {
  const { scan, trees, runs } = exported;
  const version = versionOf(exported, only);
  return {
    sopInstanceUid: uidOf(`measurements:${version}`),
    seriesInstanceUid: uidOf(`measurements-series:${version}`),
    deviceName: 'DuaiCheck',
    deviceUid: uidOf('duaicheck'),
    at: (scan.completedAt ?? scan.createdAt).toISOString(),
    utcOffset: HOUSE_UTC_OFFSET,
    language: 'en',
    procedure: reportTitleOf(trees.flatMap(({ series }) => series)),
    verification: null,
    seriesDescription: 'DuaiCheck AI findings',
    ...patientIn(exported),
    comment: DISCLAIMER,
    results: runs.filter((run) => run.findings.length > 0).map(({ row, series }) => reportedResult(row, series, 'en')),
    evidence: trees.flatMap(evidenceOf),
  };
}
