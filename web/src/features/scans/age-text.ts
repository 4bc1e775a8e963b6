import type { scans } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

/** The age that algorithms go by, and where it comes from; null where it is not known. */
export function ageText(age: scans.ScanDetail['age'], texts: WorkTexts['scans']['age']): string | null {
  if (!age) return null;
  const years = texts.years({ years: age.years });
  return age.from === 'images' ? texts.fromImages({ age: years }) : texts.fromStatement({ age: years });
}
