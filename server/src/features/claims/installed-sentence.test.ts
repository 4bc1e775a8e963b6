import { expect, it } from 'vitest';
import { installedSentence } from './installed-sentence.ts';

it('counts the installed algorithms and their vendors, with the day', () => {
  const now = new Date('2026-11-22T23:00:00Z');
  expect(installedSentence([{ maker: 'DUAI' }, { maker: 'DUAI' }, { maker: 'Halden' }], now)).toBe(
    'Measured: 3 algorithms by 2 vendors installed on this server (catalogue, 22 November 2026).',
  );
  expect(installedSentence([{ maker: 'DUAI' }], now)).toMatch('1 algorithm by 1 vendor');
});
