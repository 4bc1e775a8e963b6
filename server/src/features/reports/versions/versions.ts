import { reports as contract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';
import { findReport, type Queries } from '../reports.store.ts';
import type { ReportRow } from '../reports.tables.ts';
import { isSameSitting } from './versions.policy.ts';
import * as store from './versions.store.ts';

/** More are not shown: with ten minutes for each they are a day's work. */
const MOST_SHOWN = 100;

/** What a report said before, and who wrote it (docs/decisions/0232). */
export function createVersions(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { audit, cases }: { audit: Audit; cases: Cases },
  preliminary: Preliminary,
) {
  return {
    /** With each save. `before` is the report as it was: of the first save it is the draft of the machine. */
    async keep(on: Queries, staff: StaffActor, before: ReportRow, saved: ReportRow): Promise<void> {
      const now = clock.now();
      const { id: reportId, language, content } = saved;
      const [latest] = await store.findVersions(on, reportId, 1);
      if (latest && isSameSitting(latest, staff.id, now)) {
        await store.updateVersion(on, latest, { language, content, savedAt: now });
        return;
      }
      if (!latest)
        await store.insertVersion(on, {
          reportId,
          number: 1,
          language: before.language,
          content: before.content,
          editedBy: null,
          editedByName: null,
          beganAt: before.createdAt,
          savedAt: before.updatedAt,
        });
      await store.insertVersion(on, {
        reportId,
        number: (latest?.number ?? 1) + 1,
        language,
        content,
        editedBy: staff.id,
        editedByName: staff.name,
        beganAt: now,
        savedAt: now,
      });
    },

    /** The newest first. While AI or the report is kept from this reader, the own ones alone. */
    list: (context: Context, staff: StaffActor, caseId: string): Promise<contract.ReportVersion[]> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const report = await findReport(tx, caseId);
        const rows = report ? await store.findVersions(tx, report.id, MOST_SHOWN) : [];
        const isWithheld = await preliminary.isWithheld(tx, staff, caseRow);
        await audit.record(tx, context, { action: 'reports.read-versions', subjectType: 'case', subjectId: caseId });
        return rows
          .filter(({ editedBy }) => !isWithheld || editedBy === staff.id)
          .map(({ number, language, content, editedByName, savedAt }) => ({
            number,
            language,
            // A draft from before a field was there is without it.
            content: contract.reportContentSchema.parse(content),
            by: editedByName,
            savedAt: savedAt.toISOString(),
          }));
      }),
  };
}
