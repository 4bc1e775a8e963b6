import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  key: string;
  cert: string;
  /** SHA-256 of the certificate, in hexadecimal. */
  sha256: string;
}

/** A key with a self-signed certificate, as PACS use them. */
export function makeCertificate(commonName: string, { days = 30 } = {}): TestCertificate {
  const dir = mkdtempSync(join(tmpdir(), 'duai-cert-'));
  try {
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const subject = ['-subj', `/CN=${commonName}`, '-days', String(days)];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const pem = readFileSync(cert, 'utf8');
    const sha256 = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
    return { key: readFileSync(key, 'utf8'), cert: pem, sha256 };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
