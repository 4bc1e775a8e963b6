import { reports as contract, type studies as studyContract } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { newId } from '../../../core/ids.ts';
import type { DocumentLanguage } from '../../../core/texts.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Analyses, Run } from '../../analyses/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import * as store from '../reports.store.ts';
import type { ReportRow } from '../reports.tables.ts';
import { algorithmsOf, draftContent, redrafted } from './draft-report.ts';
import { inOtherLanguage } from './other-language.ts';
import { readPriors } from './read-priors.ts';

interface Others {
  accounts: Accounts;
  cases: Cases;
  studies: Studies;
  analyses: Analyses;
}

export type Drafting = ReturnType<typeof createDrafting>;

/** The drafts of the pipeline: the first, that after new images, that in another language. */
export function createDrafting({ db, clock }: Pick<Parts, 'db' | 'clock'>, others: Others) {
  const { accounts, cases, studies, analyses } = others;

  async function draftsOf(on: store.Queries, caseRow: CaseRow, examinations: studyContract.Study[], runs: Run[]) {
    const priors = await readPriors(on, others, caseRow, (await cases.priorsOf(on, caseRow)).rows);
    return (language: DocumentLanguage) => draftContent(caseRow, priors, examinations, runs, analyses, language);
  }

  /** `analyses.case-finished`: writes the draft, or replaces one that no radiologist has edited. */
  async function draft({ caseId, submission }: { caseId: string; submission: number }): Promise<void> {
    await db.transaction(async (tx) => {
      if (await cases.stopsWithoutConsent(tx, caseId, submission)) return;
      const caseRow = await cases.lock(tx, caseId);
      if (caseRow.submission !== submission || caseRow.status !== 'processing') return;
      const { language: patientLanguage } = await accounts.contactOf(tx, caseRow.patientId);
      const existing = await store.lockReport(tx, caseId);
      if (existing?.status === 'signed') return;
      const language = existing?.language ?? (patientLanguage === 'tr' ? 'tr' : 'en');
      const runs = await analyses.ofCase(tx, caseId);
      const examinations = await studies.ofCase(tx, caseId);
      const machineDraft = (await draftsOf(tx, caseRow, examinations, runs))(language);
      const algorithms = algorithmsOf(runs, { analyses, studies: examinations }, language);
      const now = clock.now();
      if (!existing) {
        await store.insertReport(tx, {
          id: newId(),
          caseId,
          language,
          submission,
          content: machineDraft,
          machineDraft,
          algorithms,
          createdAt: now,
          updatedAt: now,
        });
      } else if (existing.submission !== submission) {
        // New images bring new facts; text written by the radiologist stays.
        const content = redrafted(existing, machineDraft);
        await store.updateReport(tx, existing.id, {
          submission,
          machineDraft,
          algorithms,
          content,
          version: existing.version + 1,
          updatedAt: now,
        });
      }
      await cases.markDraftReady(tx, caseId, submission);
    });
  }

  /** A report whose language changes: sentences of the draft are those of the new language, in so far as nobody changed them. */
  async function inLanguage(
    tx: Tx,
    caseRow: CaseRow,
    row: Pick<ReportRow, 'language' | 'machineDraft'>,
    { language, content }: { language: DocumentLanguage; content: contract.ReportContent },
    { examinations, isAiWithheld }: { examinations: studyContract.Study[]; isAiWithheld: boolean },
  ): Promise<Pick<ReportRow, 'content' | 'machineDraft' | 'algorithms'>> {
    const runs = await analyses.ofCase(tx, caseRow.id);
    const inWords = await draftsOf(tx, caseRow, examinations, runs);
    // A reader from whom AI is withheld has no sentence of it, and writes none of it by chance.
    const ofReader = isAiWithheld ? await draftsOf(tx, caseRow, examinations, []) : inWords;
    return {
      content: inOtherLanguage(content, ofReader(row.language), ofReader(language)),
      machineDraft: inOtherLanguage(row.machineDraft, inWords(row.language), inWords(language)),
      // The titles of the algorithms are in the language of the report.
      algorithms: algorithmsOf(runs, { analyses, studies: examinations }, language),
    };
  }

  /** The draft of a report in its language and in the other ones. */
  async function inEachLanguage(
    tx: Tx,
    caseRow: CaseRow,
    { language, machineDraft }: Pick<ReportRow, 'language' | 'machineDraft'>,
  ): Promise<contract.ReportContent[]> {
    const runs = await analyses.ofCase(tx, caseRow.id);
    const inWords = await draftsOf(tx, caseRow, await studies.ofCase(tx, caseRow.id), runs);
    return contract.REPORT_LANGUAGES.map((each) => inOtherLanguage(machineDraft, inWords(language), inWords(each)));
  }

  return { draft, inLanguage, inEachLanguage };
}
