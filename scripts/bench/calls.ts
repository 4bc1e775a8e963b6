import {
  accounts,
  billing as billingContract,
  cases,
  catalogue,
  type Endpoint,
  evaluation,
  institutions,
  LIMITS,
  operations,
  press,
  reports,
  rights,
  scans as scanContract,
  studies,
} from '@duai/contract';
import type { Running } from '../../server/src/start.ts';
import type { HttpClient } from '../http-client.ts';
import type { People } from './people.ts';

export type Call = () => Promise<unknown>;

/** Every list, search and figure whose cost grows with the number of studies, by its name in the table. */
export async function callsOf({ parts }: Running, people: People): Promise<[string, Call][]> {
  const { institution, radiologist, operator, patient, nobody, whose } = people;
  const get = <E extends Endpoint>(who: HttpClient, endpoint: E, input?: Parameters<typeof who.bytes<E>>[1]) =>
    [() => who.bytes(endpoint, input)][0]!;
  const one = async (text: string) => Object.values((await parts.db.drizzle.execute(text)).rows[0]!)[0] as string;
  const scanId = await one(
    `select id from scans where institution_id = '${whose.institutionId}' and status = 'complete' and billing <> 'sample' order by created_at desc limit 1`,
  );
  const uid = await one(`select study_instance_uid from scans where id = '${scanId}'`);
  const hash = await one(`select content_sha256 from reports where status = 'signed' limit 1`);
  const openCase = await one(`select id from cases where status = 'processing' limit 1`);
  const ownCase = await one(
    `select id from cases where patient_id = '${whose.patientId}' and status = 'completed' limit 1`,
  );
  const questionId = await one(`select id from proof_questions order by created_at, id limit 1`);
  const month = await one(`select to_char(max(accepted_at) at time zone 'UTC', 'YYYY-MM') from scan_charges`);
  const lastName = await one(`select last_name from patients order by id limit 1`);
  return [
    ['readiness', get(nobody, operations.getReadiness)],
    ['verify, a report that was issued', get(nobody, reports.verifyReport, { params: { sha256: hash } })],
    ['verify, any other file', get(nobody, reports.verifyReport, { params: { sha256: 'f'.repeat(64) } })],
    ['news', get(nobody, press.listNews)],
    ['trial dashboard: usage', get(institution, institutions.getTrialUsage)],
    ['trial dashboard: newest scans', get(institution, scanContract.listScans)],
    ['studies', get(institution, scanContract.listStudies)],
    ['studies, page 40', get(institution, scanContract.listStudies, { query: { page: '40' } })],
    ['studies, a page far back', farBack(institution)],
    ['studies, by date of study', get(institution, scanContract.listStudies, { query: { sort: 'studyDate' } })],
    [
      'studies, by description, ascending',
      get(institution, scanContract.listStudies, { query: { sort: 'studyDescription', direction: 'ascending' } }),
    ],
    ['studies, failed ones', get(institution, scanContract.listStudies, { query: { status: 'failed' } })],
    ['studies, one modality', get(institution, scanContract.listStudies, { query: { modality: 'MG' } })],
    [
      'studies, days of a month',
      get(institution, scanContract.listStudies, { query: { from: `${month}-01`, to: `${month}-28` } }),
    ],
    ['studies, a common word', get(institution, scanContract.listStudies, { query: { text: 'chest' } })],
    ['studies, a rare word', get(institution, scanContract.listStudies, { query: { text: uid } })],
    ['studies, a word that nothing has', get(institution, scanContract.listStudies, { query: { text: 'zzzqqq' } })],
    ['one scan', get(institution, scanContract.getScan, { params: { scanId } })],
    ['reports of the trial', get(institution, scanContract.listTrialReports)],
    ['figures', get(institution, evaluation.listProofs)],
    ['choices of a question', get(institution, evaluation.listProofChoices)],
    ['studies of a question', get(institution, evaluation.listProofCases, { params: { questionId } })],
    [
      'studies of a question, beyond the thousandth',
      await beyond(institution, evaluation.listProofCases, { questionId }),
    ],
    ['verdicts', get(institution, evaluation.listVerdicts)],
    ['verdicts on one scan', get(institution, evaluation.listVerdicts, { query: { scanId } })],
    ['dossiers', get(institution, evaluation.listDossiers)],
    ['statements', get(institution, billingContract.listStatements)],
    ['statement of a month as CSV', get(institution, billingContract.getStatementCsv, { params: { month } })],
    ['models', get(institution, catalogue.listModels)],
    ['dry run of the routing', get(institution, catalogue.dryRunRouting)],
    ['worklist', get(radiologist, cases.getWorklist)],
    ['worklist, completed', get(radiologist, cases.getWorklist, { query: { show: 'completed' } })],
    ['worklist, with questions', get(radiologist, cases.getWorklist, { query: { show: 'questions' } })],
    ['worklist, all', get(radiologist, cases.getWorklist, { query: { show: 'all' } })],
    ...(['open', 'completed', 'all'] as const).map((show): [string, Call] => [
      `worklist page, ${show}`,
      get(radiologist, cases.searchWorklist, { body: { show } }),
    ]),
    [
      'worklist page, all, the latest first',
      get(radiologist, cases.searchWorklist, { body: { show: 'all', sort: 'submitted', order: 'descending' } }),
    ],
    ['reading of a case', get(radiologist, studies.getReading, { params: { caseId: openCase } })],
    ['audit trail', get(operator, operations.listAudit)],
    ['audit trail, page 20', get(operator, operations.listAudit, { query: { page: '20' } })],
    ['audit trail, beginning of an id', get(operator, operations.listAudit, { query: { whom: scanId.slice(0, 8) } })],
    ['audit trail, whole id', get(operator, operations.listAudit, { query: { whom: scanId } })],
    ['audit trail, an action', get(operator, operations.listAudit, { query: { what: 'read-scan' } })],
    ['audit trail, an action that never was', get(operator, operations.listAudit, { query: { what: 'zzzqqq' } })],
    [
      'audit trail, refused today',
      get(operator, operations.listAudit, {
        query: { outcome: 'refused', from: new Date().toISOString().slice(0, 10) },
      }),
    ],
    ['system health', get(operator, operations.getSystemHealth)],
    ['applications', get(operator, institutions.listApplications)],
    ['institutions', get(operator, institutions.listInstitutions)],
    ['users, a name', get(operator, accounts.findUsers, { body: { text: lastName } })],
    ['users, the newest', get(operator, accounts.findUsers, { body: { text: '' } })],
    ['cases of a patient', get(patient, cases.listCases)],
    ['one case of a patient', get(patient, cases.getCase, { params: { caseId: ownCase } })],
    ['who saw my data', get(patient, rights.listAccess)],
  ];
}

/** By study date, from the cursor of a page in the middle. */
function farBack(who: HttpClient): Call {
  const at = new Date(Date.now() - 365 * 86_400_000).toISOString();
  const place = ['after', [at.slice(0, 10), at.replace('Z', '000Z'), 'ffffffff-ffff-4fff-bfff-ffffffffffff']];
  const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
  return () => who.bytes(scanContract.listStudies, { query: { sort: 'studyDate', cursor } });
}

/** The cost of a page after the last numbered one, which is reached by cursor. */
async function beyond(
  who: HttpClient,
  endpoint: typeof evaluation.listProofCases,
  params: { questionId: string },
): Promise<Call> {
  const page = LIMITS.countedAtMost / evaluation.PROOF_CASES_PER_PAGE;
  const { next } = await who.call(endpoint, { params, query: { page: String(page) } }).catch(() => ({ next: null }));
  return () => who.bytes(endpoint, { params, query: next ? { cursor: next } : {} });
}
