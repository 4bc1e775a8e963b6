/** Files of pure rules: every mutant of each line. */
export const SWEPT: readonly { file: string; tests: readonly string[] }[] = [
  { file: 'server/src/features/cases/cases.policy.ts', tests: ['server/src/features/cases/cases.policy.test.ts'] },
  {
    file: 'server/src/features/reports/reports.policy.ts',
    tests: ['server/src/features/reports/reports.policy.test.ts'],
  },
  { file: 'server/src/features/shares/shares.policy.ts', tests: ['server/src/features/shares/shares.policy.test.ts'] },
  {
    file: 'server/src/features/institutions/institutions.policy.ts',
    tests: ['server/src/features/institutions/institutions.policy.test.ts'],
  },
  { file: 'contract/src/reading-checks.ts', tests: ['contract/src/reading-checks.test.ts'] },
  { file: 'contract/src/money.ts', tests: ['contract/src/money.test.ts'] },
  { file: 'server/src/features/billing/prices.ts', tests: ['server/src/features/billing/prices.test.ts'] },
];

const ACCOUNTS = 'server/src/features/accounts';
const RESETS = [`${ACCOUNTS}/institution-and-staff.int.test.ts`];
const SIGN_GATE = ['server/src/features/reports/sign-gate.int.test.ts'];
const AUDIT = ['server/src/features/audit/audit.int.test.ts'];
const RUN_ONCE = ['server/src/run-once.int.test.ts'];
const METERING = ['server/src/features/scans/scans.int.test.ts', 'server/src/features/billing/metering.int.test.ts'];

/** Guards among other code: each taken out by name, with the tests of a real server. */
export const NAMED: readonly { file: string; before: string; after: string; tests: readonly string[] }[] = [
  {
    file: 'server/src/features/reports/read-reports.ts',
    before: "row?.status !== 'signed' || caseRow.status !== 'completed'",
    after: '!row',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/shares/shares.service.ts',
    before: '        await reports.assertSigned(tx, context, caseId);\n        const now',
    after: '        const now',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/shares/shares.service.ts',
    before: '        await reports.assertSigned(tx, context, caseId);\n        const rows',
    after: '        await cases.forPatient(tx, context, caseId);\n        const rows',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/audit/audit.service.ts',
    before: "e.previous_hash = coalesce(lag(e.hash) over (order by e.sequence), sha256(''::bytea))",
    after: 'true',
    tests: AUDIT,
  },
  {
    file: 'server/src/features/audit/audit.service.ts',
    before: 'e.hash = audit_row_hash(e)',
    after: 'true',
    tests: AUDIT,
  },
  {
    file: 'server/src/features/analyses/analyses.service.ts',
    before: "if (!row || (row.status !== 'planned' && row.status !== 'running')) {",
    after: 'if (!row) {',
    tests: RUN_ONCE,
  },
  {
    file: 'server/src/features/analyses/analyses.service.ts',
    before: 'if (isNew && decision.fits)',
    after: 'if (decision.fits)',
    tests: RUN_ONCE,
  },
  {
    file: `${ACCOUNTS}/password-reset.ts`,
    before: '      assertPasswordIsUncommon(password);\n',
    after: '',
    tests: RESETS,
  },
  {
    file: `${ACCOUNTS}/link-tokens.ts`,
    before: '            isNull(linkTokens.usedAt),\n            gt(linkTokens.expiresAt, now),',
    after: '            gt(linkTokens.expiresAt, now),',
    tests: RESETS,
  },
  {
    file: 'server/src/features/cases/cases.policy.ts',
    before: "(actor.realm === 'patient' && actor.id === row.patientId)",
    after: "actor.realm === 'patient'",
    tests: ['server/src/isolation.int.test.ts'],
  },
  {
    file: 'server/src/features/institutions/institutions.policy.ts',
    before: 'trial.usedScans >= trial.scanLimit',
    after: 'trial.usedScans > trial.scanLimit',
    tests: METERING,
  },
];

/** Survivors that are no gap, by the name that a run prints, with the reason. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  'server/src/features/billing/prices.ts: if (price && sumMinor !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + sumMinor); → if (price || sumMinor !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + sumMinor);':
    'the same: a sum is null exactly where there is no price, and the type check refuses the mutant',
};
