import type { Endpoint } from '@duai/contract';
import { callForFile } from './api.ts';

/** Fetches a file of the API and hands it to the browser's downloads. @throws ApiError */
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
  // The browser has begun to read by then; the address is only ours.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
