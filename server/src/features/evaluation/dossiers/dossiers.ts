import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { evaluation as contract } from '@duai/contract';
import { PRINT_TIMEOUT_MS } from '../../../compute/paper/printed-document.ts';
import type { Context } from '../../../core/actor.ts';
import { createSpill, type Spill } from '../../../core/files/spill.ts';
import { newId, sha256Hex } from '../../../core/ids.ts';
import { documentLanguage } from '../../../core/texts.ts';
import { evaluatedStudies } from '../evaluated-cases.ts';
import type { EvaluationTools } from '../evaluation-tools.ts';
import { countFigures, findQuestions } from '../figures/figures.store.ts';
import { addToTally, dossierDocument, dossierHead, dossierLines, emptyTally } from './dossier-document.ts';
import * as store from './dossiers.store.ts';

const present = (row: store.DossierRow): contract.Dossier => ({ ...row, createdAt: row.createdAt.toISOString() });
const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '–';

/** Dossiers: the figures at one moment, stored unchangeably as CSV and PDF. */
export function createDossiers(tools: EvaluationTools) {
  const { db, clock, audit, quick, accounts, institutions } = tools;

  /** Writes the lines into the file, some studies at a time, in one snapshot; returns the data for the printed dossier. */
  const readInto = (csv: Spill, institutionId: string, signal: AbortSignal) =>
    db.read(signal, async (tx) => {
      const hash = createHash('sha256');
      const tally = emptyTally();
      const write = async (text: string) => {
        const bytes = Buffer.from(text);
        hash.update(bytes);
        await csv.add(bytes);
      };
      await write(dossierHead());
      for await (const some of evaluatedStudies(tools, tx, institutionId, await findQuestions(tx, institutionId))) {
        addToTally(tally, some);
        await write(dossierLines(some));
      }
      return { tally, figures: await countFigures([tx], institutionId), csvSha256: hash.digest('hex') };
    });

  return {
    /** Stores nothing when the client leaves before the dossier is complete. */
    async create(context: Context, institutionId: string, signal: AbortSignal): Promise<contract.Dossier> {
      const trial = await institutions.trials.find(db.drizzle, institutionId);
      const id = newId();
      const createdAt = clock.now();
      const csv = createSpill();
      try {
        const read = await readInto(csv, institutionId, signal);
        const document = dossierDocument({
          ...read,
          id,
          language: documentLanguage(context.language),
          institution: await accounts.institutions.nameOf(db.drizzle, institutionId),
          createdAt,
          trial: { from: day(trial.activatedAt), to: day(trial.expiresAt) },
        });
        const options = { timeoutMs: PRINT_TIMEOUT_MS, account: institutionId };
        const pdf = Buffer.from(await quick.run('render-document-pdf', document, options));
        signal.throwIfAborted();
        const row = {
          id,
          createdAt,
          studies: read.tally.studies,
          questions: read.figures.proofs.length,
          csvSha256: read.csvSha256,
          pdfSha256: sha256Hex(pdf),
        };
        await db.transaction(async (tx) => {
          await store.insertDossier(tx, { ...row, institutionId, pdf }, csv.read());
          await audit.record(tx, context, { action: 'trial.dossier', subjectType: 'dossier', subjectId: id });
        });
        return present(row);
      } finally {
        await csv.close();
      }
    },

    list: async (institutionId: string): Promise<contract.Dossier[]> =>
      (await store.findDossiers(db.drizzle, institutionId)).map(present),

    /** The CSV as a stream that reads one piece at a time. */
    async csv(institutionId: string, id: string): Promise<Readable> {
      const pieces = await store.countPieces(db.drizzle, institutionId, id);
      return Readable.from(store.piecesOf(db.drizzle, id, pieces), { objectMode: false });
    },

    pdf: (institutionId: string, id: string): Promise<Buffer> => store.findDossierPdf(db.drizzle, institutionId, id),
  };
}
