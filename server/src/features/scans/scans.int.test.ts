import { accounts, institutions as Contract, dicomweb, integrations, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError, type HttpClient } from '../../../../scripts/http-client.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { codeOf } from '../../testing/code-of.ts';
import { application, createInstitutionFactory } from '../../testing/institution-factory.ts';
import { smallPhantom } from '../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  factory = createInstitutionFactory(server, operator);
});
afterAll(() => server.end());

/** The form as sent: an empty field is ''. */
const filledIn = (email: string) => ({
  ...application(email),
  pacsVersion: '',
  dicomNodes: '3',
  modalities: ['CT' as const, 'X-Ray' as const],
  studiesPerDay: '' as never,
  comments: '',
});
const apply = async (email: string): Promise<Contract.Application> => {
  await server.client().call(Contract.registerTrial, { body: filledIn(email) });
  return (await operator.call(Contract.listApplications)).find((row) => row.email === email)!;
};

describe('POST /api/registration', () => {
  it('stores the application and mails the applicant and the operators [TRL-088] [TRL-089] [API-016]', async () => {
    const stored = await apply('basvuru@duai.example');
    expect(stored).toMatchObject({
      institutionName: 'Kıyı Radyoloji',
      country: 'Turkey',
      dicomNodes: '3',
      modalities: ['CT', 'X-Ray'],
      status: 'new',
      pacsVersion: null,
    });
    await expect
      .poll(async () => (await server.parts.mailbox.list()).map((mail) => mail.to))
      .toEqual(expect.arrayContaining(['basvuru@duai.example', 'operators@duai.example']));
  });

  it('checks country on the server too, and answers message on failure [TRL-104] [API-017]', async () => {
    for (const country of [undefined, '', 'Atlantis']) {
      const error = await server
        .client()
        .call(Contract.registerTrial, { body: { ...filledIn('x@duai.example'), country: country as never } })
        .catch((caught: CallError) => caught);
      expect(error).toBeInstanceOf(CallError);
      expect((error as CallError).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('fields'),
      });
    }
  });
});

describe('a decision', () => {
  it('is made once: approve or decline [TRL-090]', async () => {
    const { id } = await apply('red@duai.example');
    const declined = await operator.call(Contract.declineApplication, {
      params: { applicationId: id },
      body: { reason: 'No DICOM node.' },
    });
    expect(declined).toMatchObject({ status: 'declined', declineReason: 'No DICOM node.' });
    expect(await codeOf(operator.call(Contract.approveApplication, { params: { applicationId: id } }))).toBe(
      'APPLICATION_DECIDED',
    );
  });

  it('to approve creates the institution and its first admin by an invitation that works once [TRL-091] [TRL-092] [TRL-093] [API-010]', async () => {
    const { id } = await apply('onay@duai.example');
    await operator.call(Contract.approveApplication, { params: { applicationId: id } });
    const invitation = await server.mailedToken('onay@duai.example', 'invitation');
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select extract(epoch from expires_at - created_at)::int as seconds from link_tokens where email = 'onay@duai.example'`,
    );
    expect(rows[0]!.seconds).toBe(7 * 24 * 3600);
    const body = { invitation, username: 'onay', password: 'kuytu-liman-77' };
    expect(await server.client().call(accounts.registerInstitutionUser, { body })).toHaveProperty('message');
    expect(
      await codeOf(server.client().call(accounts.registerInstitutionUser, { body: { ...body, username: 'ikinci' } })),
    ).toBe('LINK_INVALID');
    const { user } = await server
      .client()
      .call(accounts.loginInstitutionUser, { body: { username: 'onay', password: 'kuytu-liman-77' } });
    expect(user).toMatchObject({ role: 'admin', institution: { name: 'Kıyı Radyoloji' } });
    const params = { institutionId: user.institution.id };
    expect(await codeOf(operator.call(Contract.inviteInstitutionAgain, { params }))).toBe('INVITATION_REDEEMED');
  });

  it('that was approved is invited again when the link ran out; the link before stays worthless', async () => {
    const email = 'gec@duai.example';
    const { id } = await apply(email);
    await operator.call(Contract.approveApplication, { params: { applicationId: id } });
    const late = await server.mailedToken(email, 'invitation');
    await server.parts.db.drizzle.execute(
      sql`update link_tokens set expires_at = now() - interval '1 second' where email = ${email}`,
    );
    const redeem = (invitation: string) =>
      codeOf(
        server.client().call(accounts.registerInstitutionUser, {
          body: { invitation, username: 'gec-kalan', password: 'kuytu-liman-77' },
        }),
      );
    expect(await redeem(late)).toBe('LINK_INVALID');
    const { rows } = await server.parts.db.drizzle.execute<{ institution_id: string }>(
      sql`select institution_id from applications where id = ${id}`,
    );
    const params = { institutionId: rows[0]!.institution_id };
    expect(await operator.call(Contract.inviteInstitutionAgain, { params })).toMatchObject({ activatedAt: null });
    const newest = () => server.mailedToken(email, 'invitation');
    await expect.poll(newest, { timeout: 20_000 }).not.toBe(late);
    expect(await redeem(late)).toBe('LINK_INVALID');
    expect(await redeem(await newest())).toBe('ok');
  });
});

describe('scans of a trial', () => {
  it('count from activation, 100 in 30 days, and each institution sees its own [TRL-094] [TRL-095] [TRL-061] [TRL-086]', async () => {
    const { admin } = await factory.activated('sayan');
    expect(await admin.call(Contract.getTrialUsage)).toMatchObject({
      usedScans: 0,
      totalScans: 100,
      remainingDays: 30,
      plan: 'trial',
    });
    const answer = await factory.upload(admin);
    expect(answer.usage.usedScans).toBe(1);
    await expect
      .poll(async () => (await admin.call(scans.listScans))[0]!)
      .toMatchObject({
        status: 'complete',
        modality: 'CT',
        findings: expect.arrayContaining([expect.stringContaining('No quality issues found')]),
      });
    const other = await factory.activated('baska');
    expect(await other.admin.call(scans.listScans)).toEqual([]);
  });

  it('refuse the 101st clearly and lose nothing; of five at once at 99 exactly one is accepted [TRL-096]', async () => {
    const { admin, institutionId } = await factory.activated('dolu');
    await server.parts.db.drizzle.execute(
      sql`update trials set used_scans = 99 where institution_id = ${institutionId}`,
    );
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => codeOf(factory.upload(admin))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'TRIAL_SCANS_USED_UP')).toHaveLength(4);
    expect(await admin.call(Contract.getTrialUsage)).toMatchObject({ usedScans: 100 });
    expect(await admin.call(scans.listScans)).toHaveLength(1);
  });

  it('end with the 30 days', async () => {
    const { admin, institutionId } = await factory.activated('biten');
    await server.parts.db.drizzle.execute(
      sql`update trials set expires_at = now() - interval '1 second' where institution_id = ${institutionId}`,
    );
    expect(await codeOf(factory.upload(admin))).toBe('TRIAL_EXPIRED');
  });

  it('count the same when they come from a PACS; more images of a counted study are not a second scan [TRL-097]', async () => {
    const { admin, institutionId } = await factory.activated('pacs');
    const { files } = smallPhantom(7777);
    const { secret } = await admin.call(integrations.createApiKey, { body: { name: 'PACS', scopes: ['scans:write'] } });
    const send = async (...sent: typeof files) => {
      const { body, contentType } = stowRequest(sent.map(({ bytes }) => bytes));
      const answer = await fetch(`${server.address}${dicomweb.storeInstances.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': contentType, accept: 'application/dicom+json' },
        body,
      });
      return answer.status;
    };
    const used = async () => (await admin.call(Contract.getTrialUsage)).usedScans;
    expect([await send(files[0]!), await used()]).toEqual([200, 1]);
    // A few slices that nothing can analyse are free; the complete study counts, once.
    expect(await send(...files.slice(1))).toBe(200);
    await factory.settled(admin);
    expect(await used()).toBe(1);
    // The portal uses the same count: an upload there is the second.
    await factory.upload(admin);
    await expect
      .poll(async () => (await admin.call(scans.listScans)).map(({ source, status }) => `${source} ${status}`).sort())
      .toEqual(['pacs complete', 'upload complete']);
    expect(await used()).toBe(2);
    await server.parts.db.drizzle.execute(
      sql`update trials set used_scans = 100 where institution_id = ${institutionId}`,
    );
    expect(await send(smallPhantom(7778).files[0]!)).toBeGreaterThanOrEqual(400);
    expect(await used()).toBe(100);
    expect(await admin.call(scans.listScans)).toHaveLength(2);
  });

  it('are metered after an upgrade [TRL-098]', async () => {
    const { admin, institutionId } = await factory.activated('odeyen');
    await server.parts.db.drizzle.execute(
      sql`update trials set used_scans = 100 where institution_id = ${institutionId}`,
    );
    await operator.call(Contract.upgradeInstitution, { params: { institutionId }, body: {} });
    const { usage } = await factory.upload(admin);
    expect(usage).toMatchObject({ plan: 'pay-per-scan', usedScans: 100, meteredScans: 1 });
  });
});
