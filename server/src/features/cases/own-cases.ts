import { cases as contract, given, subspecialtyOf } from '@duai/contract';
import type { Context, PatientActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import { canTakeBack } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { ConsentedCases } from './consented-case.ts';
import { presentCase } from './present-case.ts';
import { presentWithImages } from './present-with-images.ts';
import { lockReadable, readable } from './readable-case.ts';
import { findSecondReaders } from './review/being-read.store.ts';

/** A patient's own cases: creates, lists, reads and takes them back. */
export function createOwnCases(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { audit, consented }: { audit: Audit; consented: Pick<ConsentedCases, 'assertConsent'> },
) {
  return {
    /** A repeated request (double click, lost answer, second tab) returns the case of the first one. */
    async create(context: Context, patient: PatientActor, wish: contract.CaseCreation): Promise<contract.PatientCase> {
      return db.transaction(async (tx) => {
        await consented.assertConsent(tx, { patientId: patient.id });
        const now = clock.now();
        const row = await store.insertCase(tx, {
          id: newId(),
          patientId: patient.id,
          modality: wish.modality,
          bodyPart: wish.bodyPart ?? null,
          subspecialty: subspecialtyOf(wish.modality, wish.bodyPart ?? null),
          side: wish.side ?? null,
          clinicalHistory: wish.clinicalHistory ?? null,
          symptoms: wish.symptoms ?? null,
          urgency: wish.urgency,
          uploadedAt: now,
          requestId: wish.requestId ?? null,
          ...(wish.subject && {
            subjectRelation: wish.subject.relation,
            subjectFirstName: wish.subject.firstName,
            subjectLastName: wish.subject.lastName,
            subjectDateOfBirth: wish.subject.dateOfBirth ?? null,
            subjectGender: wish.subject.gender ?? null,
            guardianDeclaredAt: now,
            guardianDeclarationVersion: contract.GUARDIAN_DECLARATION_VERSION,
          }),
        });
        if (!row) {
          const earlier = await store.findCaseOfRequest(tx, patient.id, given(wish.requestId, 'the id of the request'));
          return presentWithImages(tx, context, given(earlier, 'the case of an earlier request'));
        }
        if (wish.firstReportText) await store.saveFirstReport(tx, row.id, { text: wish.firstReportText }, now);
        await store.notifyChange(tx, patient.id, row.id);
        const presented = await presentWithImages(tx, context, row);
        await audit.record(tx, context, { action: 'cases.create', subjectType: 'case', subjectId: row.id });
        return presented;
      });
    },

    async list(context: Context, patient: PatientActor): Promise<contract.PatientCase[]> {
      return db.transaction(async (tx) => {
        const rows = await store.findCasesOfPatient(tx, patient.id);
        const ids = rows.map((row) => row.id);
        const byCase = Map.groupBy(await store.findImages(tx, ids), (image) => image.caseId);
        const firstReports = await store.findFirstReports(tx, ids);
        const declarations = await store.findPersonDeclarations(tx, ids);
        const criticalOpen = await store.findCriticalOpen(tx, ids);
        const secondReaders = await findSecondReaders(tx, ids);
        await audit.record(tx, context, { action: 'cases.list', subjectType: 'patient', subjectId: patient.id });
        return rows.map((row) =>
          presentCase(
            row,
            byCase.get(row.id) ?? [],
            firstReports.find(({ caseId }) => caseId === row.id),
            declarations.filter(({ caseId }) => caseId === row.id),
            { isCriticalOpen: criticalOpen.has(row.id), hasSecondReader: secondReaders.has(row.id) },
            context.language,
          ),
        );
      });
    },

    async get(context: Context, caseId: string): Promise<contract.PatientCase> {
      return db.transaction(async (tx) => {
        const row = await readable(tx, context, caseId);
        const presented = await presentWithImages(tx, context, row);
        await audit.record(tx, context, { action: 'cases.read', subjectType: 'case', subjectId: caseId });
        return presented;
      });
    },

    /** processing → uploaded, by the patient. The next submission is analysed again from the start. */
    takeBack: (context: Context, caseId: string): Promise<contract.PatientCase> =>
      db.transaction(async (tx) => {
        const row = await lockReadable(tx, context, caseId);
        if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
        const hasSecondReader = (await findSecondReaders(tx, [caseId])).has(caseId);
        if (!canTakeBack(row, hasSecondReader)) throw new AppError('CASE_BEING_READ');
        const taken = await store.updateCase(tx, caseId, {
          status: 'uploaded',
          pipeline: 'waiting-for-images',
          dueAt: null,
        });
        await store.notifyChange(tx, row.patientId, caseId);
        const presented = await presentWithImages(tx, context, taken);
        await audit.record(tx, context, { action: 'cases.take-back', subjectType: 'case', subjectId: caseId });
        return presented;
      }),
  };
}
