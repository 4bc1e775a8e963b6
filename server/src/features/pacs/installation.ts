import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LIMITS as COUNTS, type pacs as contract, type Sent } from '@duai/contract';
import { fingerprintOf } from '../../core/certificates.ts';
import { ASSOCIATIONS_AT_ONCE, LIMITS } from './associations/listen.ts';
import type { PacsTools } from './pacs-tools.ts';

/** The DICOM addresses of this server, by its settings. */
export function createInstallation({ config, publicUrl }: Pick<PacsTools, 'config' | 'publicUrl'>) {
  const { DICOM_AE_TITLE, DICOM_TLS_PORT, DICOM_PLAIN_PORT, DICOM_QUIET_SECONDS, DICOM_TLS_CERT_FILE } = config;
  const server = (): Sent<typeof contract.getPacsServer, 'answer'> => ({
    aeTitle: DICOM_AE_TITLE,
    host: new URL(publicUrl()).hostname,
    tls: { port: DICOM_TLS_PORT ?? null },
    plain: { port: DICOM_PLAIN_PORT ?? null },
    quietSeconds: DICOM_QUIET_SECONDS,
  });

  return {
    server,
    async whole(): Promise<Sent<typeof contract.getPacsInstallation, 'answer'>> {
      const certificate = DICOM_TLS_CERT_FILE
        ? new X509Certificate(await readFile(DICOM_TLS_CERT_FILE, 'utf8'))
        : undefined;
      return {
        ...server(),
        connections: LIMITS.connections,
        associationsOfPeer: ASSOCIATIONS_AT_ONCE,
        instanceBytes: COUNTS.instanceBytes,
        certificate: certificate
          ? {
              sha256: fingerprintOf(certificate),
              subject: certificate.subject,
              validTo: certificate.validToDate.toISOString(),
            }
          : null,
      };
    },
  };
}
