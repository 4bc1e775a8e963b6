import { type ChosenRads, radsInWords, type reports } from '@duai/contract';
import { expect, it } from 'vitest';
import { SECTIONS } from './sections.ts';
import { asKept, asStored, isChange, withLine, withRads, withTemplate } from './write-report.ts';

it('adds a line once, below what stands there', () => {
  expect(withLine('', 'One.')).toBe('One.');
  expect(withLine('One.\n', 'Two.')).toBe('One.\nTwo.');
  expect(withLine('One.\nTwo.', 'One.')).toBe('One.\nTwo.');
});

it('[RED-011] what a RADS category recommends is replaced with it, and typed lines stay', () => {
  const chosen = (category: string): ChosenRads => ({ system: 'lung-rads', category });
  const told = (category: string, language: 'tr' | 'en' = 'en') =>
    radsInWords(chosen(category), language).recommendation;
  const after = (recommendations: string, rads: ChosenRads | null, before: ChosenRads | null = chosen('4B')) =>
    withRads({ rads: before, recommendations }, rads, 'en').recommendations;
  expect(after(`Typed.\n${told('4B')}\n\nLast.`, chosen('2'))).toBe(`Typed.\n${told('2')}\n\nLast.`);
  expect(after(`${told('4B', 'tr')}\nTyped.`, chosen('2'))).toBe(`${told('2')}\nTyped.`);
  expect(after(`${told('2')}\n${told('4B')}`, chosen('2'))).toBe(told('2'));
  expect(after(`Typed.\n${told('4B')}`, null)).toBe('Typed.');
  // What was not inserted, or was changed by hand, is not touched.
  expect(after('Typed.', chosen('2'))).toBeUndefined();
  expect(after(`${told('4B')} Urgently.`, chosen('2'))).toBeUndefined();
  expect(after(`Typed.\n${told('4B')}`, chosen('4X'))).toBeUndefined();
  expect(after('', chosen('2'), null)).toBeUndefined();
  expect(after('\n', chosen('2'), { system: 'bi-rads', category: null })).toBeUndefined();
});

it('a template keeps what was measured and typed', () => {
  const template = { title: 'T', technique: 'CT.', findings: ['A.', 'B.'], impression: 'None.' };
  expect(withTemplate({ technique: 'CT.', findings: 'Lung volume 3 l.', impression: '' }, template)).toEqual({
    technique: 'CT.',
    findings: 'Lung volume 3 l.\nA.\nB.',
    impression: 'None.',
  });
});

it('a template that is in the report already changes nothing', () => {
  const template = { title: 'T', technique: 'CT.', findings: ['A.', 'B.'], impression: 'None.' };
  const before = { technique: '', findings: 'Lung volume 3 l.', impression: '' };
  const after = withTemplate(before, template);
  expect([isChange(before, after), isChange(after, withTemplate(after, template))]).toEqual([true, false]);
});

it('after a save the text is what the server stored, but for sections that were typed in since', () => {
  const section = (findings: string, technique: string) => ({ findings, technique }) as reports.ReportContent;
  const sent = section('Akciğer hacmi 3 l.', 'BT.');
  const stored = section('Lung volume 3 l.', 'CT.');
  expect(asStored(sent, sent, stored)).toMatchObject(stored);
  expect(asStored(section('Akciğer hacmi 3 l. N', 'BT.'), sent, stored)).toMatchObject({
    findings: 'Akciğer hacmi 3 l. N',
    technique: 'CT.',
  });
});

it('half a character and U+0000 are told as the server keeps them, so that a saved text counts as saved', () => {
  const content = {
    ...Object.fromEntries(SECTIONS.map((section) => [section, `a\ud83d\0 😀 ${section}`])),
    agreement: null,
    rads: null,
    keyImages: [{ imageId: 'i', frame: 0, window: null, suvFactor: null, region: null, caption: '\udc00' }],
  } as unknown as reports.ReportContent;
  const kept = asKept(content);
  for (const section of SECTIONS) expect(kept[section]).toBe(`a\ufffd 😀 ${section}`);
  expect(kept.keyImages[0]?.caption).toBe('\ufffd');
});
