import { cases, institutions, members, questions, reports, scans, shares, uploads } from '@duai/contract';
import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './queries.ts';
import { keyOf } from './query-keys.ts';
import { ABOUT_CASES, IN_WORKBENCH, renew, renewAll, showChange } from './renewals.ts';

const params = { caseId: 'this' };

it('news of a change that comes while something is fetched for the first time is not lost', async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]!.promise);
  const observer = new QueryObserver(client, { queryKey: keyOf(cases.getCase, { params }), queryFn });
  const end = observer.subscribe(() => undefined);
  const renewed = renewAll(client, ABOUT_CASES);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  answers[0]!.resolve('before');
  answers[1]!.resolve('after');
  await renewed;
  expect(observer.getCurrentResult().data).toBe('after');
  end();
});

it('a change is not taken off the page by a refetch that was read before it', async () => {
  const client = createQueryClient();
  const queryKey = keyOf(cases.getCase, { params });
  const answers = [1, 2, 3].map(() => Promise.withResolvers<string>());
  const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]!.promise);
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const shown: unknown[] = [];
  const end = observer.subscribe(({ data }) => data !== shown.at(-1) && shown.push(data));
  answers[0]!.resolve('before');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before'));
  showChange<string>(client, queryKey, (data) => `${data}, with a change`);
  expect(queryFn).toHaveBeenCalledOnce();
  const renewed = renew(client, queryKey);
  showChange<string>(client, queryKey, () => 'changed');
  answers[1]!.resolve('before');
  await Promise.resolve();
  answers[2]!.resolve('after');
  await renewed;
  expect(shown).toEqual(['before', 'before, with a change', 'changed', 'after']);
  end();
});

describe('a renewal', () => {
  it.each([
    ['of an endpoint reaches its answers to whatever was asked', reports.getReport, ['this report', 'that report']],
    ['of a key reaches the one answer', keyOf(reports.getReport, { params }), ['this report']],
    ['of what fits reaches that', ABOUT_CASES, ['this report', 'that report', 'cases']],
  ] as const)('%s', async (_what, what, again) => {
    const client = createQueryClient();
    const asked: string[] = [];
    const shown = {
      'this report': keyOf(reports.getReport, { params }),
      'that report': keyOf(reports.getReport, { params: { caseId: 'that' } }),
      cases: keyOf(cases.listCases),
      links: keyOf(shares.listShares, { params }),
    };
    for (const [name, queryKey] of Object.entries(shown))
      new QueryObserver(client, { queryKey, queryFn: async () => asked.push(name) }).subscribe(() => {});
    await vi.waitFor(() => expect(asked.length - client.isFetching()).toBe(4));
    await renew(client, what);
    expect(asked.slice(4)).toEqual(again);
  });
});

it('news of a case reaches all that tells of it, and not what is being sent', () => {
  for (const key of [
    keyOf(cases.listCases),
    keyOf(cases.getCase, { params }),
    keyOf(questions.listQuestions, { params }),
  ])
    expect(ABOUT_CASES(key)).toBe(true);
  for (const key of [keyOf(uploads.listUploads, { params }), keyOf(shares.listShares, { params })])
    expect(ABOUT_CASES(key)).toBe(false);
});

it('the workbench is all that an institution is shown', () => {
  for (const endpoint of [institutions.getTrialUsage, scans.listScans, members.getTotp])
    expect(IN_WORKBENCH(keyOf(endpoint))).toBe(true);
  expect(IN_WORKBENCH(keyOf(institutions.listInstitutions))).toBe(false);
});
