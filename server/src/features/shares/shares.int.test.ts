import { buffer } from 'node:stream/consumers';
import { accountSettings, accounts, cases, LIMITS, reports, shares } from '@duai/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallError, HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { systemContext } from '../../core/actor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createReportFactory } from '../reports/report-factory.ts';

let server: TestServer;
let patient: HttpClient;
let factory: ReturnType<typeof createReportFactory>;
let caseId: string;
let rightPin: string;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
  factory = createReportFactory(server, await server.staff('radiologist'));
  ({ caseId } = await factory.signed(patient));
  await waitFor(
    async () => (await patient.send(reports.getReportPdf, { params: { caseId } })).ok || undefined,
    60_000,
    () => 'no PDF',
  );
}, 180_000);
afterAll(() => server.end());
afterEach(() => vi.restoreAllMocks());

/** Moves the server's clock on from now. */
const laterBy = (ms: number) => {
  const at = Date.now() + ms;
  vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(at));
};
const DAY_MS = 86_400_000;

async function shared(wish: { days?: number; maxOpenings?: number } = {}) {
  const { share, link, pin } = await patient.call(shares.createShare, { params: { caseId }, body: wish });
  rightPin = pin;
  return { share, pin, secret: new URL(link).hash.replace('#token=', ''), link };
}
const wrong = () => (rightPin === '000000' ? '000001' : '000000');
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'opened',
    (error: CallError) => [error.status, error.body],
  );
const open = async (secret: string, pin: string) => {
  const doctor = server.client();
  return { doctor, shared: await doctor.call(shares.openShare, { body: { secret, pin } }) };
};
const listed = async (id: string) =>
  (await patient.call(shares.listShares, { params: { caseId } })).find((row) => row.id === id)!;

describe('a link for a doctor', () => {
  it('keeps its secret in the fragment, and neither secret nor PIN in the database', async () => {
    const { link, pin, secret, share } = await shared();
    expect(new URL(link).pathname).toBe('/shared');
    expect(new URL(link).search).toBe('');
    expect(pin).toMatch(/^\d{6}$/);
    expect(share).toMatchObject({ state: 'open', openingsLeft: 3, openings: [], label: null });
    const { rows } = await server.parts.db.drizzle.execute(
      `select row_to_json(s)::text as row from shares s union all select row_to_json(o)::text from share_openings o`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows.some((row) => String(row.row).includes(`"${pin}"`))).toBe(false);
  });

  it('opens report, images and the DICOM files as they came, without an account', async () => {
    const { secret, pin, share } = await shared();
    const { doctor, shared: seen } = await open(secret, pin);
    expect(seen.report).toMatchObject({ patientName: 'Zeynep Kanarya', contentSha256: expect.any(String) });
    expect(seen.series[0]!.images).toHaveLength(factory.phantom.files.length);
    const params = { shareId: share.id };
    const image = await doctor.bytes(shares.getSharedImage, {
      params: { ...params, imageId: seen.series[0]!.images[0]!.id },
      query: { center: -500, width: 1500 },
    });
    expect([...image.slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect((await doctor.send(shares.getSharedReportPdf, { params })).headers.get('content-type')).toBe(
      'application/pdf',
    );
    const zip = await doctor.send(shares.downloadSharedImages, { params });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    expect(zip.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await zip.arrayBuffer());
    // Stored without compression, so every file is in there byte for byte.
    for (const file of factory.phantom.files) expect(bytes.includes(Buffer.from(file.bytes))).toBe(true);
    expect(await doctor.call(shares.getSharedCase, { params })).toEqual(seen);
    expect(await listed(share.id)).toMatchObject({
      openingsLeft: 2,
      openings: [{ at: expect.any(String), hasDownloaded: true }],
    });
  });

  it('takes the PIN as it was read: with a space, in the digits of an Arabic keyboard', async () => {
    const { secret, pin } = await shared();
    const arabic = pin.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
    for (const typed of [`${pin.slice(0, 3)} ${pin.slice(3)}`, arabic]) {
      expect((await open(secret, typed)).shared.report.contentSha256).toEqual(expect.any(String));
    }
  });

  it('is for signed reports only, and only of an own case', async () => {
    const open = await server.openCase(patient);
    const body = {};
    expect((await patient.send(shares.createShare, { params: { caseId: open }, body })).status).toBe(404);
    const other = await server.patient();
    expect((await other.send(shares.createShare, { params: { caseId }, body })).status).toBe(404);
    const { share } = await shared();
    expect((await other.send(shares.revokeShare, { params: { caseId, shareId: share.id } })).status).toBe(404);
    const own = await server.openCase(other);
    expect((await other.send(shares.revokeShare, { params: { caseId: own, shareId: share.id } })).status).toBe(404);
    expect((await listed(share.id)).state).toBe('open');
  });

  it('lasts 30 days and 20 openings at most', async () => {
    for (const body of [
      { days: LIMITS.shareDays + 1 },
      { days: 0 },
      { maxOpenings: LIMITS.shareOpenings + 1 },
      { maxOpenings: 0 },
    ])
      expect((await patient.send(shares.createShare, { params: { caseId }, body })).status).toBe(400);
  });
});

describe('the end of a link', () => {
  it('answers the same for an unknown, expired, used-up and revoked link and for a wrong PIN', async () => {
    const [expiring, usedUp, revoked, good] = [
      await shared({ days: 1 }),
      await shared({ maxOpenings: 1 }),
      await shared(),
      await shared(),
    ];
    await open(usedUp.secret, usedUp.pin);
    await patient.call(shares.revokeShare, { params: { caseId, shareId: revoked.share.id } });
    rightPin = good.pin;
    const answers = [
      await failure(open('x'.repeat(43), '123456')),
      await failure(open('cut-off', '123456')),
      await failure(open(good.secret, wrong())),
      await failure(open(usedUp.secret, usedUp.pin)),
      await failure(open(revoked.secret, revoked.pin)),
    ];
    laterBy(DAY_MS);
    answers.push(await failure(open(expiring.secret, expiring.pin)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([410, { code: 'SHARE_CLOSED', message: expect.any(String) }]);
    expect((await listed(expiring.share.id)).state).toBe('expired');
    expect((await listed(usedUp.share.id)).state).toBe('used-up');
  });

  it('by revoking closes report, images, PDF and download with the next request', async () => {
    const { secret, pin, share } = await shared();
    const { doctor, shared: seen } = await open(secret, pin);
    const params = { shareId: share.id };
    expect(await doctor.call(shares.getSharedState, { params })).toEqual({ isOpen: true });
    await patient.call(shares.revokeShare, { params: { caseId, shareId: share.id } });
    expect(await doctor.call(shares.getSharedState, { params })).toEqual({ isOpen: false });
    const imageId = seen.series[0]!.images[0]!.id;
    for (const answer of [
      await doctor.send(shares.getSharedCase, { params }),
      await doctor.send(shares.getSharedImage, { params: { ...params, imageId } }),
      await doctor.send(shares.getSharedReportPdf, { params }),
      await doctor.send(shares.downloadSharedImages, { params }),
    ])
      expect(answer.status).toBe(401);
  });

  it('by revoking cuts a download that is on its way', async () => {
    const { secret, pin, share } = await shared();
    const { doctor } = await open(secret, pin);
    const [, token] = doctor.cookies().find(([name]) => name === 'duai_shared')!;
    const actor = (await server.features.shares.findActor(share.id, token))!;
    const { stream } = await server.features.shares.download({ ...systemContext, actor }, actor);
    // Reads one piece; the rest waits for the reader.
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.read();
    await patient.call(shares.revokeShare, { params: { caseId, shareId: share.id } });
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'SHARE_CLOSED' });
  });

  it('ends an opening after its hour, and before when the doctor closes it', async () => {
    const { secret, pin, share } = await shared();
    const first = await open(secret, pin);
    const second = await open(secret, pin);
    const params = { shareId: share.id };
    await first.doctor.call(shares.closeShared, { params });
    expect((await first.doctor.send(shares.getSharedCase, { params })).status).toBe(401);
    expect((await second.doctor.send(shares.getSharedCase, { params })).status).toBe(200);
    laterBy(61 * 60_000);
    expect((await second.doctor.send(shares.getSharedCase, { params })).status).toBe(401);
  });

  it('is reached after five wrong PINs, also when they come at once, and not by the right PIN of another link', async () => {
    const [{ secret, pin, share }, other] = [await shared(), await shared()];
    laterBy(2 * 3_600_000);
    rightPin = pin;
    await Promise.all(Array.from({ length: LIMITS.sharePinAttempts }, () => failure(open(secret, wrong()))));
    expect((await listed(share.id)).state).toBe('locked');
    expect(await failure(open(secret, pin))).toMatchObject([410, { code: 'SHARE_CLOSED' }]);
    expect((await open(other.secret, other.pin)).shared.shareId).toBe(other.share.id);
  });

  it('limits wrong attempts of one address over all links', async () => {
    const { secret, pin } = await shared({ days: 7 });
    laterBy(4 * 3_600_000);
    const codes = [];
    for (let attempt = 0; attempt < 101; attempt += 1)
      codes.push(((await failure(open(`${attempt}`.padEnd(43, 'y'), '123456'))) as [number])[0]);
    expect(codes).toEqual([...Array(100).fill(410), 429]);
    expect(await failure(open(secret, pin))).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
    laterBy(4 * 3_600_000 + 16 * 60_000);
    expect((await open(secret, pin)).shared.shareId).toBeDefined();
  });
});

describe('the reach of a link', () => {
  it('is its own case: other images and other links are not there', async () => {
    const { secret, pin, share } = await shared();
    const { doctor } = await open(secret, pin);
    const other = await server.patient();
    const { caseId: theirs, reading } = await factory.signed(other);
    const imageId = reading.studies[0]!.series[0]!.instances[0]!.id;
    expect((await doctor.send(shares.getSharedImage, { params: { shareId: share.id, imageId } })).status).toBe(404);
    const { share: second } = await other.call(shares.createShare, { params: { caseId: theirs }, body: {} });
    expect((await doctor.send(shares.getSharedCase, { params: { shareId: second.id } })).status).toBe(401);
    expect((await doctor.send(cases.getCase, { params: { caseId } })).status).toBe(401);
  }, 120_000);

  it('is written to the audit trail: making, opening, refusing, reading, downloading, revoking', async () => {
    const { secret, pin, share } = await shared();
    await failure(open(secret, wrong()));
    const { doctor } = await open(secret, pin);
    await (await doctor.send(shares.downloadSharedImages, { params: { shareId: share.id } })).arrayBuffer();
    await patient.call(shares.revokeShare, { params: { caseId, shareId: share.id } });
    const { rows } = await server.parts.db.drizzle.execute<{ line: string }>(
      `select concat_ws(' ', actor_realm, action, outcome) as line from audit_events
        where subject_id = '${share.id}' or details->>'shareId' = '${share.id}' or actor_id = '${share.id}' order by sequence`,
    );
    expect(rows.map((row) => row.line)).toEqual([
      'patient shares.create ok',
      'anonymous shares.open refused',
      'shared shares.open ok',
      'shared reports.read ok',
      'shared studies.download ok',
      'patient shares.revoke ok',
    ]);
  });
});

describe('[TRU-005] links of a patient whose password is new', () => {
  const NEW = 'yepyeni-kapi-93';
  const states = async (http: HttpClient) => {
    const { id } = (await http.call(cases.listCases)).find(({ hasReport }) => hasReport)!;
    return (await http.call(shares.listShares, { params: { caseId: id } })).map(({ state }) => state);
  };

  it('stay after a change where the owner did not ask, end where the owner did, with what is open of them', async () => {
    const owner = await server.patient();
    const { caseId: signed } = await factory.signed(owner);
    const { link, pin } = await owner.call(shares.createShare, { params: { caseId: signed }, body: {} });
    const { doctor, shared: seen } = await open(new URL(link).hash.replace('#token=', ''), pin);
    const look = () => doctor.send(shares.getSharedCase, { params: { shareId: seen.shareId } });
    const change = (currentPassword: string, password: string, endShares?: boolean) =>
      owner.call(accountSettings.changePassword, { body: { currentPassword, password, endShares } });
    await change('yosunlu-kaya-42', NEW);
    expect([await states(owner), (await look()).status]).toEqual([['open'], 200]);
    await change(NEW, 'yosunlu-kaya-42', true);
    expect([await states(owner), (await look()).status]).toEqual([['revoked'], 401]);
    // Another patient's are not touched.
    const { share } = await shared();
    await change('yosunlu-kaya-42', NEW, true);
    expect(await listed(share.id)).toMatchObject({ state: 'open' });
  });

  it('end with a reset', async () => {
    const owner = await server.patient();
    const { caseId: signed } = await factory.signed(owner);
    await owner.call(shares.createShare, { params: { caseId: signed }, body: {} });
    await server.client().call(accounts.forgotPatientPassword, { body: { email: owner.email } });
    const token = await server.mailedToken(owner.email, 'second-opinion/reset-password');
    await server.client().call(accounts.resetPatientPassword, { body: { token, password: NEW } });
    owner.useToken(
      (await server.client().call(accounts.loginPatient, { body: { email: owner.email, password: NEW } })).token,
    );
    expect(await states(owner)).toEqual(['revoked']);
  });
});
