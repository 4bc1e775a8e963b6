import { addRoutingRule, dryRunRouting, listModels, switchModel } from '../analyses/catalogue.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { listAccess } from '../cases/rights.ts';
import { createShare, openShare } from '../cases/shares.ts';
import { submitUploads } from '../cases/uploads.ts';
import { listStatements } from '../institutions/billing.ts';
import * as reports from '../reports/reports.ts';
import { createDossier, listProofs, setVerdict } from '../scans/evaluation.ts';
import { getScanFhir, getScanPdf, getScanSr } from '../scans/scans.ts';
import { storeInstances } from '../studies/dicomweb.ts';

/** What the service offers to outside users, with the calls that do it. Public pages may promise only these. */
export const CAPABILITY_NAMES = [
  'receives-dicomweb',
  'reads-archives',
  'exports-dicom-sr',
  'exports-fhir',
  'exports-pdf',
  'model-cards',
  'model-switches',
  'routing',
  'verdicts',
  'trial-figures',
  'bills-per-scan',
  'signed-reports',
  'shares-with-doctors',
  'records-access',
] as const;
export type Capability = (typeof CAPABILITY_NAMES)[number];

export const CAPABILITIES: Record<Capability, readonly Endpoint[]> = {
  'receives-dicomweb': [storeInstances],
  'reads-archives': [submitUploads],
  'exports-dicom-sr': [getScanSr],
  'exports-fhir': [getScanFhir],
  'exports-pdf': [getScanPdf, reports.getReportPdf],
  'model-cards': [listModels],
  'model-switches': [switchModel],
  routing: [addRoutingRule, dryRunRouting],
  verdicts: [setVerdict],
  'trial-figures': [listProofs, createDossier],
  'bills-per-scan': [listStatements],
  'signed-reports': [reports.signReport, reports.getReport, reports.verifyReport],
  'shares-with-doctors': [createShare, openShare],
  'records-access': [listAccess],
};
