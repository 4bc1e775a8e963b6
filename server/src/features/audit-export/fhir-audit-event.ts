import type { AuditRow } from '../audit/index.ts';
import { stringsOf } from './dicom-audit-message.ts';
import { kindOf } from './event-kinds.ts';

const DCM = 'http://dicom.nema.org/resources/ontology/DCM';
/** Codes of our own have no address that answers: they are named by a URN. */
const OWN = 'urn:duai:audit';
const IP_ADDRESS = '2';

/** One row of the trail as AuditEvent (FHIR R4 section 6.4): ids only, as the trail itself. */
export function fhirAuditEvent(event: AuditRow, source: string): Record<string, unknown> {
  const kind = kindOf(event.action);
  const details = { sequence: String(event.sequence), ...stringsOf(event.details) };
  return {
    resourceType: 'AuditEvent',
    id: `audit-${event.sequence}`,
    type: { system: DCM, code: kind.code, display: kind.display },
    subtype: [{ system: OWN, code: event.action }],
    action: kind.does,
    recorded: event.at,
    // 4: minor failure, as a request that was refused.
    outcome: event.outcome === 'ok' ? '0' : '4',
    agent: [
      {
        who: { identifier: { system: `${OWN}:${event.actorRealm}`, value: event.actorId ?? event.actorRealm } },
        altId: event.actorRealm,
        requestor: true,
        ...(event.address === null ? {} : { network: { address: event.address, type: IP_ADDRESS } }),
      },
    ],
    source: {
      observer: { display: source },
      type: [{ system: 'http://terminology.hl7.org/CodeSystem/security-source-type', code: '4' }],
    },
    entity: [
      {
        what: { identifier: { system: `${OWN}:${event.subjectType}`, value: event.subjectId ?? event.subjectType } },
        type: {
          system: 'http://terminology.hl7.org/CodeSystem/audit-entity-type',
          code: '2',
          display: 'System Object',
        },
        detail: Object.entries(details).map(([type, value]) => ({ type, valueString: value })),
      },
    ],
  };
}
