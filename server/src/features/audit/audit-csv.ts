import { Readable } from 'node:stream';
import type { operations } from '@duai/contract';
import { writeCsv } from '../../core/files/csv.ts';

const HEAD = [
  'sequence',
  'at',
  'actor',
  'actor_id',
  'action',
  'subject',
  'subject_id',
  'outcome',
  'address',
  'details',
];

/** Rows of the audit trail as CSV (RFC 4180), streamed as they are read. */
export const auditCsv = (rows: AsyncIterable<operations.AuditEvent>): Readable => Readable.from(lines(rows));

async function* lines(rows: AsyncIterable<operations.AuditEvent>): AsyncGenerator<string> {
  yield writeCsv([HEAD]);
  for await (const row of rows)
    yield writeCsv([
      [
        row.sequence,
        row.at,
        row.actorRealm,
        row.actorId,
        row.action,
        row.subjectType,
        row.subjectId,
        row.outcome,
        row.address,
        Object.keys(row.details).length === 0 ? null : JSON.stringify(row.details),
      ],
    ]);
}
