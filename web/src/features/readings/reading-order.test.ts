import { expect, it } from 'vitest';
import { inReadingOrder } from './reading-order.ts';

it('results come first, what does not fit these images last, each in the order of the catalogue', () => {
  const run = (id: string, status: 'evaluated' | 'not-applicable' | 'failed' | 'running', isJudged = false) => ({
    id,
    status,
    isJudged,
  });
  const runs = [
    run('lungs', 'not-applicable'),
    run('uptake', 'not-applicable'),
    run('series', 'evaluated'),
    run('brain', 'running'),
    run('film', 'failed'),
    run('pneumonia', 'evaluated', true),
  ];
  expect(inReadingOrder(runs).map(({ id }) => id)).toEqual(['pneumonia', 'series', 'brain', 'film', 'lungs', 'uptake']);
});
