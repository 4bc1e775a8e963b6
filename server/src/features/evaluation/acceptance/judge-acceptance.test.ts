import { expect, it } from 'vitest';
import { isPassed, judgeQuestion, type LabelledAnswer } from './judge-acceptance.ts';

const question = {
  name: 'Emphysema',
  positiveWhen: { kind: 'measurement', code: 'LAA_950', direction: 'at-least', threshold: 5 } as const,
};
const rule = { isRequired: true, leastSensitivity: 0.9, leastSpecificity: 0.8, leastStudies: 2 };
const studies = (truth: 'positive' | 'negative', ...answers: LabelledAnswer['answer'][]): LabelledAnswer[] =>
  answers.map((answer) => ({ truth, answer, score: null }));
const gapsOf = (...all: LabelledAnswer[][]) => judgeQuestion(question, all.flat(), rule).gaps;

it('an acceptance run is passed by the shares that are asked, on as many studies as are asked', () => {
  const passed = [studies('positive', 'positive', 'positive'), studies('negative', 'negative', 'negative')];
  expect(gapsOf(...passed)).toEqual([]);
  expect(isPassed([judgeQuestion(question, passed.flat(), rule)])).toBe(true);
  expect(isPassed([])).toBe(false);
  expect(gapsOf(studies('positive', 'positive', 'negative'), studies('negative', 'negative', 'negative'))).toEqual([
    'sensitivity',
  ]);
  expect(gapsOf(studies('positive', 'positive', 'positive'), studies('negative', 'positive', 'negative'))).toEqual([
    'specificity',
  ]);
});

it('a share of no study is not called low: there are too few, and the run is not passed', () => {
  const gaps = gapsOf(studies('positive', 'positive', 'positive'), studies('negative', null, null));
  expect(gaps).toEqual(['too-few-studies']);
  expect(gapsOf()).toEqual(['too-few-studies']);
});
