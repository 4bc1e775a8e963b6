import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Scans } from '../scans/index.ts';
import { createFhirClients } from './fhir-clients.ts';
import { createFhirReading } from './fhir-reading.ts';
import { createFhirSignIn } from './fhir-sign-in.ts';

export interface FhirTools extends Pick<Parts, 'db' | 'clock'> {
  audit: Audit;
  scans: Scans;
  publicUrl: () => string;
  /** Hosts of published keys that may have private addresses or no TLS. */
  allowedHosts: readonly string[];
  tokenAddress: () => string;
}

export type Fhir = ReturnType<typeof createFhir>;

/** Read access for record systems of an institution to its studies and results over FHIR R4. */
export function createFhir(tools: FhirTools) {
  return {
    clients: createFhirClients(tools),
    signIn: createFhirSignIn(tools),
    reading: createFhirReading(tools),
    publicUrl: tools.publicUrl,
    tokenAddress: tools.tokenAddress,
  };
}
