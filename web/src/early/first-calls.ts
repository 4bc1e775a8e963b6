import type { studies } from '@duai/contract';

type Series = Pick<studies.Series, 'seriesInstanceUid' | 'instances'>;

/**
 * The octets of an answer, so that its connection is free; undefined where it was refused. Not a `Response`: each further wait
 * for its content is a turn behind the code of the page, which begins meanwhile.
 */
export type Ask = (path: string, headers?: Record<string, string>) => Promise<ArrayBuffer | undefined>;

const CASE = /^\/console\/cases\/([\da-f-]{36})(\/images)?\/?$/;

export const showsImages = (pathname: string): boolean => CASE.test(pathname);

/**
 * The calls with which a page of a case begins, as the page itself makes them: the reading, who reads, and of the series that
 * is shown first the descriptions and the image in the middle. Who is given an image of a series has opened it, which a
 * signature asks for: where an arrangement of the reader may show another series, no image is asked for. Addresses are
 * written out, because the contract would bring its schemas along; a test compares them.
 */
export async function askFirst(pathname: string, ask: Ask): Promise<void> {
  const [, caseId, isRoom] = CASE.exec(pathname) ?? [];
  if (!caseId) return;
  const path = `/api/console/cases/${caseId}`;
  const coming = ask(`${path}?masks=apart`);
  void ask('/api/console/auth/user');
  const arranging = ask('/api/console/hangings');
  const answer = await coming;
  if (!answer) return;
  const { studies: examinations } = jsonOf(answer) as { studies: readonly StudyOf<Series>[] };
  const [first] = examinations
    .flatMap(({ studyInstanceUid, series }) => series.map((one) => ({ studyInstanceUid, ...one })))
    .sort((one, other) => countOf(other) - countOf(one));
  if (!first?.studyInstanceUid || !first.seriesInstanceUid) return;
  const series = `${path}/dicom-web/studies/${first.studyInstanceUid}/series/${first.seriesInstanceUid}`;
  void ask(`${series}/metadata`);
  if (isRoom && !(await isEmptyList(arranging))) return;
  const frames = framesOf(first);
  const middle = frames[Math.floor((frames.length - 1) / 2)];
  if (middle?.image.sopInstanceUid && middle.image.window?.isByTable === false)
    void ask(`${series}/instances/${middle.image.sopInstanceUid}/frames/${middle.frame + 1}`, {
      accept: 'application/octet-stream',
    });
}

interface StudyOf<One> {
  readonly studyInstanceUid: string | null;
  readonly series: readonly One[];
}

const framesOf = ({ instances }: Series) =>
  instances
    .filter(({ state }) => state === 'ready')
    .flatMap((image) => Array.from({ length: image.frames }, (_, frame) => ({ image, frame })));

/** Places of the viewer: the frames, and one for each image that cannot be shown (`seriesOfStudies`). */
function countOf(series: Series): number {
  const frames = framesOf(series).length;
  if (frames === 0) return 0;
  return (
    frames +
    series.instances.filter(({ state, problem, kind }) => state !== 'ready' && problem && kind === 'dicom').length
  );
}

async function isEmptyList(coming: Promise<ArrayBuffer | undefined>): Promise<boolean> {
  const answer = await coming;
  const list = answer && jsonOf(answer);
  return Array.isArray(list) && list.length === 0;
}

const jsonOf = (octets: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(octets));
