/** Uncompressed transfer syntaxes that can be decoded here (PS3.6 table A-1). */
export const NATIVE = new Set([
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.1.99',
  '1.2.840.10008.1.2.2',
]);

export const COMPRESSED = {
  '1.2.840.10008.1.2.5': 'rle',
  '1.2.840.10008.1.2.8.1': 'deflated-frame',
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.57': 'jpeg',
  '1.2.840.10008.1.2.4.70': 'jpeg',
  '1.2.840.10008.1.2.4.80': 'jpeg-ls',
  '1.2.840.10008.1.2.4.81': 'jpeg-ls',
  '1.2.840.10008.1.2.4.90': 'jpeg-2000',
  '1.2.840.10008.1.2.4.91': 'jpeg-2000',
  '1.2.840.10008.1.2.4.201': 'htj2k',
  '1.2.840.10008.1.2.4.202': 'htj2k',
  '1.2.840.10008.1.2.4.203': 'htj2k',
} as const;
export type Compression = (typeof COMPRESSED)[keyof typeof COMPRESSED];

export const compressionOf = (transferSyntaxUid: string): Compression | undefined =>
  (COMPRESSED as Readonly<Record<string, Compression>>)[transferSyntaxUid];

export const isTransferSyntaxSupported = (uid: string): boolean => NATIVE.has(uid) || compressionOf(uid) !== undefined;
