import type { OrthancServer } from '../../../scripts/test-servers/orthanc.ts';
import { type SourceSeries, stowBody } from './vendor-objects.ts';

/** A QIDO-RS search in Orthanc. */
async function found(orthanc: OrthancServer, path: string): Promise<Record<string, { Value?: unknown[] }>[]> {
  const answer = await fetch(`${orthanc.url}/dicom-web/${path}`, { headers: { accept: 'application/dicom+json' } });
  if (!answer.ok) throw new Error(`Orthanc answered ${answer.status}`);
  return answer.json() as Promise<Record<string, { Value?: unknown[] }>[]>;
}
const text = (row: Record<string, { Value?: unknown[] }>, tag: string) => String(row[tag]?.Value?.[0] ?? '');

/** Every series that the box received, as it received it. */
export async function seriesAt(orthanc: OrthancServer): Promise<SourceSeries[]> {
  const series: SourceSeries[] = [];
  for (const row of await found(orthanc, 'series')) {
    const [studyInstanceUid, seriesInstanceUid] = [text(row, '0020000D'), text(row, '0020000E')];
    const instances = await found(orthanc, `studies/${studyInstanceUid}/series/${seriesInstanceUid}/instances`);
    series.push({
      ...{ studyInstanceUid, seriesInstanceUid, sopClassUid: text(instances[0] ?? {}, '00080016') },
      sopInstanceUids: instances.map((instance) => text(instance, '00080018')),
    });
  }
  return series;
}

/** The people on the images that the box received: names and IDs. */
export const peopleAt = async (orthanc: OrthancServer): Promise<string[]> =>
  (await found(orthanc, 'studies?includefield=00100010&includefield=00100020')).flatMap((row) => [
    String((row['00100010']?.Value?.[0] as { Alphabetic?: string } | undefined)?.Alphabetic ?? ''),
    text(row, '00100020'),
  ]);

/** Stores the box's results with us, by STOW-RS with its key. */
export async function sendResults(
  root: string,
  key: string,
  algorithmId: string,
  ...objects: Uint8Array[]
): Promise<{ status: number; warning: string | null; failed: number[] }> {
  const { body, type } = stowBody(...objects);
  const answer = await fetch(`${root}/api/results/${algorithmId}/dicom-web/studies`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${key}`, accept: 'application/dicom+json' },
    body,
  });
  const said = (await answer.json().catch(() => ({}))) as Record<
    string,
    { Value?: Record<string, { Value: number[] }>[] }
  >;
  const failed = [...(said['00081198']?.Value ?? []), ...(said['0008119A']?.Value ?? [])];
  return {
    status: answer.status,
    warning: answer.headers.get('warning'),
    failed: failed.map((each) => each['00081197']!.Value[0]!),
  };
}
