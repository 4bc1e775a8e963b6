import type { patientCorrections as contract } from '@duai/contract';
import { patientKeyOf } from '@duai/imaging';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { theOne } from '../../../core/the-one.ts';
import { ageAt, type CorrectionRow, type ToldPatient } from '../../studies/index.ts';
import type { ScanTools } from '../scan-tools.ts';
import { imagesComplete } from '../scans.jobs.ts';
import { findOwnScan, findScan, lockScan, notifyScanChange, setStudyDescription, updateScan } from '../scans.store.ts';
import type { ScanRow } from '../scans.tables.ts';
import { changedFields } from './correction.policy.ts';

interface Wish {
  name: string;
  patientId: string;
  /** ISO. */
  birthDate: string | null;
  sex: 'M' | 'F' | 'O' | null;
  reason: string;
  seen: string | null;
}

/** The patient of a study, corrected by its institution or an operator (docs/decisions/0286). */
export function createPatientCorrections(tools: ScanTools) {
  const { db, clock, audit, queue, studies, analyses } = tools;
  const { corrections } = studies;

  /** `institutionId`: of the caller; undefined for operators. @throws AppError NOT_FOUND */
  async function scanOf(tx: Tx, scanId: string, institutionId: string | undefined): Promise<ScanRow> {
    const scan =
      institutionId === undefined ? await findScan(tx, scanId) : await findOwnScan(tx, institutionId, scanId);
    // Samples show nobody.
    if (!scan || scan.billing === 'sample') throw new AppError('NOT_FOUND', { internal: 'no scan' });
    return scan;
  }

  async function toldOf(tx: Tx, scanId: string): Promise<{ told: ToldPatient | null; isPseudonymous: boolean }> {
    const people = await corrections.people(tx, scanId, 'told');
    const [only, another] = people;
    return {
      told: only && !another ? personOf(only) : null,
      isPseudonymous: people.some(({ isRemoved }) => isRemoved),
    };
  }

  async function present(tx: Tx, scan: ScanRow): Promise<contract.PatientOfScan> {
    const { told, isPseudonymous } = await toldOf(tx, scan.id);
    const history = await corrections.history(tx, scan.id);
    const written = await corrections.people(tx, scan.id, history.length > 0 ? 'written' : 'told');
    const [newest] = history;
    return {
      told,
      written: written.map(personOf),
      isPseudonymous,
      corrections: history.map((row) => ({
        id: row.id,
        at: row.correctedAt.toISOString(),
        by: { name: row.byName, isOperator: row.byRealm === 'staff' },
        reason: row.reason,
        former: row.former,
        patient: personOf(row),
      })),
      toldBefore: (await corrections.toldBefore(tx, scan.id)).map(({ at, ...row }) => ({
        ...row,
        at: new Date(at).toISOString(),
      })),
      hasOlderResults: newest !== undefined && (await hasOlderResults(tx, scan, history)),
    };
  }

  /** Whether results that are shown were made before sex or age, on which they may depend, were corrected. */
  async function hasOlderResults(tx: Tx, scan: ScanRow, history: readonly CorrectionRow[]): Promise<boolean> {
    const last = history.find(({ former, ...now }) =>
      changedFields(former, now).some((field) => field === 'sex' || field === 'birthDate'),
    );
    if (!last) return false;
    const runs = await analyses.ofScan(tx, scan.id, scan.submission);
    return runs.some(({ status, createdAt }) => status === 'evaluated' && createdAt < last.correctedAt);
  }

  async function correct(tx: Tx, context: Context, known: ScanRow, wish: Wish): Promise<void> {
    const { actor } = context;
    if (actor.realm !== 'institution' && actor.realm !== 'staff') throw new AppError('FORBIDDEN');
    await tools.institutions.trials.lock(tx, known.institutionId);
    const scan = await lockScan(tx, known.id);
    if (!scan) throw new AppError('NOT_FOUND', { internal: 'no scan' });
    const { told, isPseudonymous } = await toldOf(tx, scan.id);
    // Whom it shows is known where the identity stayed: a gateway would put another one back.
    if (isPseudonymous) throw new AppError('STUDY_PSEUDONYMOUS');
    const before = await corrections.current(tx, { scanId: scan.id });
    if ((before?.id ?? null) !== wish.seen) throw new AppError('PATIENT_CHANGED');
    const patient = { ...wish, birthDate: wish.birthDate?.replaceAll('-', '') ?? null };
    const fields = changedFields(told, patient);
    if (fields.length === 0) throw new AppError('PATIENT_SAME');
    const ordered = await tools.forgetOrder(tx, scan.id);
    const row = await corrections.insert(
      tx,
      {
        ...{ scanId: scan.id, institutionId: scan.institutionId, number: (before?.number ?? 0) + 1, former: told },
        ...personOf(patient),
        ...{ patientId: wish.patientId, sex: wish.sex, reason: wish.reason },
        ...{
          correctedBy: actor.id,
          byRealm: actor.realm,
          byName: await tools.nameOf(tx, actor),
          correctedAt: clock.now(),
        },
      },
      ordered,
    );
    const bytes = (text: string | null) => Buffer.from(text ?? '');
    const key = patientKeyOf([bytes(patient.patientId), bytes(patient.name), bytes(patient.birthDate)]);
    await updateScan(tx, scan.id, {
      patientLabel: key && `P-${key.slice(0, 6).toUpperCase()}`,
      patientSex: patient.sex,
      patientAgeYears: ageAt(patient.birthDate, scan.studyDate),
    });
    if (ordered !== null) await setStudyDescription(tx, scan.id);
    if (scan.quietAt === null)
      await queue.enqueue(tx, imagesComplete, { scanId: scan.id, institutionId: scan.institutionId });
    await notifyScanChange(tx, { institutionId: scan.institutionId, scanId: scan.id });
    // Names and ids are in the row, which goes with the study; the trail, which stays, has the hash of it.
    await audit.record(tx, context, {
      action: 'trial.correct-patient',
      subjectType: 'scan',
      subjectId: scan.id,
      details: { correctionId: row.id, number: row.number, fields: fields.join(', '), sha256: hashOf(row) },
    });
  }

  const read = (tx: Tx, context: Context, scanId: string) =>
    audit.record(tx, context, { action: 'trial.read-patient', subjectType: 'scan', subjectId: scanId });

  return {
    /** The id of the correction that is in force; undefined where none is. */
    correctionOf: async (scanId: string): Promise<string | undefined> =>
      (await corrections.current(db.drizzle, { scanId }))?.id,

    of: (context: Context, scanId: string, institutionId?: string): Promise<contract.PatientOfScan> =>
      db.transaction(async (tx) => {
        const scan = await scanOf(tx, scanId, institutionId);
        const answer = await present(tx, scan);
        await read(tx, context, scanId);
        return answer;
      }),

    /** @throws AppError NOT_FOUND, STUDY_PSEUDONYMOUS, PATIENT_CHANGED, PATIENT_SAME */
    correct: (context: Context, scanId: string, wish: Wish, institutionId?: string): Promise<contract.PatientOfScan> =>
      db.transaction(async (tx) => {
        await correct(tx, context, await scanOf(tx, scanId, institutionId), wish);
        return present(tx, theOne([await scanOf(tx, scanId, institutionId)]));
      }),

    byId: (context: Context, institutionId: string, patientId: string): Promise<{ patient: ToldPatient | null }> =>
      db.transaction(async (tx) => {
        const patient = (await corrections.byPatientId(tx, institutionId, patientId)) ?? null;
        await audit.record(tx, context, {
          action: 'trial.find-patient',
          subjectType: 'institution',
          subjectId: institutionId,
          details: { found: patient ? 1 : 0 },
        });
        return { patient };
      }),
  };
}

const personOf = ({ name, patientId, birthDate, sex }: ToldPatient): ToldPatient => ({
  name,
  patientId,
  birthDate,
  sex,
});

/** Of all that the row says, so that a change of it would be seen. */
const hashOf = ({ former, name, patientId, birthDate, sex, reason, correctedBy, correctedAt }: CorrectionRow): string =>
  sha256Hex(JSON.stringify([former, name, patientId, birthDate, sex, reason, correctedBy, correctedAt.toISOString()]));
