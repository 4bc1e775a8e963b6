import { billing, catalogue, institutions, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../scripts/http-client.ts';
import { systemContext } from '../../core/actor.ts';
import { readCsv } from '../../core/files/csv.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { rewriteRuns } from '../../testing/rewrite-runs.ts';
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

const run = (query: ReturnType<typeof sql>) => server.parts.db.drizzle.execute(query);
const used = async (admin: HttpClient) => (await admin.call(institutions.getTrialUsage)).usedScans;
async function storedHashes(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of server.parts.storage.list()) found.add(file.sha256);
  return found;
}

describe('a scan is one study, analysed', () => {
  it('the same study twice costs once, by whatever way it comes', async () => {
    const { admin, institutionId } = await factory.activated('iki-kez');
    const { files } = factory.freshPhantom();
    const first = await factory.upload(admin, files.slice(0, 20));
    await factory.settled(admin);
    const more = await factory.upload(admin, files);
    expect(more.scan.id).toBe(first.scan.id);
    expect(more.refused).toHaveLength(20);
    await factory.settled(admin);
    const again = await server.features.scans.upload(systemContext, institutionId, await factory.receive(files), {
      source: 'pacs',
    });
    expect(again.refused.map((refusal) => refusal.code)).toEqual(files.map(() => 'DUPLICATE'));
    expect(await used(admin)).toBe(1);
    expect(await admin.call(scanContract.listScans)).toHaveLength(1);
  });

  it('more images of a study have it analysed anew, on all of its images', async () => {
    const { admin, institutionId } = await factory.activated('yeniden');
    const { files } = factory.freshPhantom();
    const send = async (part: typeof files) =>
      server.features.scans.upload(systemContext, institutionId, await factory.receive(part), { source: 'pacs' });
    await send(files.slice(0, 1));
    await factory.settled(admin);
    await send(files.slice(1));
    const [scan] = await factory.settled(admin);
    expect(scan!.findings).toEqual(expect.arrayContaining([expect.stringContaining('Lung volume')]));
    const { rows } = await run(
      sql`select a.submission, cardinality(a.input_sha256) as images from analyses a join studies s on s.id = a.study_id
          where s.scan_id = ${scan!.id} and a.algorithm_id = 'ct.lung-density' order by a.submission`,
    );
    expect(rows).toEqual([
      { submission: 1, images: 1 },
      { submission: 2, images: files.length },
    ]);
  });

  it('two studies in one upload are two scans', async () => {
    const { admin } = await factory.activated('iki-tetkik');
    const { scans } = await factory.upload(admin, [...factory.freshPhantom().files, ...factory.freshPhantom().files]);
    expect(scans).toHaveLength(2);
    expect(await used(admin)).toBe(2);
  });

  it('costs nothing when it is gated: only the quality check ran', async () => {
    const { admin } = await factory.activated('kapi');
    const { usage } = await factory.upload(admin, factory.freshPhantom().files.slice(0, 1));
    expect(usage.usedScans).toBe(1);
    const [scan] = await factory.settled(admin);
    expect(scan).toMatchObject({ status: 'complete', failureReason: null });
    expect(await used(admin)).toBe(0);
  });

  it('costs nothing when it fails, says why, and can be tried again with the same files', async () => {
    const { admin } = await factory.activated('bozuk');
    const { files } = factory.freshPhantom();
    // Simulates that every analysis of the scan crashed.
    const { scan } = await factory.upload(admin, files);
    await factory.settled(admin);
    const failed = sql`update analyses set status = 'failed', result = null, reason = '{"code":"CRASHED","params":{}}'
      where study_id in (select id from studies where scan_id = ${scan.id})`;
    await rewriteRuns(server.parts.db, scan.id, failed);
    await run(sql`update scan_charges set status = 'reserved' where scan_id = ${scan.id}`);
    await run(sql`update scans set status = 'processing' where id = ${scan.id}`);
    await server.parts.db.transaction(async (tx) => {
      const { scanAnalysed } = await import('../analyses/index.ts');
      await server.parts.queue.enqueue(tx, scanAnalysed, { scanId: scan.id, submission: 1 });
    });
    const [stopped] = await factory.settled(admin);
    expect(stopped).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('stopped with an error'),
    });
    expect(await used(admin)).toBe(0);
    await factory.upload(admin, files);
    const [repaired] = await factory.settled(admin);
    expect(repaired).toMatchObject({ id: scan.id, status: 'complete', failureReason: null });
    expect(await used(admin)).toBe(1);
  });

  it('costs one when it is deleted while algorithms still run, once a result could be read; without a result nothing', async () => {
    const { admin } = await factory.activated('silinen');
    const { files } = factory.freshPhantom();
    const deletedWhile = async (runs: 'some evaluated' | 'none evaluated') => {
      const { scan } = await factory.upload(admin, files);
      await factory.settled(admin);
      // Simulates that one more algorithm is still running.
      await run(sql`update scan_charges set status = 'reserved' where scan_id = ${scan.id}`);
      await run(sql`update scans set status = 'processing' where id = ${scan.id}`);
      if (runs === 'none evaluated')
        await rewriteRuns(
          server.parts.db,
          scan.id,
          sql`update analyses set status = 'running', result = null
            where algorithm_id not like 'qc.%' and study_id in (select id from studies where scan_id = ${scan.id})`,
        );
      await admin.call(scanContract.deleteScan, { params: { scanId: scan.id } });
      return used(admin);
    };
    expect(await deletedWhile('none evaluated')).toBe(0);
    expect(await deletedWhile('some evaluated')).toBe(1);
    const again = await factory.upload(admin, files);
    expect(again.usage.usedScans).toBe(1);
    await factory.settled(admin);
  });

  it('costs one when its first images gave a result and more of them none', async () => {
    const { admin } = await factory.activated('geciken');
    const { files } = factory.freshPhantom();
    const { scan } = await factory.upload(admin, files.slice(0, 23));
    await factory.settled(admin);
    // Simulates that the last image came before the analysis of the others was settled, and that no algorithm fitted
    // afterwards.
    await run(sql`update scan_charges set status = 'reserved' where scan_id = ${scan.id}`);
    await admin.call(catalogue.switchModel, {
      params: { algorithmId: 'ct.lung-density' },
      body: { isEnabled: false },
    });
    await factory.upload(admin, files);
    await factory.settled(admin);
    expect(await used(admin)).toBe(1);
  });

  it('is a failed one, with a reason, when there was nothing that could be read', async () => {
    const { admin } = await factory.activated('okunmaz');
    const { scan } = await factory.upload(admin);
    await factory.settled(admin);
    await run(sql`delete from analyses where study_id in (select id from studies where scan_id = ${scan.id})`);
    await run(sql`update scans set status = 'processing' where id = ${scan.id}`);
    await server.parts.db.transaction(async (tx) => {
      const { scanAnalysed } = await import('../analyses/index.ts');
      await server.parts.queue.enqueue(tx, scanAnalysed, { scanId: scan.id, submission: 1 });
    });
    const [failed] = await factory.settled(admin);
    expect(failed).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('could be decoded') });
  });
});

describe('the limits', () => {
  it('of twenty uploads at once with 99 used, exactly one is accepted; the others leave nothing behind [TRL-096]', async () => {
    const { admin, institutionId } = await factory.activated('yirmi');
    await run(sql`update trials set used_scans = 99 where institution_id = ${institutionId}`);
    const before = await storedHashes();
    const phantoms = Array.from({ length: 20 }, () => factory.freshPhantom().files.slice(0, 18));
    const outcomes = await Promise.all(phantoms.map((files) => codeOf(factory.upload(admin, files))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'TRIAL_SCANS_USED_UP')).toHaveLength(19);
    await factory.settled(admin);
    const { rows } = await run(sql`select sha256 from file_references`);
    const referred = new Set(rows.map((row) => row.sha256));
    for (const sha256 of await storedHashes()) if (!before.has(sha256)) expect(referred).toContain(sha256);
    expect(await admin.call(scanContract.listScans)).toHaveLength(1);
  });

  it('a study that is counted may still get images when no scan is left', async () => {
    const { admin, institutionId } = await factory.activated('tamam');
    const { files } = factory.freshPhantom();
    await factory.upload(admin, files.slice(0, 20));
    await factory.settled(admin);
    await run(sql`update trials set used_scans = 100 where institution_id = ${institutionId}`);
    expect(await codeOf(factory.upload(admin, files))).toBe('ok');
    expect(await codeOf(factory.upload(admin))).toBe('TRIAL_SCANS_USED_UP');
    const letter = { name: 'letter.dcm', bytes: new Uint8Array(2000).fill(65) };
    const refused = await admin.send(scanContract.uploadScan, {
      form: imagesForm([...factory.freshPhantom().files.slice(0, 1), letter]),
    });
    expect(await refused.json()).toMatchObject({
      code: 'TRIAL_SCANS_USED_UP',
      details: {
        refused: [
          {
            name: 'letter.dcm',
            code: 'NOT_DICOM',
            message: 'This file is not DICOM; only DICOM (.dcm) is accepted here.',
          },
        ],
      },
    });
  });

  it('of two studies with one scan left, one is taken and the files of the other are named', async () => {
    const { admin, institutionId } = await factory.activated('bir-kaldi');
    await run(sql`update trials set used_scans = 99 where institution_id = ${institutionId}`);
    const [one, other] = [factory.freshPhantom().files, factory.freshPhantom().files.slice(0, 3)];
    const { scans, refused } = await factory.upload(admin, [...one, ...other]);
    expect(scans).toHaveLength(1);
    expect(refused!.map(({ code }) => code)).toEqual(['NO_SCANS_LEFT', 'NO_SCANS_LEFT', 'NO_SCANS_LEFT']);
  });

  it('a trial that ends while the files arrive refuses them and stores none', async () => {
    const { admin, institutionId } = await factory.activated('yarida');
    const received = await factory.receive(factory.freshPhantom().files);
    await run(sql`update trials set expires_at = now() - interval '1 second' where institution_id = ${institutionId}`);
    await expect(server.features.scans.upload(systemContext, institutionId, received)).rejects.toMatchObject({
      code: 'TRIAL_EXPIRED',
    });
    const stored = await storedHashes();
    for (const { staged } of received.files) expect(stored).not.toContain(staged.sha256);
    expect(await codeOf(admin.call(scanContract.uploadScan, { form: imagesForm(factory.freshPhantom().files) }))).toBe(
      'TRIAL_EXPIRED',
    );
  });

  it('an institution is upgraded once', async () => {
    const { institutionId } = await factory.activated('yukselen');
    const upgrade = () => operator.call(institutions.upgradeInstitution, { params: { institutionId }, body: {} });
    expect(await upgrade()).toMatchObject({ plan: 'pay-per-scan', prices: [] });
    expect(await codeOf(upgrade())).toBe('ALREADY_UPGRADED');
  });
});

describe('a statement with a price', () => {
  const net = { currency: 'EUR' as const, taxNote: 'Net of value added tax' };
  const today = () => new Date().toISOString().slice(0, 10);

  it('shows unit price, currency, tax and sum, and says “as agreed” before there is a price', async () => {
    const { admin, institutionId } = await factory.activated('fiyatli');
    await operator.call(institutions.upgradeInstitution, { params: { institutionId }, body: {} });
    const scan = async () => {
      const { scan: accepted } = await factory.upload(admin);
      await factory.settled(admin);
      return accepted.id;
    };
    const before = await scan();
    const [agreed] = await admin.call(billing.listStatements);
    expect(agreed).toMatchObject({ meteredScans: 1, lines: [{ price: null, scans: 1, sumMinor: null }], sums: [] });
    // Simulates that the scan came two days ago, so that today's price does not apply to it.
    await run(sql`update scan_charges set accepted_at = accepted_at - interval '2 days' where scan_id = ${before}`);

    const setPrice = (validFrom: string, unitPriceMinor: number, by = operator) =>
      by.call(institutions.setScanPrice, { params: { institutionId }, body: { ...net, validFrom, unitPriceMinor } });
    expect(await codeOf(setPrice('2026-01-01', 100))).toBe('PRICE_DATE_PAST');
    expect(await codeOf(setPrice(today(), 100, admin))).toBe('NOT_SIGNED_IN');
    await setPrice(today(), 199);
    const { prices } = await setPrice(today(), 250);
    expect(prices).toEqual([{ ...net, validFrom: today(), unitPriceMinor: 250 }]);
    await setPrice('2999-01-01', 100);
    expect((await admin.call(billing.listPrices)).map((price) => price.unitPriceMinor)).toEqual([100, 250]);

    await scan();
    await scan();
    const statements = await admin.call(billing.listStatements);
    const lines = statements.flatMap((statement) => statement.lines);
    expect(lines.map(({ price, scans, sumMinor }) => [price?.unitPriceMinor ?? null, scans, sumMinor]).sort()).toEqual(
      [
        [250, 2, 500],
        [null, 1, null],
      ].sort(),
    );
    const month = today().slice(0, 7);
    expect(statements.find((statement) => statement.month === month)!.sums).toEqual([
      { currency: 'EUR', sumMinor: 500 },
    ]);
    const csv = readCsv(await (await admin.send(billing.getStatementCsv, { params: { month } })).text());
    const cells = csv.map((row) => row.cells.slice(-4));
    expect(cells[0]).toEqual(['unit_price', 'currency', 'amount', 'tax_note']);
    expect(cells.filter(([price]) => price === '2.50')).toEqual([
      ['2.50', 'EUR', '2.50', net.taxNote],
      ['2.50', 'EUR', '2.50', net.taxNote],
    ]);
    expect(csv.at(-1)!.cells).toEqual(['total', ...Array.from({ length: 7 }, () => ''), 'EUR', '5.00', '']);
    expect((await admin.bytes(billing.getStatementPdf, { params: { month } })).length).toBeGreaterThan(5000);
  });

  it('has the price that was set with the upgrade', async () => {
    const { admin, institutionId } = await factory.activated('anlasmali');
    const upgraded = await operator.call(institutions.upgradeInstitution, {
      params: { institutionId },
      body: { price: { ...net, unitPriceMinor: 300, currency: 'JPY' } },
    });
    expect(upgraded.prices).toEqual([{ ...net, currency: 'JPY', unitPriceMinor: 300, validFrom: today() }]);
    const { scan } = await factory.upload(admin);
    await factory.settled(admin);
    const [statement] = await admin.call(billing.listStatements);
    expect(statement!.sums).toEqual([{ currency: 'JPY', sumMinor: 300 }]);
    const csv = await admin.send(billing.getStatementCsv, { params: { month: statement!.month } });
    expect(await csv.text()).toContain(`${scan.id},`);
  });
});
