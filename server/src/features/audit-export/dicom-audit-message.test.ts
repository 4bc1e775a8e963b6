import { expect, it } from 'vitest';
import { dicomAuditMessage } from './dicom-audit-message.ts';
import { kindOf } from './event-kinds.ts';
import { waitAfter } from './send-audit.ts';
import { syslogMessage } from './syslog-message.ts';

const EVENT = {
  ...{
    sequence: 7,
    at: '2026-11-23T05:00:00.000Z',
    actorRealm: 'institution',
    actorId: 'a-b',
    outcome: 'refused' as const,
  },
  ...{ action: 'trial.read-scan', subjectType: 'scan', subjectId: null, address: '192.0.2.7', requestId: null },
  details: { note: '<&">\u0001', count: 3 },
};

it('a message is XML whatever the trail holds, and says who, what and with which outcome', () => {
  const xml = dicomAuditMessage({ ...EVENT, actorId: '<&">\u0001' }, 'duai.example');
  expect(xml).toContain('UserID="&lt;&amp;&quot;&gt;\u{FFFD}"');
  expect(xml).toContain('EventOutcomeIndicator="4"');
  expect(xml).toContain('NetworkAccessPointID="192.0.2.7" NetworkAccessPointTypeCode="2"');
  expect(xml).toContain(`value="${Buffer.from('<&">\u0001').toString('base64')}"`);
});

it('syslog frames hold the bytes of UTF-8 after a byte order mark, and a header of words', () => {
  const own = { at: EVENT.at, host: 'duai example', processId: 5, messageId: 'DICOM+RFC3881' };
  const message = syslogMessage({ ...own, content: 'ş' });
  expect(message.toString('utf8')).toBe(`<85>1 ${EVENT.at} duaiexample DUAI 5 DICOM+RFC3881 - \u{FEFF}ş`);
});

it.each([
  ['accounts.login', '110114'],
  ['trial.delete-scan', '110105'],
  ['trial.expire-scan', '110105'],
  ['trial.export-pdf', '110106'],
  ['dicomweb.search', '110112'],
  ['pacs.send-result', '110104'],
  ['trial.accept-scan', '110104'],
  ['trial.read-scan', '110103'],
  ['operations.export-audit', '110101'],
  ['integrations.create-key', '110113'],
  ['cases.claim', '110100'],
])('%s is the event %s', (action, code) => {
  expect(kindOf(action).code).toBe(code);
});

it('waits double up to an hour', () => {
  expect([1, 2, 3, 20].map((failures) => waitAfter(failures) / 1000)).toEqual([30, 60, 120, 3600]);
});
