import { type AnalysisVerdict, judgeAnalysis, studies, toCheck } from '@duai/contract';
import type { HttpClient } from './http-client.ts';

/** The text that a radiologist adds to a draft: the minimum that can be signed. */
export const WRITTEN = {
  impression: 'Sonuç.',
  plainSummary: 'Akciğerlerinizde hastalık bulgusu görmedik. Yakınmanız sürerse hekiminize gidin.',
};

/** The differences that the signer acknowledges: the images name somebody other than the person of the case. */
export const differencesOf = (reading: Pick<studies.Reading, 'identities'>): string[] =>
  reading.identities.flatMap(({ differenceKey }) => differenceKey ?? []);

/** What a radiologist must do before signing: open an image of every series, give a verdict on every result. */
export async function checkReading(
  radiologist: HttpClient,
  caseId: string,
  verdict: AnalysisVerdict = 'accepted',
): Promise<void> {
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  const series = reading.studies.flatMap((study) => study.series);
  const open = toCheck({ series, analyses: reading.analyses });
  for (const { instances } of series.filter(({ id }) => open.series.includes(id))) {
    const { id: instanceId } = instances.find(({ state }) => state === 'ready')!;
    await radiologist.bytes(studies.getInstancePreview, { params: { instanceId } });
  }
  for (const analysisId of open.analyses)
    await radiologist.call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict } });
}
