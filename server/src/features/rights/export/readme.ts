import type { Language } from '@duai/contract';
import { SERVER_TEXTS } from '../../../core/texts.ts';

/** The first file one opens in a copy of everything: what each part of it holds. */
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
