import { readFile } from 'node:fs/promises';
import { IMPLEMENTATION_CLASS_UID } from '@duai/imaging';
import { ConnectionFailed, type RequestorOptions, requestAssociation } from '../../../dimse/requestor.ts';
import type { Association } from '../../../dimse/upper-layer/association.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';

/** The implementation identity that this server sends. */
export const IMPLEMENTATION = { classUid: IMPLEMENTATION_CLASS_UID, versionName: 'DUAI' };

/** A peer that listens. */
export type Destination = Pick<PeerRow, 'aeTitle' | 'transport' | 'certificateSha256' | 'host' | 'port'>;

/**
 * Opens an association with a peer. Over TLS it uses this server's certificate and accepts only the certificate
 * registered for the peer. @throws ConnectionFailed, AssociationRejected, AssociationLost, ProtocolError
 */
export async function callPeer(
  { config }: Pick<PacsTools, 'config'>,
  { aeTitle, transport, certificateSha256, host, port }: Destination,
  wish: Pick<RequestorOptions, 'proposals' | 'user'>,
): Promise<Association> {
  if (host === null || port === null) throw new ConnectionFailed('NO_ADDRESS');
  const { DICOM_AE_TITLE: callingAe, DICOM_TLS_KEY_FILE: keyFile, DICOM_TLS_CERT_FILE: certFile } = config;
  const options = { ...wish, host, port, callingAe, calledAe: aeTitle, implementation: IMPLEMENTATION };
  if (transport === 'plain') return requestAssociation(options);
  if (!keyFile || !certFile) throw new ConnectionFailed('NO_CERTIFICATE');
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
  return requestAssociation({ ...options, tls: { key, cert, sha256: certificateSha256! } });
}
