import { expect, it } from 'vitest';
import { parseCard } from './model-card.tsx';

it('reads headings, paragraphs, lists and tables of a model card, and leaves comments out', () => {
  const card = [
    '# Title',
    '',
    '## Use',
    '',
    'One line',
    'and more.',
    '',
    '- a',
    '- b',
    '  goes on',
    '',
    '<!-- figures -->',
    '',
    '| figure | value |',
    '| --- | --- |',
    '| error, % | −0.01 |',
    '',
  ].join('\n');
  expect(parseCard(card)).toEqual([
    { kind: 'heading', level: 2, text: 'Use' },
    { kind: 'paragraph', text: 'One line and more.' },
    { kind: 'list', items: ['a', 'b goes on'] },
    { kind: 'table', head: ['figure', 'value'], rows: [['error, %', '−0.01']] },
  ]);
});
