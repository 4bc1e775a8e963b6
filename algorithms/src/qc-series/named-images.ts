import type { Finding } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';

type Named = Pick<Finding, 'sopInstanceUids'>;

/** The images that a finding is about. A frame is not named: its file would lead to the first frame. */
export function imagesOf(headers: readonly DicomHeader[]): Named {
  const uids = headers.flatMap(({ frames, sopInstanceUid }) =>
    frames === 1 && sopInstanceUid ? [sopInstanceUid] : [],
  );
  return uids.length > 0 ? { sopInstanceUids: [...new Set(uids)] } : {};
}

/** Those whose value is not the most frequent one, of several the first that comes; images without a value are left out. */
export function imagesApart(headers: readonly DicomHeader[], read: (header: DicomHeader) => string | null): Named {
  const counted = new Map<string, number>();
  for (const header of headers) {
    const value = read(header);
    if (value !== null) counted.set(value, (counted.get(value) ?? 0) + 1);
  }
  const most = Math.max(...counted.values());
  const usual = [...counted].find(([, count]) => count === most)?.[0];
  return imagesOf(headers.filter((header) => ![null, usual].includes(read(header))));
}
