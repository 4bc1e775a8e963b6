import { X509Certificate } from 'node:crypto';
import { AppError } from './app-error.ts';

/** SHA-256 of a certificate in hexadecimal, by which systems are known whoever issued it. */
export const fingerprintOf = ({ fingerprint256 }: Pick<X509Certificate, 'fingerprint256'>): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

/** A certificate in PEM form. @throws AppError PACS_CERTIFICATE_NOT_READABLE */
export function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new AppError('PACS_CERTIFICATE_NOT_READABLE', { cause: error });
  }
}
