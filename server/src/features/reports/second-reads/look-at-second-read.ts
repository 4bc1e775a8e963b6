import type { secondReads as contract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import { findReport, type Queries } from '../reports.store.ts';
import type { SecondReadRow } from '../reports.tables.ts';
import { figuresOf } from './agreement-figures.ts';
import { presentSecondRead } from './present-second-read.ts';
import * as policy from './second-reads.policy.ts';
import * as store from './second-reads.store.ts';

interface Tools {
  audit: Audit;
  cases: Cases;
  ofCase: (on: Queries, caseId: string) => Promise<{ reads: SecondReadRow[]; percent: number }>;
  areOpinionsWithheld: (on: Queries, staff: StaffActor, read: SecondReadRow) => Promise<boolean>;
  leaveSeen: (on: Queries, staff: StaffActor, caseRow: Pick<CaseRow, 'id' | 'submission'>) => Promise<void>;
}

/** Second reads as radiologists see them, and how often readers agreed. */
export function createLooks(
  { db }: Pick<Parts, 'db'>,
  { audit, cases, ofCase, areOpinionsWithheld, leaveSeen }: Tools,
) {
  return {
    /** The latest second read of a case. Who is shown both opinions cannot become a blinded reader of these images. */
    find: (context: Context, staff: StaffActor, caseId: string) =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const report = await findReport(tx, caseId);
        const { reads, percent } = await ofCase(tx, caseId);
        const latest = reads.at(-1);
        const seen = await cases.opinionsSeen.has(tx, { caseId, staffId: staff.id, submission: caseRow.submission });
        const secondRead = latest
          ? presentSecondRead(latest, {
              ...{ staff, caseRow, report, hasSeen: seen },
              isWithheld: await areOpinionsWithheld(tx, staff, latest),
              keptHours: await cases.claimIdleHours(tx),
            })
          : null;
        if (secondRead?.second) await leaveSeen(tx, staff, caseRow);
        await audit.record(tx, context, { action: 'reports.read-second', subjectType: 'case', subjectId: caseId });
        return {
          secondRead,
          isDueBecause:
            report && caseRow.claimedBy === staff.id ? policy.dueBecause(caseRow, report, { reads, percent }) : null,
        };
      }),

    figures: async (): Promise<contract.AgreementFigures[]> => figuresOf(await store.countAgreements(db.drizzle)),
  };
}
