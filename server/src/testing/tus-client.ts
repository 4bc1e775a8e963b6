import { sha256Hex } from '../core/ids.ts';

/** The few tus 1.0 requests that tests make, written by hand. */
export function createTusClient(address: string, token: () => string | undefined) {
  const headers = (more: Record<string, string> = {}) => ({
    'tus-resumable': '1.0.0',
    'accept-language': 'tr',
    authorization: `Bearer ${token()}`,
    ...more,
  });
  const bytesHeader = { 'content-type': 'application/offset+octet-stream' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  return {
    create: (
      caseId: string,
      file: { name: string; bytes: Uint8Array; sha256?: string; files?: string; people?: string },
      first?: Uint8Array,
    ) =>
      fetch(`${address}/api/second-opinion/cases/${caseId}/uploads`, {
        method: 'POST',
        headers: headers({
          'upload-length': String(file.bytes.length),
          'upload-metadata': [
            `filename ${base64(file.name)}`,
            `sha256 ${base64(file.sha256 ?? sha256Hex(file.bytes))}`,
            ...(file.files === undefined ? [] : [`files ${base64(file.files)}`]),
            ...(file.people === undefined ? [] : [`people ${base64(file.people)}`]),
          ].join(','),
          ...(first ? bytesHeader : {}),
        }),
        body: first?.slice(),
      }),
    offset: async (location: string) => {
      const answer = await fetch(`${address}${location}`, { method: 'HEAD', headers: headers() });
      return answer.ok ? Number(answer.headers.get('upload-offset')) : answer.status;
    },
    patch: (location: string, offset: number, bytes: Uint8Array) =>
      fetch(`${address}${location}`, {
        method: 'PATCH',
        headers: headers({ ...bytesHeader, 'upload-offset': String(offset) }),
        body: bytes.slice(),
      }),
    remove: (location: string) => fetch(`${address}${location}`, { method: 'DELETE', headers: headers() }),
  };
}

export const uploadIdOf = (location: string): string => location.split('/').at(-1)!;
