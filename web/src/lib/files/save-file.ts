import type { Endpoint } from '@duai/contract';
import { callForFile } from './api.ts';

/** Fetches a file of the API and offers it as a download. @throws ApiError */
export async function saveFile(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  name: string,
  query: Record<string, unknown> = {},
): Promise<void> {
  const url = URL.createObjectURL(await callForFile(endpoint, { params, query }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the file, so the URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
