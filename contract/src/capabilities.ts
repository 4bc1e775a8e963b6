import { listStatements } from './billing.ts';
import { addRoutingRule, dryRunRouting, listModels, switchModel } from './catalogue.ts';
import { storeInstances } from './dicomweb.ts';
import type { Endpoint } from './endpoint.ts';
import { createDossier, listProofs, setVerdict } from './evaluation.ts';
import * as reports from './reports.ts';
import { listAccess } from './rights.ts';
import { getScanFhir, getScanPdf, getScanSr } from './scans.ts';
import { createShare, openShare } from './shares.ts';
import { submitUploads } from './uploads.ts';

/** What the service can do for somebody outside, and the calls that do it. A page may promise these and nothing else. */
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
