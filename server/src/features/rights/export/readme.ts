import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../../core/texts.ts';

/** The README of a copy, which explains each part of it. */
export function readme(language: Language): string {
  const { title, cases, bundle, accessLog, data, foot } = SERVER_TEXTS[language].rights.copy;
  const parts = [
    ['cases/', cases],
    ['fhir-bundle.json', bundle],
    ['access-log.json', accessLog],
    ['data/', data],
  ] as const;
  return [title, '', ...parts.map(([name, text]) => name.padEnd(19) + text), '', foot, ''].join('\n');
}
