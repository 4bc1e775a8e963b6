import type { Manifest } from '@duai/algorithms';

/** A sentence with the number of installed models, shown wherever a page claims a number of models or partners. */
export function installedSentence(manifests: readonly Pick<Manifest, 'maker'>[], now: Date): string {
  const makers = new Set(manifests.map(({ maker }) => maker));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(now);
  return `Measured: ${count(manifests.length, 'algorithm')} by ${count(makers.size, 'vendor')} installed on this server (catalogue, ${day}).`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
