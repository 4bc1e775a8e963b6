import type { studies } from '@duai/contract';

type Series = studies.Series;

/** An answer in memory, so that its connection is free; undefined where it was refused. */
export type Ask = (path: string, headers?: Record<string, string>) => Promise<Response | undefined>;

const CASE = /^\/console\/cases\/([\da-f-]{36})(?:\/images)?\/?$/;

/**
 * The calls with which a page of a case begins, as the page itself makes them: the reading, who reads, and of the largest series
 * the descriptions and the image in the middle. Where the page opens with another series, these were in vain. Addresses are
 * written out, because the contract would bring its schemas along; a test compares them.
 */
export async function askFirst(pathname: string, ask: Ask): Promise<void> {
  const [, caseId] = CASE.exec(pathname) ?? [];
  if (!caseId) return;
  const path = `/api/console/cases/${caseId}`;
  const coming = ask(`${path}?masks=apart`);
  void ask('/api/console/auth/user');
  void ask('/api/console/hangings');
  const answer = await coming;
  if (!answer) return;
  const { studies: examinations } = (await answer.clone().json()) as Pick<studies.Reading, 'studies'>;
  const [largest] = examinations
    .flatMap(({ studyInstanceUid, series }) => series.map((one) => ({ studyInstanceUid, ...one })))
    .sort((one, other) => framesOf(other).length - framesOf(one).length);
  if (!largest?.studyInstanceUid || !largest.seriesInstanceUid) return;
  const series = `${path}/dicom-web/studies/${largest.studyInstanceUid}/series/${largest.seriesInstanceUid}`;
  const frames = framesOf(largest);
  const middle = frames[Math.floor((frames.length - 1) / 2)];
  if (middle?.image.sopInstanceUid && middle.image.window?.isByTable === false)
    void ask(`${series}/instances/${middle.image.sopInstanceUid}/frames/${middle.frame + 1}`, {
      accept: 'application/octet-stream',
    });
  void ask(`${series}/metadata`);
}

const framesOf = ({ instances }: Pick<Series, 'instances'>) =>
  instances
    .filter(({ state }) => state === 'ready')
    .flatMap((image) => Array.from({ length: image.frames }, (_, frame) => ({ image, frame })));
