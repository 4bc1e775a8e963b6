import type { Language, monitoring } from '@duai/contract';
import { formatDate } from '../../lib/formatting.ts';
import type { WorkTexts } from '../../lib/messages.tsx';
import { valueText } from './chart-scale.ts';

/** What left its limits on which day, and whether the version was paused. */
export function breachText(
  { measure, day, value, low, high, hasPaused }: monitoring.VersionFigures['breaches'][number],
  texts: WorkTexts['evaluation']['monitoring'],
  language: Language,
): string {
  const say = (number: number) => valueText(measure, number, language);
  const said = texts.breach({
    day: formatDate(day, language),
    measure: texts.measures[measure],
    ...{ value: say(value), low: say(low), high: say(high) },
  });
  return hasPaused ? `${said} ${texts.paused}` : said;
}
