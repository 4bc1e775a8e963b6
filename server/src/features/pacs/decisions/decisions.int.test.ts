import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptAside as contract, institutions, pacs, scans } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type File = { name: string; bytes: Uint8Array };

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let stranger: HttpClient;
let institutionId: string;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('kararlar'));
  ({ admin: stranger } = await factory.activated('baskalari'));
}, 60_000);
afterAll(() => server.end());

const rowsOf = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await server.parts.db.drizzle.execute<Row>(query)).rows;

/** The slice with other last pixels. */
function repainted({ bytes }: File, by = 1): File {
  const copy = Buffer.from(bytes);
  for (let at = copy.length - 40; at < copy.length; at += 1) copy[at] = (copy[at] ?? 0) ^ by;
  return { name: 'changed.dcm', bytes: copy };
}
/** The slice with another person in its header. */
function renamed({ bytes }: File): File {
  const copy = Buffer.from(bytes);
  copy.write('PERSON^OTHERS', copy.indexOf('PHANTOM^CHEST'));
  return { name: 'renamed.dcm', bytes: copy };
}

/** A study that is analysed, with another version of its first slice kept aside. */
async function studyWith(version: (slice: File) => File, slices = 4) {
  const files = factory.freshPhantom().files.slice(0, slices);
  const first = files[0] as File;
  const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(files) });
  await factory.settled(admin);
  const next = version(first);
  await keepAside(next);
  const [row] = (await admin.call(pacs.listOwnQuarantine)).rows;
  return { scanId: scan.id, quarantineId: row?.id ?? '', first, next };
}
async function keepAside(file: File): Promise<void> {
  const { refused } = await admin.call(scans.uploadScan, { form: imagesForm([file]) });
  expect(refused?.map(({ code }) => code)).toEqual(['KEPT_ASIDE']);
}
const look = (quarantineId: string) => admin.call(contract.getKeptAside, { params: { quarantineId } });
const send = async (quarantineId: string, decision: contract.Decision, seen: string, by = admin) => {
  const answer = await by.send(contract.decideKeptAside, { params: { quarantineId }, body: { decision, seen } });
  return answer.ok ? 'ok' : ((await answer.json()) as { code: string }).code;
};
const decide = async (quarantineId: string, decision: contract.Decision) =>
  send(quarantineId, decision, (await look(quarantineId)).seen);
const waiting = async () => (await admin.call(pacs.listOwnQuarantine)).rows.map(({ id }) => id);
const detailOf = (scanId: string) => admin.call(scans.getScan, { params: { scanId } });
const imagesOf = async (scanId: string) =>
  (await detailOf(scanId)).studies.flatMap(({ series }) => series.flatMap(({ instances }) => instances));
const used = async () => (await admin.call(institutions.getTrialUsage)).usedScans;
const trailOf = (scanId: string, action: string) =>
  rowsOf<{ details: Record<string, string>; actor_realm: string }>(sql`
    select details from audit_events where action = ${action} and subject_id = ${scanId}`);
const quarantined = (quarantineId: string) =>
  rowsOf<{ sha256: string }>(sql`select sha256 from pacs_quarantine where id = ${quarantineId}`);
const isThere = (sha256: string) => server.parts.storage.has(sha256);
async function damage(sha256: string): Promise<void> {
  const [path] = globSync(`**/${sha256}`, { cwd: server.dataDir });
  await writeFile(join(server.dataDir, path ?? ''), 'damaged');
}
const settled = () => factory.settled(admin);

it('[PAC-003] shows both versions, what differs and a picture of each; it is read in the audit trail', async () => {
  const { quarantineId, scanId } = await studyWith((slice) => renamed(repainted(slice)));
  const told = await look(quarantineId);
  expect(told).toMatchObject({
    scanId,
    moreStored: 0,
    stored: { arrival: { way: 'browser' }, isDamaged: false, hasPicture: true, columns: 96, rows: 96, frames: 1 },
    aside: { arrival: { way: 'browser', sender: 'kararlar' }, isDamaged: false, hasPicture: true },
    pixels: 'different',
    elements: {
      differences: [{ element: 'PatientName', first: 'PHANTOM^CHEST', second: 'PERSON^OTHERS' }],
      ...{ more: 0, privateOnes: 0, namesDiffer: true },
    },
  });
  expect(told.stored?.transferSyntaxUid).toBe(told.aside.transferSyntaxUid);
  const pictures = await Promise.all(
    (['stored', 'aside'] as const).map((version) =>
      admin.bytes(contract.getKeptAsidePicture, { params: { quarantineId, version } }),
    ),
  );
  for (const png of pictures) expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  expect(Buffer.compare(...(pictures.map((png) => Buffer.from(png)) as [Buffer, Buffer]))).not.toBe(0);
  const read = await trailOf(scanId, 'trial.read-kept-aside');
  expect(read.map(({ details }) => details.what).sort()).toEqual(['aside', 'comparison', 'stored']);
  expect((await detailOf(scanId)).keptAside).toBe(1);
  expect(await decide(quarantineId, 'keep-stored')).toBe('ok');
});

it('[PAC-003] keep the stored one: what was aside goes, the study stays, and the trail has the hashes', async () => {
  const { quarantineId, scanId, next } = await studyWith(repainted);
  const before = await imagesOf(scanId);
  const [{ sha256 } = { sha256: '' }] = await quarantined(quarantineId);
  const { seen } = await look(quarantineId);
  expect(await send(quarantineId, 'keep-stored', seen)).toBe('ok');
  expect([await imagesOf(scanId), await waiting(), await isThere(sha256)]).toEqual([before, [], false]);
  const { scan, keptAside } = await detailOf(scanId);
  expect([scan.status, keptAside]).toEqual(['complete', 0]);
  const [told, ...more] = await trailOf(scanId, 'trial.keep-stored');
  expect([told?.details, more]).toEqual([
    { quarantineId, storedSha256: before.find((image) => image.instanceNumber === 1)?.sha256, asideSha256: sha256 },
    [],
  ]);
  // Sent again it is the same decision; another one is refused.
  expect(await send(quarantineId, 'keep-stored', seen)).toBe('ok');
  expect(await send(quarantineId, 'take-new', seen)).toBe('ASIDE_DECIDED');
  expect(await trailOf(scanId, 'trial.keep-stored')).toHaveLength(1);
  // The same content once more is kept aside anew, once.
  await keepAside(next);
  await keepAside(next);
  const again = await waiting();
  expect(again).toHaveLength(1);
  expect(again).not.toContain(quarantineId);
  expect(await decide(again[0] ?? '', 'keep-stored')).toBe('ok');
});

it('[PAC-003] take the new one: it stands in the place of the stored one, analysed again and not charged again', async () => {
  const { quarantineId, scanId } = await studyWith((slice) => renamed(repainted(slice)));
  const before = await imagesOf(scanId);
  const counted = await used();
  const [{ sha256 } = { sha256: '' }] = await quarantined(quarantineId);
  const runs = () =>
    rowsOf(sql`
    select a.id, a.finished_at, a.input_sha256 from analyses a join studies s on s.id = a.study_id
    where s.scan_id = ${scanId} and a.submission = 1 order by a.id`);
  const earlier = await runs();
  expect(earlier.length).toBeGreaterThan(0);
  expect(await decide(quarantineId, 'take-new')).toBe('ok');
  await settled();
  const after = await imagesOf(scanId);
  const gone = before.filter(({ id }) => !after.some((image) => image.id === id));
  expect([after.length, gone.length]).toEqual([before.length, 1]);
  expect(after.find(({ id }) => !before.some((image) => image.id === id))).toMatchObject({
    ...{ sha256, state: 'ready', sopInstanceUid: gone[0]?.sopInstanceUid },
  });
  expect([await isThere(gone[0]?.sha256 ?? ''), await isThere(sha256), await waiting()]).toEqual([false, true, []]);
  // No slice of the earlier one is among what was analysed now, and what was told then stays.
  const [now] = await rowsOf<{ inputs: string[] }>(sql`
    select array_agg(distinct i) as inputs from analyses a join studies s on s.id = a.study_id, unnest(a.input_sha256) i
    where s.scan_id = ${scanId} and a.submission = 2`);
  expect([now?.inputs.includes(sha256), now?.inputs.includes(gone[0]?.sha256 ?? '')]).toEqual([true, false]);
  expect(await runs()).toEqual(earlier);
  expect([(await detailOf(scanId)).scan.status, await used()]).toEqual(['complete', counted]);
  expect(await trailOf(scanId, 'trial.take-kept-aside')).toMatchObject([
    { details: { quarantineId, storedSha256: gone[0]?.sha256, asideSha256: sha256 } },
  ]);
  // Searches find whom the images name now.
  const named = await rowsOf<{ name: string; images: number }>(sql`
    select i.name, i.images from series_identities i join series r on r.id = i.series_id join studies s on s.id = r.study_id
    where s.scan_id = ${scanId} order by i.name`);
  expect(named).toEqual([
    { name: 'PERSON^OTHERS', images: 1 },
    { name: 'PHANTOM^CHEST', images: before.length - 1 },
  ]);
});

it('of a study of one image, study and search say what the new one says, and name the former person no more', async () => {
  const described = (slice: File): File => {
    const { bytes } = renamed(slice);
    const copy = Buffer.from(bytes);
    copy.write('Neck', copy.indexOf('Lung phantom'));
    copy.write('Other', copy.indexOf('Chest CT phantom'));
    return { name: 'described.dcm', bytes: copy };
  };
  const { quarantineId, scanId } = await studyWith(described, 1);
  const former = (await detailOf(scanId)).scan.patientId;
  expect(await decide(quarantineId, 'take-new')).toBe('ok');
  await settled();
  const { scan, studies } = await detailOf(scanId);
  expect(scan.patientId).not.toBe(former);
  expect([scan.studyDescription, studies[0]?.description, studies[0]?.series[0]?.description]).toEqual([
    ...['Other CT phantom', 'Other CT phantom', 'Neck phantom'],
  ]);
  expect(
    await rowsOf(sql`select i.name, i.images from series_identities i join series r on r.id = i.series_id
      join studies s on s.id = r.study_id where s.scan_id = ${scanId}`),
  ).toEqual([{ name: 'PERSON^OTHERS', images: 1 }]);
});

it('two administrators at once: one decision is made, whichever, and the study has one of the two', async () => {
  const { quarantineId, scanId } = await studyWith(repainted);
  const { seen } = await look(quarantineId);
  const answers = await Promise.all([
    send(quarantineId, 'take-new', seen),
    send(quarantineId, 'keep-stored', seen),
    send(quarantineId, 'take-new', seen),
  ]);
  expect(answers.every((answer) => ['ok', 'ASIDE_DECIDED'].includes(answer))).toBe(true);
  expect(answers[0] === 'ok').not.toBe(answers[1] === 'ok');
  await settled();
  expect([(await imagesOf(scanId)).length, await waiting()]).toEqual([4, []]);
  const made = [...(await trailOf(scanId, 'trial.take-kept-aside')), ...(await trailOf(scanId, 'trial.keep-stored'))];
  expect(made).toHaveLength(1);
});

it('a decision that is made while the files for another one are read is told as such', async () => {
  const { quarantineId, scanId } = await studyWith(repainted);
  const { seen } = await look(quarantineId);
  const { versions } = server.features.studies;
  const original = versions.read;
  const reads = vi.spyOn(versions, 'read').mockImplementationOnce(async (...of) => {
    expect(await send(quarantineId, 'keep-stored', seen)).toBe('ok');
    return original(...of);
  });
  expect(await send(quarantineId, 'take-new', seen)).toBe('ASIDE_DECIDED');
  reads.mockRestore();
  expect([await trailOf(scanId, 'trial.take-kept-aside'), await waiting()]).toEqual([[], []]);
});

it('a decision waits for a change of the studies that is under way, and looks again at what it left', async () => {
  const { quarantineId, scanId } = await studyWith(repainted);
  const { seen } = await look(quarantineId);
  const isWaiting = async () =>
    (await rowsOf(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length > 0 || undefined;
  const answer = await server.parts.db.transaction(async (tx) => {
    await server.features.institutions.trials.lock(tx, institutionId);
    const sent = send(quarantineId, 'keep-stored', seen);
    await Promise.race([waitFor(isWaiting, 10_000, () => 'the decision waits for nothing'), sent]);
    await tx.execute(sql`delete from pacs_quarantine where id = ${quarantineId}`);
    await tx.execute(sql`insert into pacs_decisions (quarantine_id, institution_id, scan_id, decision, decided_at)
      values (${quarantineId}, ${institutionId}, ${scanId}, 'take-new', now())`);
    return { sent };
  });
  expect(await answer.sent).toBe('ASIDE_DECIDED');
});

it('a decision about what is stored no more is refused: another version was taken since it was seen', async () => {
  const { quarantineId, first } = await studyWith(repainted);
  await keepAside(repainted(first, 2));
  const { seen } = await look(quarantineId);
  const second = (await waiting()).find((id) => id !== quarantineId) ?? '';
  expect(await decide(second, 'take-new')).toBe('ok');
  expect(await send(quarantineId, 'take-new', seen)).toBe('ASIDE_CHANGED');
  await settled();
  // The earlier content came back: it is other content now, and kept aside too.
  await keepAside(first);
  for (const id of await waiting()) expect(await decide(id, 'keep-stored')).toBe('ok');
});

it('a study deleted meanwhile takes what was aside with it, decisions too, and a decision comes too late', async () => {
  const { quarantineId, scanId, first } = await studyWith(repainted);
  await keepAside(repainted(first, 2));
  const { seen } = await look(quarantineId);
  const other = (await waiting()).find((id) => id !== quarantineId) ?? '';
  const [{ sha256 } = { sha256: '' }] = await quarantined(quarantineId);
  expect(await decide(other, 'keep-stored')).toBe('ok');
  await admin.call(scans.deleteScan, { params: { scanId } });
  expect(await send(quarantineId, 'take-new', seen)).toBe('NOT_FOUND');
  expect(await send(other, 'keep-stored', seen)).toBe('NOT_FOUND');
  expect([await isThere(sha256), await rowsOf(sql`select 1 from pacs_decisions where scan_id = ${scanId}`)]).toEqual([
    false,
    [],
  ]);
});

it('a damaged copy is told and never shown: of the stored one the new one is taken, one kept aside cannot be', async () => {
  const { quarantineId, scanId } = await studyWith(repainted);
  const image = (await imagesOf(scanId)).find(({ instanceNumber }) => instanceNumber === 1);
  await damage(image?.sha256 ?? '');
  expect(await look(quarantineId)).toMatchObject({
    stored: { isDamaged: true, hasPicture: false },
    aside: { isDamaged: false },
    ...{ elements: null, pixels: 'not-compared' },
  });
  const picture = await admin.send(contract.getKeptAsidePicture, { params: { quarantineId, version: 'stored' } });
  expect([picture.status, ((await picture.json()) as { code: string }).code]).toEqual([500, 'FILE_DAMAGED']);
  expect(await decide(quarantineId, 'take-new')).toBe('ok');
  await settled();
  expect((await imagesOf(scanId)).map(({ state }) => state)).toEqual(Array(4).fill('ready'));

  const second = await studyWith(repainted);
  const [{ sha256 } = { sha256: '' }] = await quarantined(second.quarantineId);
  await damage(sha256);
  expect(await look(second.quarantineId)).toMatchObject({ aside: { isDamaged: true, hasPicture: false } });
  expect(await decide(second.quarantineId, 'take-new')).toBe('FILE_DAMAGED');
  expect(await waiting()).toEqual([second.quarantineId]);
  expect(await decide(second.quarantineId, 'keep-stored')).toBe('ok');
});

it('is decided by administrators of its own institution alone; for another one it is not there', async () => {
  const { quarantineId, scanId, next } = await studyWith(repainted);
  const { seen } = await look(quarantineId);
  const reader = await factory.member(admin, 'kararlar-okuyan', 'reader');
  for (const endpoint of [contract.getKeptAside, contract.getKeptAsidePicture] as const) {
    const params = { quarantineId, version: 'aside' as const };
    expect((await stranger.send(endpoint, { params })).status).toBe(404);
    expect((await reader.send(endpoint, { params })).status).toBe(403);
  }
  expect(await send(quarantineId, 'keep-stored', seen, stranger)).toBe('NOT_FOUND');
  expect(await send(quarantineId, 'take-new', seen, reader)).toBe('FORBIDDEN');
  expect((await reader.call(scans.getScan, { params: { scanId } })).keptAside).toBe(1);
  // The same file is stored there: it stays, whatever is decided here.
  await stranger.call(scans.uploadScan, { form: imagesForm([next]) });
  await factory.settled(stranger);
  const [{ sha256 } = { sha256: '' }] = await quarantined(quarantineId);
  expect(await decide(quarantineId, 'keep-stored')).toBe('ok');
  expect(await isThere(sha256)).toBe(true);
});

it('while a study still comes, the new one is taken without a new beginning of its analysis', async () => {
  const { quarantineId, scanId } = await studyWith(repainted);
  await rowsOf(sql`update scans set quiet_at = now() + interval '1 hour', status = 'processing' where id = ${scanId}`);
  expect(await decide(quarantineId, 'take-new')).toBe('ok');
  const [row] = await rowsOf<{ submission: number; images: number }>(sql`
    select submission, (select count(*)::int from studies s join instances i on i.study_id = s.id where s.scan_id = scans.id) as images
    from scans where id = ${scanId}`);
  expect(row).toEqual({ submission: 1, images: 4 });
  await rowsOf(sql`update scans set quiet_at = null, status = 'complete' where id = ${scanId}`);
});
