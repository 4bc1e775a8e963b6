import type { evaluation as contract } from '@duai/contract';
import { and, desc, eq } from 'drizzle-orm';
import { PRINT_TIMEOUT_MS } from '../../../compute/printed-document.ts';
import type { Context } from '../../../core/actor.ts';
import { notFound } from '../../../core/app-error.ts';
import { newId, sha256Hex } from '../../../core/ids.ts';
import { findProof } from '../evaluated-cases.ts';
import { trialDossiers } from '../evaluation.tables.ts';
import type { EvaluationTools } from '../evaluation-tools.ts';
import { dossierCsv, dossierDocument } from './dossier-document.ts';

type Row = Pick<
  typeof trialDossiers.$inferSelect,
  'id' | 'createdAt' | 'studies' | 'questions' | 'csvSha256' | 'pdfSha256'
>;
const present = (row: Row): contract.Dossier => ({ ...row, createdAt: row.createdAt.toISOString() });
const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '–';

const SHOWN = {
  id: trialDossiers.id,
  createdAt: trialDossiers.createdAt,
  studies: trialDossiers.studies,
  questions: trialDossiers.questions,
  csvSha256: trialDossiers.csvSha256,
  pdfSha256: trialDossiers.pdfSha256,
};

/** Dossiers: the figures of a moment, frozen as CSV and PDF. */
export function createDossiers(tools: EvaluationTools) {
  const { db, clock, audit, quick, accounts, institutions } = tools;

  async function own(institutionId: string, id: string) {
    const [row] = await db.drizzle
      .select()
      .from(trialDossiers)
      .where(and(eq(trialDossiers.id, id), eq(trialDossiers.institutionId, institutionId)));
    if (!row) throw notFound('dossier');
    return row;
  }

  return {
    async create(context: Context, institutionId: string): Promise<contract.Dossier> {
      const trial = await institutions.trials.find(db.drizzle, institutionId);
      const id = newId();
      const createdAt = clock.now();
      const { studies, proofs } = await findProof(tools, db.drizzle, institutionId);
      const csv = dossierCsv(studies, proofs);
      const csvSha256 = sha256Hex(csv);
      const document = dossierDocument({
        id,
        institution: await accounts.institutions.nameOf(db.drizzle, institutionId),
        createdAt,
        period: `${day(trial.activatedAt)} to ${day(trial.expiresAt)}`,
        studies,
        proofs,
        csvSha256,
      });
      const pdf = Buffer.from(await quick.run('render-document-pdf', document, { timeoutMs: PRINT_TIMEOUT_MS }));
      return db.transaction(async (tx) => {
        const [row] = await tx
          .insert(trialDossiers)
          .values({
            id,
            institutionId,
            createdAt,
            studies: studies.length,
            questions: proofs.length,
            csv,
            csvSha256,
            pdf,
            pdfSha256: sha256Hex(pdf),
          })
          .returning(SHOWN);
        await audit.record(tx, context, { action: 'trial.dossier', subjectType: 'dossier', subjectId: id });
        return present(row!);
      });
    },

    list: async (institutionId: string): Promise<contract.Dossier[]> =>
      (
        await db.drizzle
          .select(SHOWN)
          .from(trialDossiers)
          .where(eq(trialDossiers.institutionId, institutionId))
          .orderBy(desc(trialDossiers.createdAt))
      ).map(present),

    csv: async (institutionId: string, id: string) => (await own(institutionId, id)).csv,
    pdf: async (institutionId: string, id: string) => (await own(institutionId, id)).pdf,
  };
}
