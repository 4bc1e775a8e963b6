import { reports as contract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Page, PageWish } from '../../../core/keyset.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';
import { findReport, type Queries } from '../reports.store.ts';
import type { ReportRow, VersionRow } from '../reports.tables.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import { isSameSitting } from './versions.policy.ts';
import * as store from './versions.store.ts';

/** What a report said before, and who wrote it (docs/decisions/0232). */
export function createVersions(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { audit, cases }: { audit: Audit; cases: Cases },
  { preliminary, secondReads }: { preliminary: Preliminary; secondReads: SecondReads },
) {
  return {
    /** With each save. `before` is the report as it was: of the first save it is the draft of the machine. */
    async keep(on: Queries, staff: StaffActor, before: ReportRow, saved: ReportRow): Promise<void> {
      const now = clock.now();
      const { id: reportId, language, content } = saved;
      const latest = await store.findLatestVersion(on, reportId);
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
    list: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      wish: PageWish,
    ): Promise<Page<contract.ReportVersion>> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const report = await findReport(tx, caseId);
        const isWithheld = await preliminary.isWithheld(tx, staff, caseRow);
        const { rows, ...ways }: Page<VersionRow> = report
          ? await store.findVersions(tx, {
              ...wish,
              reportId: report.id,
              editedBy: isWithheld ? staff.id : undefined,
            })
          : { rows: [], next: null, previous: null };
        if (rows.some(({ editedBy }) => editedBy !== staff.id)) await secondReads.leaveSeen(tx, staff, caseRow);
        await audit.record(tx, context, { action: 'reports.read-versions', subjectType: 'case', subjectId: caseId });
        const shown = rows.map(({ number, language, content, editedByName, savedAt }) => ({
          number,
          language,
          // A draft from before a field was there is without it.
          content: contract.reportContentSchema.parse(content),
          by: editedByName,
          savedAt: savedAt.toISOString(),
        }));
        return { rows: shown, ...ways };
      }),
  };
}
