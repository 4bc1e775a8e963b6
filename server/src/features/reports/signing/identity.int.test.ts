import { accountSettings, cases, type ImageIdentity, reports, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkReading, differencesOf, WRITTEN } from '../../../../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { pdfLines } from '../../../../../scripts/pdf-lines.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { jpeg, smallPhantom } from '../../../testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

type Patient = Awaited<ReturnType<TestServer['patient']>>;

/** A case with these files, read and ready to sign. */
async function toSign(
  patient: Patient,
  files: { name: string; bytes: Uint8Array }[],
  caseIdOf = server.openCase(patient),
) {
  const caseId = await caseIdOf;
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(files) });
  await server.waitForDraft(radiologist, caseId);
  await radiologist.call(cases.claimCase, { params });
  const { report } = await radiologist.call(studies.getReading, { params });
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: {
      version: report!.version,
      language: 'tr',
      content: { ...report!.content, ...WRITTEN, findings: 'Bulgu yok.' },
    },
  });
  await checkReading(radiologist, caseId);
  return {
    /** The lines of the paper, as they are read from its PDF. */
    paper: async (): Promise<string[]> => {
      const paper = () => patient.send(reports.getReportPdf, { params });
      await expect.poll(async () => (await paper()).status).toBe(200);
      return pdfLines(new Uint8Array(await (await paper()).arrayBuffer()));
    },
    caseId,
    identities: async (): Promise<ImageIdentity[]> =>
      (await radiologist.call(studies.getReading, { params })).identities,
    differences: async () => differencesOf(await radiologist.call(studies.getReading, { params })),
    sign: (acknowledgedDifferences?: string[]) =>
      codeOf(radiologist.call(reports.signReport, { params, body: { ...SIGNS, version, acknowledgedDifferences } })),
    auditOf: async (action: string) =>
      (
        await server.parts.db.drizzle.execute<{ details: Record<string, unknown> }>(
          sql`select details from audit_events where action = ${action} and subject_id = ${caseId}`,
        )
      ).rows.map(({ details }) => details),
  };
}

const files = (patientName: string, seed: number) => smallPhantom(seed, patientName).files.slice(0, 3);

describe('a report of images that name another person', () => {
  it('is signed only with an acknowledgement of exactly what differs now, which the audit trail keeps', async () => {
    const patient = await server.patient();
    const reading = await toSign(patient, [...files('KANARYA^ZEYNEP', 41), ...files('DEMIR^ALI', 42)]);
    // Studies that arrived together have no fixed order.
    const identities = (await reading.identities()).sort((a, b) => a.patientId!.localeCompare(b.patientId!));
    expect(identities).toMatchObject([
      { name: 'KANARYA ZEYNEP', patientId: 'PHANTOM-41', images: 3, differs: [], differenceKey: null },
      { name: 'DEMIR ALI', patientId: 'PHANTOM-42', images: 3, differs: ['name'] },
    ]);
    expect(await reading.sign()).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    expect(await reading.sign(['0123456789abcdef'])).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    const [seen] = await reading.differences();

    // The person of the case has changed since the radiologist saw the differences.
    await patient.call(accountSettings.changePersonalDetails, { body: { firstName: 'Zeynep', lastName: 'Demir' } });
    expect(await reading.sign([seen!])).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    const now = await reading.differences();
    expect(now).toHaveLength(2);
    expect(await reading.sign([now[0]!])).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    expect(await reading.sign([...now, seen!])).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    expect(await reading.auditOf('reports.acknowledge-identity')).toEqual([]);

    expect(await reading.sign(now)).toBe('ok');
    expect(await reading.auditOf('reports.acknowledge-identity')).toEqual([{ identities: 2, differs: 'name' }]);
    expect(await reading.auditOf('reports.sign')).toHaveLength(1);
    expect(server.logLines.join('')).not.toContain('DEMIR');
  });

  it('needs nothing of the kind where the images name the person of the case: the relative that it is for, whom page and paper name', async () => {
    const patient = await server.patient();
    const subject = { relation: 'child', firstName: 'Ada', lastName: 'Işık', isDeclared: true } as const;
    const created = patient.call(cases.createCase, { body: { modality: 'CT', subject } });
    const reading = await toSign(
      patient,
      files('ISIK^ADA', 43),
      created.then(({ id }) => id),
    );
    expect(await reading.differences()).toEqual([]);
    expect(await reading.sign(['0123456789abcdef'])).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    expect(await reading.sign()).toBe('ok');
    expect(await reading.auditOf('reports.acknowledge-identity')).toEqual([]);
    const params = { caseId: (await created).id };
    expect((await patient.call(reports.getReport, { params })).patientName).toBe('Ada Işık');
    expect(await reading.paper()).toContain('Hasta: Ada Işık');
  });

  it('tells no number of the other person on page and paper', async () => {
    const patient = await server.patient();
    const reading = await toSign(patient, [...files('KANARYA^ZEYNEP', 46), ...files('DEMIR^ALI', 47)]);
    await server.parts.db.drizzle.execute(sql`
      update series_identities set accession_number = 'A-' || patient_id where patient_id in ('PHANTOM-46', 'PHANTOM-47')`);
    expect(await reading.sign(await reading.differences())).toBe('ok');
    const leftOut = 'başkasının adını taşıyan ya da birbiriyle çelişen görüntülerin numaraları yazılmadı';
    const lines = await reading.paper();
    expect(lines).toContain(`Hasta numarası: PHANTOM-46, ${leftOut}`);
    expect(lines).toContain(`Erişim numarası: A-PHANTOM-46, ${leftOut}`);
    expect(lines.join('\n')).not.toContain('PHANTOM-47');
    expect(await patient.call(reports.getReport, { params: { caseId: reading.caseId } })).toMatchObject({
      patientIds: ['PHANTOM-46'],
      accessionNumbers: ['A-PHANTOM-46'],
      areNumbersLeftOut: true,
    });
  });

  it('tells number and day of the examination that was read, not of an older one from elsewhere', async () => {
    const reading = await toSign(await server.patient(), [
      ...files('KANARYA^ZEYNEP', 48),
      ...files('KANARYA^ZEYNEP', 49),
    ]);
    await server.parts.db.drizzle.execute(sql`
      update studies set study_date = '2019-05-06' where id in (
        select study_id from series s join series_identities i on i.series_id = s.id where i.patient_id = 'PHANTOM-49')`);
    expect(await reading.sign()).toBe('ok');
    const lines = await reading.paper();
    expect(lines).toContain('Hasta numarası: PHANTOM-48');
    const facts = lines.filter((line) => /^(Hasta numarası|Tetkik tarihi)/.test(line)).join('\n');
    expect(facts).toMatch(/Tetkik tarihi: \d{1,2} \p{L}+ \d{4}$/mu);
    expect(facts).not.toContain('2019');
  });

  it('images without an identity are told as such; that is no match, and nothing to acknowledge', async () => {
    const patient = await server.patient();
    const named = await toSign(patient, files('^^', 44));
    expect(await named.identities()).toMatchObject([{ name: null, birthDate: null, images: 3, differenceKey: null }]);
    expect(await named.sign()).toBe('ok');
    const picture = await toSign(
      patient,
      [{ name: 'foto.jpg', bytes: await jpeg() }],
      server.openCase(patient, 'X-Ray'),
    );
    expect(await picture.identities()).toEqual([]);
    expect(await picture.sign()).toBe('ok');
  });

  it('images of which no identity was kept are acknowledged as well', async () => {
    const reading = await toSign(await server.patient(), files('KANARYA^ZEYNEP', 45));
    await server.parts.db.drizzle.execute(sql`
      delete from series_identities where patient_id = 'PHANTOM-45'`);
    expect(await reading.identities()).toMatchObject([{ differs: ['not-read'] }]);
    expect(await reading.sign()).toBe('IDENTITY_NOT_ACKNOWLEDGED');
    expect(await reading.sign(await reading.differences())).toBe('ok');
  });
});
