import type { scans } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

/** By which way a study came, and from which system; null where that was not kept. */
export function arrivalText({ arrival }: scans.Scan, texts: WorkTexts['scans']['arrival']): string | null {
  if (!arrival) return null;
  const way = texts.ways[arrival.way];
  return arrival.system === null ? way : texts.from({ way, system: arrival.system });
}
