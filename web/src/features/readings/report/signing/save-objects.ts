import { type Endpoint, leftOutObjects } from '@duai/contract';
import { callRaw } from '../../../../lib/api.ts';
import { saveBlob } from '../../../../lib/files/object-url.ts';

/** Saves an archive of DICOM objects, and tells which could not be made. @throws ApiError */
export async function saveObjects(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  name: string,
): Promise<leftOutObjects.LeftOut | null> {
  const answer = await callRaw(endpoint, { params });
  saveBlob(await answer.blob(), name);
  const told = answer.headers.get(leftOutObjects.LEFT_OUT_HEADER);
  return told === null ? null : (JSON.parse(told) as leftOutObjects.LeftOut);
}
