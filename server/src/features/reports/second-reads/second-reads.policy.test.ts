import { describe, expect, it } from 'vitest';
import { figuresOf } from './agreement-figures.ts';
import {
  afterComparison,
  afterDecision,
  areOpinionsWithheld,
  assertMaySign,
  dueBecause,
  isBlinded,
  isSampled,
  roleOf,
  shareOf,
} from './second-reads.policy.ts';

const read = {
  state: 'waiting' as const,
  reason: 'request' as const,
  firstReader: 'a',
  reader: null,
  adjudicator: null,
};
const content = { agreement: null } as Parameters<typeof dueBecause>[1]['content'];
const caseRow = { id: '00000000-0000-4000-8000-000000000001', submission: 1 };

describe('a second read', () => {
  it('blinds everybody but the first reader until the second opinion is kept', () => {
    const [not, has] = [{ hasSeen: false }, { hasSeen: true }];
    for (const state of ['waiting', 'reading'] as const) {
      expect(isBlinded({ ...read, state }, 'b', not)).toBe(true);
      expect(isBlinded({ ...read, state }, 'b', has)).toBe(true);
      expect(isBlinded({ ...read, state }, 'a', not)).toBe(false);
      // After the signature who knows the report goes on: the patient asks about it.
      expect(isBlinded({ ...read, state, reason: 'after-signature' }, 'b', not)).toBe(true);
      expect(isBlinded({ ...read, state, reason: 'after-signature' }, 'b', has)).toBe(false);
    }
    for (const state of ['comparing', 'adjudication', 'addendum-due', 'closed'] as const)
      expect(isBlinded({ ...read, state }, 'b', not)).toBe(false);
    expect(isBlinded(undefined, 'b', not)).toBe(false);
  });

  it('is taken by who has not seen anything, and decided by a third', () => {
    const SEEN = { hasSeen: true, isWithheld: false };
    const NOT_SEEN = { hasSeen: false, isWithheld: false };
    expect(roleOf(read, 'a', NOT_SEEN)).toBe('first-reader');
    expect(roleOf(read, 'b', NOT_SEEN)).toBe('may-read');
    expect(roleOf(read, 'b', SEEN)).toBe('none');
    expect(roleOf({ ...read, state: 'adjudication', reader: 'b' }, 'b', NOT_SEEN)).toBe('reader');
    expect(roleOf({ ...read, state: 'adjudication', reader: 'b' }, 'c', SEEN)).toBe('may-adjudicate');
    const withheld = { hasSeen: false, isWithheld: true };
    expect(roleOf({ ...read, state: 'adjudication', reader: 'b' }, 'c', withheld)).toBe('none');
    expect(roleOf({ ...read, state: 'closed', reader: 'b', adjudicator: 'c' }, 'c', SEEN)).toBe('adjudicator');
    expect(roleOf({ ...read, state: 'reading', reader: 'b' }, 'c', NOT_SEEN)).toBe('none');
  });

  it('is kept from who may not see AI, unless nobody could decide', () => {
    const ofHouse = { isAiWithheld: true, isReadFirstForAll: true };
    expect(areOpinionsWithheld({ state: 'closed' }, ofHouse)).toBe(true);
    expect(areOpinionsWithheld({ state: 'adjudication' }, ofHouse)).toBe(false);
    expect(areOpinionsWithheld({ state: 'adjudication' }, { ...ofHouse, isReadFirstForAll: false })).toBe(true);
    expect(areOpinionsWithheld({ state: 'closed' }, { ...ofHouse, isAiWithheld: false })).toBe(false);
  });

  it('is drawn at the rate of the operator, always the same of the same images', () => {
    const cases = Array.from({ length: 2000 }, (_, id) => ({ id: String(id), submission: 1 }));
    const drawn = cases.filter((each) => isSampled(each, 10));
    expect(drawn.length).toBeGreaterThan(140);
    expect(drawn.length).toBeLessThan(260);
    expect(cases.filter((each) => isSampled(each, 10))).toEqual(drawn);
    expect(cases.some((each) => isSampled(each, 0))).toBe(false);
    expect(cases.every((each) => isSampled(each, 100))).toBe(true);
  });

  it('is due before a signature, once for the same images', () => {
    const due = (agreement: typeof content.agreement, percent: number, reads: { submission: number }[] = []) =>
      dueBecause(caseRow, { content: { ...content, agreement }, status: 'draft' }, { reads, percent });
    expect([due(null, 0), due('minor-difference', 0), due('major-difference', 0), due(null, 100)]).toEqual([
      null,
      null,
      'major-difference',
      'sample',
    ]);
    expect(due('major-difference', 100, [{ submission: 1 }])).toBeNull();
    expect(due('major-difference', 100, [{ submission: 0 }])).toBe('major-difference');
    expect(dueBecause(caseRow, { content, status: 'signed' }, { reads: [], percent: 100 })).toBeNull();
  });

  it('stands for the text that was agreed on: of another text, spaces and lines alone are no change', () => {
    const compared = {
      ...{ clinicalInformation: '', technique: '', comparison: '', recommendations: '', agreement: null },
      ...{ findings: 'No nodule > 5 mm.', impression: 'Normal', rads: null },
    };
    const agreed = { submission: 1, state: 'closed', decision: null, compared, confirmed: null };
    const signs =
      (read: object, change: object = {}) =>
      () =>
        assertMaySign(
          caseRow,
          { content: { ...content, ...compared, plainSummary: 'All is well.', ...change }, status: 'draft' },
          { reads: [read as Parameters<typeof assertMaySign>[2]['reads'][number]], percent: 0 },
        );
    const same = [{}, { findings: ' No  nodule >  5\nmm.' }, { plainSummary: 'Other words.' }];
    const others = [
      { findings: 'No nodule < 5 mm.' },
      { findings: 'No nodule > 5 mm?' },
      { impression: 'Control in 3 months' },
      { recommendations: 'Biopsy.' },
      { comparison: 'New since 2024.' },
      { agreement: 'major-difference' },
      { rads: { system: 'lung-rads', category: '3' } },
    ];
    for (const upheld of [agreed, { ...agreed, decision: 'first' }]) {
      for (const change of same) expect(signs(upheld, change)).not.toThrow();
      for (const change of others) expect(signs(upheld, change)).toThrow('AGREED_TEXT_CHANGED');
    }
    for (const decision of ['second', 'both']) {
      // What was not upheld is changed first, and confirmed then.
      for (const change of same) expect(signs({ ...agreed, decision }, change)).toThrow('ADJUDICATION_NOT_FOLLOWED');
      for (const change of others) expect(signs({ ...agreed, decision }, change)).toThrow('AGREED_TEXT_CHANGED');
      const confirmed = { ...agreed, decision, confirmed: { ...compared, findings: 'A nodule.' } };
      expect(signs(confirmed, { findings: 'A nodule.' })).not.toThrow();
      expect(signs(confirmed)).toThrow('AGREED_TEXT_CHANGED');
    }
  });

  it('ends with agreement, goes to adjudication with any difference, and after a signature to an addendum', () => {
    expect(afterComparison('concordant')).toBe('closed');
    expect([afterComparison('minor-difference'), afterComparison('major-difference')]).toEqual([
      'adjudication',
      'adjudication',
    ]);
    expect([afterDecision('first', { isSigned: true }), afterDecision('second', { isSigned: false })]).toEqual([
      'closed',
      'closed',
    ]);
    expect([afterDecision('second', { isSigned: true }), afterDecision('both', { isSigned: true })]).toEqual([
      'addendum-due',
      'addendum-due',
    ]);
  });

  it('is counted with an interval (9 of 10: 59.6 % to 98.2 % by Wilson)', () => {
    expect(shareOf(0, 0)).toBeNull();
    const { value, from, to } = shareOf(9, 10)!;
    expect([value, Math.round(from * 1000), Math.round(to * 1000)]).toEqual([0.9, 596, 982]);
    const [sum, request] = figuresOf([
      { reason: 'request', agreement: 'concordant', decision: null, reads: 3 },
      { reason: 'request', agreement: 'major-difference', decision: 'both', reads: 1 },
      { reason: 'sample', agreement: 'minor-difference', decision: 'second', reads: 2 },
    ]);
    expect(sum).toMatchObject({ compared: 6, concordant: 3, minorDifference: 2, majorDifference: 1, decidedSecond: 2 });
    expect(request).toMatchObject({ reason: 'request', compared: 4, decidedBoth: 1, decidedSecond: 0 });
  });
});
