interface Guarded {
  file: string;
  tests: readonly string[];
  /** Runs only the tests whose titles contain it, for a long test file of which one test guards this. */
  only?: string;
}

/** Files of pure rules: mutants of every line. */
export const SWEPT: readonly Guarded[] = [
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
  { file: 'contract/src/reports/reading-checks.ts', tests: ['contract/src/reports/reading-checks.test.ts'] },
  { file: 'contract/src/values/money.ts', tests: ['contract/src/values/money.test.ts'] },
  { file: 'contract/src/studies/image-windows.ts', tests: ['contract/src/studies/image-windows.test.ts'] },
  { file: 'contract/src/reports/plain-summary.ts', tests: ['contract/src/reports/plain-summary.test.ts'] },
  { file: 'server/src/features/billing/prices.ts', tests: ['server/src/features/billing/prices.test.ts'] },
  { file: 'server/src/features/accounts/passwords.ts', tests: ['server/src/features/accounts/passwords.test.ts'] },
  { file: 'server/src/core/network/address-group.ts', tests: ['server/src/core/network/address-group.test.ts'] },
  { file: 'server/src/core/network/loopback.ts', tests: ['server/src/core/network/loopback.test.ts'] },
  { file: 'server/src/core/intake.ts', tests: ['server/src/core/intake.test.ts'] },
  { file: 'server/src/core/back-off.ts', tests: ['server/src/core/back-off.test.ts'] },
  { file: 'server/src/adapters/compute/turns.ts', tests: ['server/src/adapters/compute/turns.test.ts'] },
  {
    file: 'server/src/features/studies/intake/check-pauses.ts',
    tests: ['server/src/features/studies/intake/check-pauses.test.ts'],
  },
  {
    file: 'server/src/features/reports/signing/compare-identity.ts',
    tests: ['server/src/features/reports/signing/compare-identity.test.ts'],
  },
  {
    file: 'web/src/features/cases/uploads/upload-count.ts',
    tests: ['web/src/features/cases/uploads/upload-count.test.ts'],
  },
];

const ACCOUNTS = 'server/src/features/accounts';
const RESETS = [`${ACCOUNTS}/institution-and-staff.int.test.ts`];
const SIGN_GATE = ['server/src/features/reports/signing/sign-gate.int.test.ts'];
const AUDIT = ['server/src/features/audit/audit.int.test.ts'];
const RUN_ONCE = ['server/src/run-once.int.test.ts'];
const PAPER = ['server/src/features/reports/report-paper.int.test.ts'];
const ACCESS = { tests: ['server/src/access.int.test.ts'], only: 'keeps institutions apart' };
const METERING = ['server/src/features/scans/scans.int.test.ts', 'server/src/features/billing/metering.int.test.ts'];

/** Guards within other code: each is removed by name and tested with a real server. */
export const NAMED: readonly (Guarded & { before: string; after: string })[] = [
  {
    file: 'server/src/features/accounts/sessions/attempts.ts',
    before: '> limit) throw',
    after: '> limit + 1000) throw',
    tests: ['server/src/features/accounts/sessions/attempts.int.test.ts'],
    only: 'fifty guesses',
  },
  {
    file: 'server/src/features/accounts/sessions/attempts.ts',
    before: 'addressGroup(address)',
    after: 'address',
    tests: ['server/src/features/accounts/sessions/attempts.int.test.ts'],
  },
  {
    file: 'server/src/features/accounts/sessions/attempts.store.ts',
    before: 'attemptCounters.count} - 1`',
    after: 'attemptCounters.count}`',
    tests: ['server/src/features/accounts/sessions/attempts.int.test.ts'],
    only: 'who is right',
  },
  {
    file: 'server/src/features/accounts/sessions/attempts.ts',
    before: 'for (const { key, limit } of counters) await count',
    after: 'for (const { key, limit } of counters.toReversed()) await count',
    tests: ['server/src/features/accounts/sessions/attempts.int.test.ts'],
    only: 'who is right',
  },
  {
    file: 'server/src/features/accounts/sessions/sessions.ts',
    before: 'row.disabledAt !== null || row.expiresAt <= now',
    after: 'row.expiresAt <= now',
    tests: ['server/src/features/accounts/password-ends-access.int.test.ts'],
    only: 'is disabled',
  },
  {
    file: 'server/src/features/accounts/sessions/sessions.store.ts',
    before: 'and(isOpen(realm, accountId), ne(sessions.id, keptId))',
    after: 'and(isOpen(realm, accountId), eq(sessions.id, keptId))',
    tests: ['server/src/features/accounts/password-ends-access.int.test.ts'],
    only: 'every session ends but',
  },
  {
    file: 'server/src/features/accounts/sessions/link-tokens.store.ts',
    before: '        isNull(linkTokens.usedAt),\n        gt(linkTokens.expiresAt, now),\n',
    after: '        isNull(linkTokens.usedAt),\n',
    tests: ['server/src/features/accounts/password-ends-access.int.test.ts'],
    only: 'time is over',
  },
  {
    file: 'server/src/features/accounts/sessions/link-tokens.store.ts',
    before: '        or(eq(linkTokens.accountId, accountId), eq(linkTokens.issuedBy, accountId)),',
    after: '        eq(linkTokens.issuedBy, accountId),',
    tests: ['server/src/features/accounts/password-ends-access.int.test.ts'],
    only: 'links that were mailed before',
  },
  {
    file: 'server/src/adapters/queue/pg-boss.ts',
    before: 'return top - theOne(rows).round;',
    after: 'return top;',
    tests: ['server/src/adapters/queue/queue.int.test.ts'],
    only: 'gives accounts their turns',
  },
  {
    file: 'server/src/features/studies/intake/keep-files.ts',
    before: '{ turn: await findTurn(tx, payload) }',
    after: '{}',
    tests: ['server/src/fair-turns.int.test.ts'],
  },
  {
    file: 'server/src/features/analyses/planning/plan-runs.ts',
    before: 'await queue.enqueue(tx, job, { ...owner, analysisId: id }, { turn });',
    after: 'await queue.enqueue(tx, job, { ...owner, analysisId: id });',
    tests: ['server/src/fair-turns.int.test.ts'],
    only: 'are analysed in turn',
  },
  {
    file: 'server/src/features/studies/viewing/view-images.ts',
    before: 'wish, readerOf(context))',
    after: 'wish, undefined)',
    tests: ['server/src/fair-turns.int.test.ts'],
    only: 'counted to its account',
  },
  {
    file: 'server/src/features/pacs/deliveries/deliveries.ts',
    before: 'askForCommitment, { deliveryId }, { turn: turnOf(delivery.institutionId) }',
    after: 'askForCommitment, { deliveryId }',
    tests: ['server/src/fair-outgoing.int.test.ts'],
  },
  {
    file: 'server/src/features/pacs/storage/commitments.ts',
    before: '{ commitmentId: id }, { turn: turnOf(row.institutionId) }',
    after: '{ commitmentId: id }',
    tests: ['server/src/fair-outgoing.int.test.ts'],
  },
  {
    file: 'server/src/features/integrations/webhooks.ts',
    before: '{ turn: turnOf(scan.institutionId) }',
    after: '{}',
    tests: ['server/src/fair-outgoing.int.test.ts'],
  },
  {
    file: 'server/src/features/scans/scans.routes.ts',
    before: '...(named.length > 0 ? { refused: named } : {}),',
    after: '',
    tests: ['server/src/features/scans/bad-input.int.test.ts'],
    only: 'that is no DICOM',
  },
  {
    file: 'server/src/features/studies/intake/upload-to-case.ts',
    before: '      await cases.confirmImages(tx, { ...row, submission: row.submission + 1 });\n',
    after: '',
    tests: ['server/src/features/studies/intake/upload.int.test.ts'],
  },
  {
    file: 'server/src/features/analyses/told/present-run.ts',
    before: '    run.findings.filter(({ isInDraft }) => isInDraft),\n',
    after: '    run.findings,\n',
    tests: ['server/src/features/reports/story.int.test.ts'],
    only: 'keeps remarks on the images out',
  },
  {
    file: 'server/src/adapters/storage/shared-files.ts',
    before: '=> !isReferenced && !isHeld)',
    after: '=> !isHeld)',
    tests: ['server/src/features/scans/scan-details.int.test.ts'],
    only: 'are deleted with images',
  },
  {
    file: 'server/src/features/cases/consented-case.ts',
    before: "      if (!(await consents.has(on, row.patientId))) throw new AppError('CONSENT_REQUIRED');",
    after: '',
    tests: ['server/src/consent.int.test.ts'],
    only: 'every endpoint of a patient',
  },
  {
    file: 'server/src/features/cases/consented-case.ts',
    before: "throw new AppError('CASE_WITHOUT_CONSENT')",
    after: 'return',
    tests: ['server/src/consent.int.test.ts'],
    only: 'a draft is not signed',
  },
  {
    file: 'server/src/features/cases/consented-case.ts',
    before: '      if (await consents.has(tx, row.patientId)) return false;',
    after: '      return false;',
    tests: ['server/src/consent.int.test.ts'],
    only: 'a result that came in spite',
  },
  {
    file: 'server/src/features/cases/consented-case.ts',
    before: "row.pipeline !== 'stopped' && (await consents.has(on, row.patientId))",
    after: "row.pipeline !== 'stopped'",
    tests: ['server/src/consent.int.test.ts'],
    only: 'what runs is stopped',
  },
  {
    file: 'server/src/features/reports/reports.service.ts',
    before: '        await cases.assertConsentInReview(tx, caseRow);\n',
    after: '',
    tests: ['server/src/consent.int.test.ts'],
    only: 'a region is not planned',
  },
  {
    file: 'server/src/features/analyses/running/run-analysis.ts',
    before: '          await leaveOff(tx, payload);\n          return undefined;',
    after: '          return undefined;',
    tests: ['server/src/consent.int.test.ts'],
    only: 'a region is not planned',
  },
  {
    file: 'imaging/src/files/picture.ts',
    before: ' || fillBytes > IMAGING_LIMITS.jpegFillBytes',
    after: '',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/picture.ts',
    before: 'segments > IMAGING_LIMITS.jpegSegments || ',
    after: '',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/picture.ts',
    before: 'inPieces(file, PIECE_BYTES)',
    after: 'file',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/inspect.ts',
    before: 'if (fragments > IMAGING_LIMITS.fragments)',
    after: 'if (fragments < 0)',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/inspect.ts',
    before: 'assertFragments(inPieces(source, PIECE_BYTES), offset)',
    after: 'assertFragments(source, offset)',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/data-set.ts',
    before: 'if (count > IMAGING_LIMITS.elements)',
    after: 'if (count < 0)',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'imaging/src/files/data-set.ts',
    before: 'Math.min(inflatedBytes, Math.max(inflatedFreelyBytes, deflated.length * inflateRatio))',
    after: 'inflatedBytes',
    tests: ['imaging/src/files/inspect.test.ts'],
  },
  {
    file: 'server/src/adapters/compute/child-processes.ts',
    before: '(held.get(account) ?? 0) < size - 1',
    after: '(held.get(account) ?? 0) < size',
    tests: ['server/src/adapters/compute/compute.int.test.ts'],
    only: 'accounts take turns',
  },
  {
    file: 'server/src/features/analyses/vendors/vendor-result.ts',
    before: 'output.unit}`',
    after: 'unit}`',
    tests: ['server/src/features/analyses/vendors/vendor-result.test.ts'],
  },
  {
    file: 'server/src/features/pacs/deliveries/deliveries.ts',
    before: 'if (isNew) await queue.enqueue(tx, deliverResult, { deliveryId: id }, { turn: turnOf(institutionId) });',
    after: 'if (isNew) await queue.enqueue(tx, deliverResult, { deliveryId: id });',
    tests: ['server/src/fair-outgoing.int.test.ts'],
  },
  {
    file: 'server/src/features/cases/case-mails.ts',
    before: ' || !(await accounts.patients.consents.has(tx, row.patientId))) return;',
    after: ') return;',
    tests: ['server/src/features/cases/case-mails.int.test.ts'],
    only: 'nobody is told of a case',
  },
  {
    file: 'server/src/features/cases/case-mails.ts',
    before: 'if (untold.isLate) {',
    after: 'if (untold.isLate && !tx) {',
    tests: ['server/src/features/cases/case-mails.int.test.ts'],
    only: 'all radiologists are told once',
  },
  {
    file: 'server/src/features/cases/case-mails.ts',
    before: 'if (untold.isUnclaimed) {',
    after: 'if (untold.isUnclaimed && !tx) {',
    tests: ['server/src/features/cases/case-mails.int.test.ts'],
    only: 'all radiologists are told once',
  },
  {
    file: 'server/src/features/cases/case-mails.ts',
    before: '        await store.notifyConsole(tx, caseId);\n',
    after: '',
    tests: ['server/src/features/cases/case-mails.int.test.ts'],
    only: 'open pages of the console',
  },
  {
    file: 'server/src/http/event-stream.ts',
    before: 'if (own.size >= MOST_STREAMS) oldest?.displace();',
    after: '',
    tests: ['server/src/http/event-stream.test.ts'],
  },
  {
    file: 'server/src/http/event-stream.ts',
    before: 'if (error instanceof AppError) end();',
    after: '',
    tests: ['server/src/http/event-stream.test.ts'],
  },
  {
    file: 'server/src/features/studies/intake/receive-files.ts',
    before: '  pauses.assertOpen(account);\n',
    after: '',
    tests: ['server/src/features/studies/intake/fair-checks.long.test.ts'],
    only: 'keep ending their checker',
  },
  {
    file: 'server/src/features/studies/intake/receive-files.ts',
    before: 'if (error instanceof TaskStopped && !isOurs(error)) pauses.countEnded(account);',
    after: '',
    tests: ['server/src/features/studies/intake/fair-checks.long.test.ts'],
    only: 'keep ending their checker',
  },
  {
    file: 'server/src/adapters/database/listen.ts',
    before: '    socket?.destroy();\n',
    after: '',
    tests: ['server/src/adapters/database/closing.long.test.ts'],
    only: 'a listener stops',
  },
  {
    file: 'server/src/adapters/database/connect.ts',
    before: 'await sockets.closed(pool.end());',
    after: 'await pool.end();',
    tests: ['server/src/adapters/database/closing.long.test.ts'],
    only: 'a pool closes',
  },
  {
    file: 'server/src/adapters/database/sockets.ts',
    before: 'performance.now() - answeredAt >= SILENT_MS',
    after: 'false',
    tests: ['server/src/adapters/database/closing.long.test.ts'],
    only: 'a queue stops',
  },
  {
    file: 'server/src/adapters/database/sockets.ts',
    before: 'if (await answers(url)) answeredAt',
    after: 'if (!url) answeredAt',
    tests: ['server/src/adapters/database/closing.long.test.ts'],
    only: 'a queue stops',
  },
  {
    file: 'server/src/adapters/storage/staging-place.ts',
    before: 'if (!(await isOwned(dir, place))) await remove(dir);',
    after: 'await remove(dir);',
    tests: ['server/src/adapters/storage/staging-place.int.test.ts'],
  },
  {
    file: 'server/src/features/reports/signing/sign-report.ts',
    before: "      if (row.version !== version) throw new AppError('REPORT_CHANGED');",
    after: '',
    tests: ['server/src/features/reports/story.int.test.ts'],
  },
  {
    file: 'server/src/features/reports/signing/sign-report.ts',
    before: 'assertComplete(row.content, row.machineDraft);',
    after: '',
    tests: ['server/src/features/reports/signing/sign-and-deliver.int.test.ts'],
  },
  {
    file: 'server/src/features/reports/signing/sign-report.ts',
    before: 'assertAcknowledged(identities, acknowledgedDifferences);',
    after: '',
    tests: ['server/src/features/reports/signing/identity.int.test.ts'],
  },
  {
    file: 'server/src/adapters/storage/checked-reads.ts',
    before: "if (content.sha256 !== sha256) throw new DamagedBlockError('the file has another hash');",
    after: '',
    tests: ['server/src/adapters/storage/checked-reads.int.test.ts'],
  },
  {
    file: 'server/src/adapters/storage/checked-reads.ts',
    before: '      if (!use!.isReferenced) return error;',
    after: '',
    tests: ['server/src/adapters/storage/checked-reads.int.test.ts'],
  },
  {
    file: 'server/src/adapters/storage/directory.ts',
    before: 'if (found.sha256 !== sha256) throw',
    after: 'if (!found) throw',
    tests: ['server/src/adapters/storage/directory.int.test.ts'],
  },

  {
    file: 'server/src/features/reports/read-reports.ts',
    before: "row?.status !== 'signed' || caseRow.status !== 'completed'",
    after: '!row',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/shares/manage-links.ts',
    before: '        await reports.assertSigned(tx, context, caseId);\n        const now',
    after: '        const now',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/shares/manage-links.ts',
    before: '        await reports.assertSigned(tx, context, caseId);\n        const rows',
    after: '        await cases.forPatient(tx, context, caseId);\n        const rows',
    tests: SIGN_GATE,
  },
  {
    file: 'server/src/features/audit/audit.store.ts',
    before: "e.previous_hash = coalesce(lag(e.hash) over (order by e.sequence), sha256(''::bytea))",
    after: 'true',
    tests: AUDIT,
  },
  {
    file: 'server/src/features/audit/audit.store.ts',
    before: 'e.hash = audit_row_hash(e)',
    after: 'true',
    tests: AUDIT,
  },
  {
    file: 'server/src/features/analyses/running/run-analysis.ts',
    before: "if (!row || (row.status !== 'planned' && row.status !== 'running')) {",
    after: 'if (!row) {',
    tests: RUN_ONCE,
  },
  {
    file: 'server/src/features/analyses/planning/plan-runs.ts',
    before: 'if (!isNew || !decided.decision.fits) continue;',
    after: 'if (!decided.decision.fits) continue;',
    tests: RUN_ONCE,
  },
  {
    file: `${ACCOUNTS}/password-reset.ts`,
    before: '      await assertPasswordIsUncommon(password);\n',
    after: '',
    tests: RESETS,
  },
  {
    file: `${ACCOUNTS}/sessions/link-tokens.store.ts`,
    before: '        inArray(linkTokens.purpose, purposes),\n        isNull(linkTokens.usedAt),',
    after: '        inArray(linkTokens.purpose, purposes),',
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
  ...[
    ['[labels.patient, signed.patientName],', ''],
    ['...(signed.dateOfBirth ? ', '...(!signed ? '],
    ['...(signed.patientIds ? ', '...(!signed ? '],
    ['...(signed.studyDates\n', '...(signed.studyDates && !input\n'],
    ['const credentials = [title, registrationNumber &&', 'const credentials = [registrationNumber &&'],
    ['const credentials = [title, registrationNumber &&', 'const credentials = [title, !signed &&'],
    ['verdict && labels.verdicts[verdict]', ''],
    ['labels.outcomes[outcome], ', ''],
  ].map(([before = '', after = '']) => ({
    file: 'server/src/compute/render-report-pdf.ts',
    ...{ before, after, tests: PAPER },
  })),
  {
    file: 'server/src/features/reports/marks/export-measurements.ts',
    before: 'findMeasurements(tx, caseId, staff.id)',
    after: 'findMeasurements(tx, caseId, null)',
    tests: [
      'server/src/features/reports/marks/marks.int.test.ts',
      'server/src/features/reports/outputs/outputs.int.test.ts',
    ],
  },
  {
    file: 'server/src/features/reports/marks/marks.ts',
    before: 'findMeasurements(tx, caseId, seesAll ? null : staff.id)',
    after: 'findMeasurements(tx, caseId, null)',
    tests: ['server/src/features/reports/marks/marks.int.test.ts'],
  },
  {
    file: 'server/src/deps.ts',
    before: 'Math.max(FEWEST_CHECKERS, config.WORKER_PROCESSES)',
    after: 'config.WORKER_PROCESSES',
    tests: ['server/src/checkers.int.test.ts'],
  },
  {
    file: 'server/src/adapters/compute/child-processes.ts',
    before: "processorMs === undefined ? 'TIMED_OUT' : 'STARVED'",
    after: "'TIMED_OUT'",
    tests: ['server/src/adapters/compute/compute.int.test.ts'],
    only: 'processor time',
  },
  {
    file: 'server/src/adapters/compute/child-processes.ts',
    before: ' - ((await usedBefore) ?? 0)',
    after: '',
    tests: ['server/src/adapters/compute/compute.int.test.ts'],
    only: 'processor time',
  },
  {
    file: 'server/src/features/studies/intake/receive-files.ts',
    before: "code === 'STARVED' ? INSPECTION_TRIES : code === 'CRASHED' ? 2 : 1",
    after: "code === 'CRASHED' ? 2 : 1",
    tests: ['server/src/features/studies/intake/upload.int.test.ts'],
    only: 'checks a file again',
  },
  {
    file: 'server/src/features/studies/intake/receive-files.ts',
    before: "code === 'CRASHED' ? 2 : 1",
    after: '1',
    tests: ['server/src/features/studies/intake/upload.int.test.ts'],
    only: 'checks a file again',
  },
  {
    file: 'server/src/features/studies/intake/receive-files.ts',
    before: "code === 'STARVED' || code === 'ABORTED'",
    after: "code === 'ABORTED'",
    tests: ['server/src/features/studies/intake/upload.int.test.ts'],
    only: 'no check found time',
  },
  {
    file: 'server/src/features/uploads/uploads.routes.ts',
    before: 'return inOurWords(answer, request);',
    after: 'return answer;',
    tests: ['server/src/features/uploads/uploads.int.test.ts'],
    only: 'in our words',
  },
  {
    file: 'server/src/features/pacs/deliveries/deliveries.ts',
    before: "row?.institutionId !== institutionId || row.state === 'waiting'",
    after: "!row || row.state === 'waiting'",
    ...ACCESS,
  },
  {
    file: 'server/src/features/pacs/peers/peers.ts',
    before: 'if (!peer || (institutionId !== undefined && peer.institutionId !== institutionId))',
    after: 'if (!peer)',
    ...ACCESS,
  },
  {
    file: 'server/src/features/hl7/messages.ts',
    before: "if (message?.institutionId !== institutionId) throw notFound('hl7 message');",
    after: "if (!message) throw notFound('hl7 message');",
    ...ACCESS,
  },
  {
    file: 'server/src/features/hl7/hl7.store.ts',
    before: 'and(eq(hl7Receivers.id, id), eq(hl7Receivers.institutionId, institutionId))',
    after: 'eq(hl7Receivers.id, id)',
    ...ACCESS,
  },
  {
    file: 'server/src/features/fhir/fhir-clients.store.ts',
    before: 'and(eq(fhirClients.id, id), eq(fhirClients.institutionId, institutionId), isNull(fhirClients.revokedAt))',
    after: 'and(eq(fhirClients.id, id), isNull(fhirClients.revokedAt))',
    ...ACCESS,
  },
  {
    file: 'server/src/features/integrations/webhooks.store.ts',
    before: 'and(eq(webhooks.id, id), eq(webhooks.institutionId, institutionId))',
    after: 'eq(webhooks.id, id)',
    ...ACCESS,
  },
  {
    file: 'server/src/features/integrations/webhooks.store.ts',
    before: 'and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.institutionId, institutionId))',
    after: 'eq(webhookDeliveries.id, id)',
    ...ACCESS,
  },
  {
    file: 'server/src/features/studies/studies.store.ts',
    before: 'from file_references r where r.sha256 = wanted.sha256 limit 1',
    after: "from file_references r where r.sha256 || '' = wanted.sha256 limit 1",
    tests: ['server/src/removal-cost.long.test.ts'],
  },
  {
    file: 'server/src/features/rights/patient-tables.store.ts',
    before: ` = any(\${sql.param(keys.get(keyOf(parent, parentColumn)))}::\${sql.raw(type)}[])`,
    after: `::text = any(\${sql.param(keys.get(keyOf(parent, parentColumn)))}::text[])`,
    tests: ['server/src/removal-cost.long.test.ts'],
  },
  {
    file: 'server/src/features/reports/versions/versions.ts',
    before: '!isWithheld || editedBy === staff.id',
    after: 'number > 0',
    tests: ['server/src/withheld.int.test.ts'],
  },
  {
    file: 'server/src/features/reports/read-reports.ts',
    before: 'report: report && !isBlinded ?',
    after: 'report: report ?',
    tests: ['server/src/withheld.int.test.ts'],
  },
  {
    file: 'server/src/features/reports/read-reports.ts',
    before: 'isAiWithheld ? [] : await analyses.ofCase(tx, caseId)',
    after: 'await analyses.ofCase(tx, caseId)',
    tests: ['server/src/withheld.int.test.ts'],
  },
];

/** Survivors that are not a gap, by the name that a run prints, with the reason. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  'server/src/features/billing/prices.ts: if (price && sumMinor !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + sumMinor); → if (price || sumMinor !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + sumMinor);':
    'the same: a sum is null exactly where there is no price, and the type check refuses the mutant',
  'server/src/core/intake.ts: if (sender !== own && now() - sender.lastAt >= LINGER_MS) senders.delete(key); → if (sender !== own && now() - sender.lastAt > LINGER_MS) senders.delete(key);':
    'no difference that matters: a sender counts for a second, or for a second and the instant after it',
  'server/src/core/intake.ts: if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs)); → if (waitMs >= 0) await new Promise((resolve) => setTimeout(resolve, waitMs));':
    'no difference that matters: a wait of 0 ms is one round of the event loop',
  'server/src/features/studies/intake/check-pauses.ts: if (account === undefined) return; → ;':
    'no difference: whoever has no account is never paused, whatever is counted',
  'server/src/adapters/compute/turns.ts: return undefined; → ;':
    'the same: a function that ends without a value answers undefined',
};
