import type { Endpoint } from '@duai/contract';
import { callForFile } from '../api.ts';
import { saveBlob } from './object-url.ts';

/** Fetches a file of the API and offers it as a download. @throws ApiError */
export async function saveFile(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  name: string,
  query: Record<string, unknown> = {},
): Promise<void> {
  saveBlob(await callForFile(endpoint, { params, query }), name);
}
