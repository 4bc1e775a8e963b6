import { fhir as contract } from '@duai/contract';
import { PARAMETERS } from './fhir-search.ts';

/** The CapabilityStatement of this server (R4 section 5.1). `at`: when the process started. */
export const capabilityStatement = (root: string, tokenAddress: string, at: Date) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: at.toISOString(),
  kind: 'instance',
  software: { name: 'DUAI' },
  implementation: { description: 'Studies of an institution and what algorithms measured in them', url: root },
  fhirVersion: '4.0.1',
  format: ['json'],
  rest: [
    {
      mode: 'server',
      security: {
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: [{ url: 'token', valueUri: tokenAddress }],
          },
        ],
      },
      resource: contract.FHIR_TYPES.map((type) => ({
        type,
        interaction: [{ code: 'read' }, { code: 'search-type' }],
        searchParam: Object.entries(PARAMETERS[type]).map(([name, kind]) => ({ name, type: kind })),
      })),
    },
  ],
});
