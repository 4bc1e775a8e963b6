import type { AuditRow } from '../audit/index.ts';
import { kindOf } from './event-kinds.ts';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML 1.0 section 2.2 has no place for these.
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');

type Attributes = Record<string, string | number | boolean>;
const element = (name: string, attributes: Attributes, ...children: string[]): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return children.length === 0
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${children.join('')}</${name}>`;
};
/** PS3.15 section A.5.1: a code with its system and the words for it. */
const coded = (name: string, code: string, system: string, text: string): string =>
  element(name, { 'csd-code': code, codeSystemName: system, originalText: text });

/** 4: a user's application; 2: an IP address (PS3.15 section A.5.1). */
const IP_ADDRESS = 2;
const SYSTEM_OBJECT = 2;
const RESOURCE = 4;
/** Application server process (PS3.15 table A.5.2-1, AuditSourceTypeCode). */
const APPLICATION_SERVER = '4';

/** One row of the trail as an audit message (DICOM PS3.15 section A.5): ids only, as the trail itself. */
export function dicomAuditMessage(event: AuditRow, source: string): string {
  const kind = kindOf(event.action);
  const actor = event.actorId ?? event.actorRealm;
  const identification = element(
    'EventIdentification',
    {
      EventActionCode: kind.does,
      EventDateTime: event.at,
      // 4: minor failure, as a request that was refused.
      EventOutcomeIndicator: event.outcome === 'ok' ? 0 : 4,
    },
    coded('EventID', kind.code, 'DCM', kind.display),
    coded('EventTypeCode', event.action, 'DUAI', event.action),
  );
  const who = element(
    'ActiveParticipant',
    {
      UserID: actor,
      AlternativeUserID: event.actorRealm,
      UserIsRequestor: true,
      ...(event.address === null
        ? {}
        : { NetworkAccessPointID: event.address, NetworkAccessPointTypeCode: IP_ADDRESS }),
    },
    coded('RoleIDCode', event.actorRealm, 'DUAI', event.actorRealm),
  );
  const from = element(
    'AuditSourceIdentification',
    { AuditSourceID: source },
    element('AuditSourceTypeCode', { 'csd-code': APPLICATION_SERVER }),
  );
  const details = { sequence: String(event.sequence), ...stringsOf(event.details) };
  const what = element(
    'ParticipantObjectIdentification',
    {
      ParticipantObjectID: event.subjectId ?? event.subjectType,
      ParticipantObjectTypeCode: SYSTEM_OBJECT,
      ParticipantObjectTypeCodeRole: RESOURCE,
    },
    coded('ParticipantObjectIDTypeCode', event.subjectType, 'DUAI', event.subjectType),
    element('ParticipantObjectName', {}, escaped(event.subjectType)),
    ...Object.entries(details).map(([type, value]) =>
      element('ParticipantObjectDetail', { type, value: Buffer.from(value, 'utf8').toString('base64') }),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${element('AuditMessage', {}, identification, who, from, what)}`;
}

export const stringsOf = (details: AuditRow['details']): Record<string, string> =>
  Object.fromEntries(Object.entries(details ?? {}).map(([key, value]) => [key, String(value)]));
