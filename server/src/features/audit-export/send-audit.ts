import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { SyslogError } from '../../adapters/syslog/port.ts';
import { later } from '../../core/clock.ts';
import type { AuditRow } from '../audit/index.ts';
import type { AuditExportTools } from './audit-export.service.ts';
import * as store from './audit-export.store.ts';
import type { AuditReceiverRow } from './audit-export.tables.ts';
import { dicomAuditMessage } from './dicom-audit-message.ts';
import { fhirAuditEvent } from './fhir-audit-event.ts';
import { syslogMessage } from './syslog-message.ts';

const everyReceiver = defineJob({
  name: 'audit-export.every-receiver',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 0, expireInSeconds: 600 },
});
const EVERY_MINUTE = '* * * * *';

const SECOND_MS = 1000;
const ROWS_AT_ONCE = 500;
/** One receiver with a long backlog gives way after this, so that the next run of the job serves all again. */
const TURN_MS = 30 * SECOND_MS;
/** A receiver is in hand for longer than one batch can take (adapters/syslog). */
const IN_HAND_MS = 120 * SECOND_MS;
/** After a try in vain; each wait is twice the last, up to an hour. Nothing is given up: the trail keeps what waits. */
const FIRST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 3600 * SECOND_MS;

export const waitAfter = (failures: number): number => Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);

/** Rows of the trail to receivers, in their order: the mark moves once a receiver has taken them. */
export function createAuditSender({ db, clock, queue, log, audit, syslog, publicUrl }: AuditExportTools) {
  function messageOf(event: AuditRow, format: AuditReceiverRow['format']): Buffer {
    const { host } = new URL(publicUrl());
    const own = { at: event.at, host, processId: process.pid };
    return format === 'dicom'
      ? syslogMessage({ ...own, messageId: 'DICOM+RFC3881', content: dicomAuditMessage(event, host) })
      : syslogMessage({ ...own, messageId: 'FHIR+R4', content: JSON.stringify(fhirAuditEvent(event, host)) });
  }

  async function send(id: string): Promise<void> {
    const until = later(clock.now(), TURN_MS);
    for (;;) {
      const now = clock.now();
      const receiver = await store.take(db.drizzle, id, { now, until: later(now, IN_HAND_MS) });
      if (!receiver) return;
      const sequences = await store.findNext(db.drizzle, receiver, ROWS_AT_ONCE);
      try {
        const last = sequences.at(-1);
        if (last !== undefined) {
          const events = await audit.rows(sequences);
          await syslog.send(
            receiver,
            events.map((event) => messageOf(event, receiver.format)),
          );
          const done = { lastSequence: last, lastSentAt: clock.now(), failures: 0, lastFailure: null };
          await store.updateReceiver(db.drizzle, id, { ...done, takenUntil: null });
        } else await store.updateReceiver(db.drizzle, id, { takenUntil: null });
      } catch (error) {
        if (!(error instanceof SyslogError)) throw error;
        const failures = receiver.failures + 1;
        const lastFailure = error.code === 'FAILED' ? error.message : error.code;
        const nextTryAt = later(clock.now(), waitAfter(failures));
        await store.updateReceiver(db.drizzle, id, { failures, lastFailure, nextTryAt, takenUntil: null });
        log.warn({ receiverId: id, failures, outcome: lastFailure }, 'audit messages were not taken');
        return;
      }
      if (sequences.length < ROWS_AT_ONCE || clock.now() >= until) return;
    }
  }

  async function sendAll(): Promise<void> {
    // One receiver that does not answer keeps no other waiting.
    const due = await store.findDue(db.drizzle, clock.now());
    const ends = await Promise.allSettled(due.map(({ id }) => send(id)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  return {
    sendAll,
    registerJobs(): void {
      queue.handle(everyReceiver, sendAll);
      queue.schedule(everyReceiver, EVERY_MINUTE, {});
    },
  };
}
