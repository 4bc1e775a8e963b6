import { billing, catalogue, evaluation, institutions, integrations, members, scans } from '@duai/contract';
import workplace from '@duai/texts/en/workplace';
import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../lib/query-keys.ts';
import { expiryText, isDcm, isFigure, isTouched, vendorPicturesKey } from './scan-queries.ts';

const { trialPeriod } = workplace.scans;

describe('scans', () => {
  it('are .dcm files', () => expect(['a.dcm', 'A.DCM', 'a.jpg', 'dcm'].map(isDcm)).toEqual([true, true, false, false]));
  it('expire on a day written out', () => {
    const trial = { expiresAt: '2025-05-05T12:00:00Z', remainingDays: 28 };
    expect(expiryText(trial, trialPeriod, 'UTC')).toBe('expires on May 5, 2025');
    expect(expiryText({ ...trial, remainingDays: 0 }, trialPeriod, 'UTC')).toBe('expired on May 5, 2025');
  });

  it('counts days, one of them too', () => {
    expect([0, 1, 28].map((count) => trialPeriod.days({ count }))).toEqual(['0 days', '1 day', '28 days']);
  });
});

describe('the end of an analysis', () => {
  const scan = (scanId: string) => keyOf(scans.getScan, { params: { scanId } });
  const question = { params: { questionId: 'one' }, query: { page: 1 } };
  const renewed = (key: QueryKey) => [isTouched(key, new Set(['this'])), isFigure(key)];
  it('renews lists and its own page at once, figures more slowly, and nothing that it does not change', () => {
    const lists = [institutions.getTrialUsage, scans.listTrialReports, scans.listScans, scans.listStudies];
    for (const key of [...lists.map((list) => keyOf(list)), scan('this'), vendorPicturesKey('this')])
      expect(renewed(key), String(key[0])).toEqual([true, false]);
    const figures = [evaluation.listProofs, billing.listStatements, integrations.listWebhookDeliveries];
    for (const key of [...figures.map((list) => keyOf(list)), keyOf(evaluation.listProofCases, question)])
      expect(renewed(key), String(key[0])).toEqual([false, true]);
    const others = [evaluation.listProofChoices, catalogue.listModels, integrations.listApiKeys, members.listMembers];
    for (const key of [
      scan('another'),
      vendorPicturesKey('another'),
      ...[...others, evaluation.listDossiers].map((list) => keyOf(list)),
    ])
      expect(renewed(key), String(key[0])).toEqual([false, false]);
  });
});
