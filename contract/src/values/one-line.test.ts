import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../api/endpoint.ts';
import * as contract from '../index.ts';

const TWO_LINES = 'Ayşe\r\nBcc: everybody';

/** Paths (`path.of.field`) of the fields of a body that may contain a line break, also if their schema is wrapped. */
function severalLines(schema: z.ZodType, path: string): string[] {
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const { shape } = schema as unknown as { shape?: Record<string, z.ZodType> };
  if (shape) return Object.entries(shape).flatMap(([name, field]) => severalLines(field, `${path}.${name}`));
  const parsed = schema.safeParse(TWO_LINES);
  if (parsed.success) return typeof parsed.data === 'string' && /[\r\n]/.test(parsed.data) ? [path] : [];
  // A wrapper refuses what its inner schema accepts, so only fields inside an object count as fields of their own.
  const inner = [def.innerType, def.element, def.in, def.out, ...((def.options as unknown[]) ?? [])].filter(Boolean);
  return inner.flatMap((one) => severalLines(one as z.ZodType, path)).filter((found) => found !== path);
}

/** Fields that are only compared or searched for; they are never stored or shown as typed. */
const ONLY_COMPARED =
  /[pP]assword$|\.(token|secret|invitation|textVersion|username|algorithmId|institutionName)$|^catalogue\.addRoutingRule\.|^accounts\.findUsers\./;

const LONGER_TEXTS = [
  'auditReceivers.addAuditReceiver.certificate',
  'auditReceivers.addOperatorAuditReceiver.certificate',
  'billing.requestUpgrade.message',
  'cases.createCase.clinicalHistory',
  'cases.createCase.firstReportText',
  'cases.createCase.symptoms',
  'cases.sendCaseBack.question',
  'evaluation.uploadGroundTruth.csv',
  'hl7.addHl7Receiver.certificate',
  'institutions.answerApplicationQuestion.answer',
  'institutions.askApplicant.question',
  'institutions.declineApplication.reason',
  'institutions.registerTrial.comments',
  'macros.setMacros.macros.text',
  'notes.answerColleague.text',
  'notes.askColleague.text',
  'pacs.addPacsNode.identification.certificate',
  'pacs.addPacsPeer.identification.certificate',
  'pacs.changePacsNode.identification.certificate',
  'patientCorrections.correctPatientOfAnyScan.reason',
  'patientCorrections.correctPatientOfScan.reason',
  'press.createPressRelease.content',
  'press.updatePressRelease.content',
  'questions.answerQuestion.text',
  'questions.askQuestion.text',
  'reports.addAddendum.text',
  'reports.saveReport.content.clinicalInformation',
  'reports.saveReport.content.comparison',
  'reports.saveReport.content.findings',
  'reports.saveReport.content.impression',
  'reports.saveReport.content.keyImages.caption',
  'reports.saveReport.content.plainSummary',
  'reports.saveReport.content.recommendations',
  'reports.saveReport.content.technique',
  'secondReads.adjudicateSecondRead.text',
  'secondReads.saveSecondRead.findings',
  'secondReads.saveSecondRead.impression',
];

it('a field that a person fills in takes one line, but for texts that are longer than one', () => {
  const endpoints = Object.entries(contract as Record<string, unknown>).flatMap(([feature, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .filter(([, one]) => typeof one === 'object' && one !== null && 'method' in one && 'body' in one)
          .map(([name, one]) => [`${feature}.${name}`, one as Endpoint] as const)
      : [],
  );
  const found = endpoints.flatMap(([name, { body }]) => (body ? severalLines(body, name) : []));
  expect([...new Set(found)].filter((path) => !ONLY_COMPARED.test(path)).sort()).toEqual(LONGER_TEXTS);
});
