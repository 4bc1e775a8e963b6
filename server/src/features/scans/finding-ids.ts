import type { ToldRun } from '../analyses/index.ts';

/** A finding is the analysis that made it and its place among what the analysis tells: results never change. */
export const findingId = (analysisId: string, position: number): string => `${analysisId}:${position}`;

export function readFindingId(id: string): { analysisId: string; position: number } {
  const [analysisId, position] = id.split(':');
  return { analysisId: analysisId!, position: Number(position) };
}

/** A code for each sentence: each finding, then each limitation or reason. `describe` writes them in this order. */
export function codesTold({ result }: Pick<ToldRun, 'result'>): string[] {
  if (!result) return [];
  const told = result.outcome === 'evaluated' ? [...result.findings, ...result.limitations] : result.reasons;
  return told.map(({ code }) => code);
}
