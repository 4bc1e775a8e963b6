import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  accounts,
  institutions,
  integrations,
  LIMITS,
  billing as metering,
  evaluation as proof,
  scans as scanContract,
} from '@duai/contract';
import { writePart10 } from '@duai/imaging';
import { Validator } from '@seriousme/openapi-schema-validator';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { hoursOfTries, tryAgainNow } from '../../testing/job-tries.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let admin: HttpClient;
let other: HttpClient;
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
const receiver = createServer((request, response) => answer(request, response));
let receiverUrl: string;
beforeAll(async () => {
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  receiverUrl = `http://${host}/hook`;
  server = await startTestServer({ WEBHOOK_ALLOWED_HOSTS: host });
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin } = await factory.activated('entegre'));
  ({ admin: other } = await factory.activated('yabanci'));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.end();
});

const withKey = async (scopes: ('scans:read' | 'scans:write' | 'usage:read' | 'proof:read')[]) => {
  const { key, secret } = await admin.call(integrations.createApiKey, { body: { name: 'RIS', scopes } });
  const client = server.client();
  client.useToken(secret);
  return { key, secret, client };
};

describe('an API key', () => {
  it('may do what its scopes say, for its own institution, and nothing else', async () => {
    const { client } = await withKey(['scans:read']);
    expect(await client.call(scanContract.listScans)).toEqual([]);
    expect(await codeOf(client.call(institutions.getTrialUsage))).toBe('FORBIDDEN');
    expect(await codeOf(client.call(metering.listStatements))).toBe('FORBIDDEN');
    expect(await codeOf(client.call(proof.createDossier))).toBe('FORBIDDEN');
    expect(await codeOf(client.call(integrations.listApiKeys))).toBe('FORBIDDEN');
    await factory.upload(other);
    expect(await client.call(scanContract.listScans)).toEqual([]);
  });

  it('uploads, and is named in the audit trail', async () => {
    const { client, key } = await withKey(['scans:write', 'usage:read']);
    await factory.upload(client);
    expect(await client.call(institutions.getTrialUsage)).toMatchObject({ usedScans: 1 });
    const { rows } = await server.features.audit.list({ page: 1, who: key.id });
    expect(rows).toContainEqual(
      expect.objectContaining({ actorRealm: 'api-key', actorId: key.id, action: 'trial.accept-scan' }),
    );
  });

  it('is shown once, kept as a hash, and shows when it was last used', async () => {
    const { key, secret, client } = await withKey(['scans:read']);
    expect(secret).toMatch(/^duai_[\w-]{43}$/);
    const { rows } = await server.parts.db.drizzle.execute('select * from api_keys');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(11));
    expect(secret.startsWith(key.prefix)).toBe(true);
    expect(key.lastUsedAt).toBeNull();
    await client.call(scanContract.listScans);
    const listed = (await admin.call(integrations.listApiKeys)).find(({ id }) => id === key.id);
    expect(Date.parse(listed!.lastUsedAt!)).toBeGreaterThan(0);
    expect(await other.call(integrations.listApiKeys)).toEqual([]);
  });

  it('ends at once when it is revoked; only its institution can', async () => {
    const { key, client } = await withKey(['scans:read']);
    const params = { keyId: key.id };
    expect(await codeOf(other.call(integrations.revokeApiKey, { params }))).toBe('NOT_FOUND');
    await client.call(scanContract.listScans);
    await admin.call(integrations.revokeApiKey, { params });
    expect(await codeOf(client.call(scanContract.listScans))).toBe('NOT_SIGNED_IN');
    expect(await codeOf(admin.call(integrations.revokeApiKey, { params }))).toBe('NOT_FOUND');
  });

  it('is described in the OpenAPI document, with the scope of each call', async () => {
    const document = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security: unknown; description?: string; requestBody?: unknown }>>;
      webhooks: Record<string, { post: { description: string; parameters: unknown[] } }>;
    };
    // Validated against the schema of the OpenAPI Initiative.
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const { post } = document.paths['/api/trial/scans']!;
    expect(post!.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { properties: { images: { type: 'array' } } } } },
    });
    expect(post!.description).toMatch(/2,000 files a request.*mostVoxels/);
    expect(document.paths['/api/dicom-web/studies']!.post!.description).toBe(post!.description);
    const { post: call } = document.webhooks['analysis.finished']!;
    expect(call.parameters).toMatchObject([{ name: integrations.WEBHOOK_SIGNATURE_HEADER, in: 'header' }]);
    expect(call.description).toContain('HMAC-SHA256');
    const { get } = document.paths['/api/trial/scans']!;
    expect(get!.security).toContainEqual({ institutionKey: ['scans:read'] });
    expect(get!.description).toContain('scans:read');
    expect(document.paths['/api/dicom-web/studies']).toHaveProperty('post');
  });
});

describe('the STOW-RS door', () => {
  const send = async (
    secret: string,
    parts: Uint8Array[],
    { path = '', type }: { path?: string; type?: string } = {},
  ) => {
    const { body, contentType } = stowRequest(parts);
    const response = await fetch(`${server.address}/api/dicom-web/studies${path}`, {
      method: 'POST',
      headers: {
        'content-type': type ?? contentType,
        authorization: `Bearer ${secret}`,
        accept: 'application/dicom+json',
      },
      body,
    });
    const answered = (await response.json()) as Record<string, unknown>;
    return { status: response.status, type: response.headers.get('content-type'), body: answered };
  };
  type Sequence = { Value: Record<string, { Value: unknown[] }>[] };

  it('stores instances like an upload, answers which, and takes them again', async () => {
    const { secret, client } = await withKey(['scans:write', 'scans:read']);
    const { files } = factory.freshPhantom();
    const first = await send(
      secret,
      files.map((file) => file.bytes),
    );
    expect([first.status, first.type]).toEqual([200, expect.stringContaining('application/dicom+json')]);
    const stored = first.body['00081199'] as Sequence;
    expect(stored.Value).toHaveLength(files.length);
    expect(stored.Value[0]!['00081150']!.Value).toEqual(['1.2.840.10008.5.1.4.1.1.2']);
    const scans = await client.call(scanContract.listScans);
    expect(scans[0]).toMatchObject({ source: 'pacs', modality: 'CT' });
    // Where the study and each instance are fetched: as it was sent.
    const [study] = (first.body['00081190'] as { Value: [string] }).Value;
    const studyUid = /2\.25\.\d+\.\d+/.exec(Buffer.from(files[0]!.bytes).toString('latin1'))![0];
    expect(study).toBe(`${server.address}/api/dicom-web/studies/${studyUid}`);
    const [instance] = stored.Value[0]!['00081190']!.Value as [string];
    expect(instance.startsWith(`${study}/series/`)).toBe(true);
    const headers = { authorization: `Bearer ${secret}`, accept: 'application/dicom' };
    // Once it was looked at.
    await expect.poll(async () => (await fetch(instance, { headers })).status, { timeout: 20_000 }).toBe(200);
    const given = await fetch(instance, { headers });
    expect(Buffer.from(await given.arrayBuffer()).equals(files[0]!.bytes)).toBe(true);
    const again = await send(secret, [files[0]!.bytes]);
    expect([again.status, (again.body['00081199'] as Sequence).Value.length]).toEqual([200, 1]);
    expect(await client.call(scanContract.listScans)).toHaveLength(scans.length);
  });

  it('names what it did not store: another study, what is no DICOM', async () => {
    const { secret } = await withKey(['scans:write']);
    const [one, two] = [factory.freshPhantom().files[0]!, factory.freshPhantom().files[0]!];
    const uid = /2\.25\.\d+\.\d+/.exec(Buffer.from(one.bytes).toString('latin1'))![0];
    const mixed = await send(secret, [one.bytes, two.bytes, Buffer.from('no DICOM at all')], { path: `/${uid}` });
    expect(mixed.status).toBe(202);
    expect((mixed.body['00081199'] as Sequence).Value).toHaveLength(1);
    expect((mixed.body['00081198'] as Sequence).Value[0]!['00081197']!.Value).toEqual([0xa900]);
    expect((mixed.body['0008119A'] as Sequence).Value[0]!['00081197']!.Value).toEqual([0xc000]);
    const none = await send(secret, [Buffer.from('nothing')]);
    expect([none.status, none.body['00081190']]).toEqual([409, { vr: 'UR' }]);
  });

  it('takes an instance that is larger than a browser may send, and gives one frame of it', async () => {
    const { secret } = await withKey(['scans:write', 'scans:read']);
    const [side, frames] = [512, 210];
    const frameBytes = side * side * 2;
    const pixels = Buffer.alloc(frames * frameBytes);
    for (let frame = 0; frame < frames; frame += 1) pixels.fill(frame, frame * frameBytes, (frame + 1) * frameBytes);
    expect(pixels.length).toBeGreaterThan(LIMITS.uploadFileBytes);
    const us = (tag: number, value: number) => ({ tag, vr: 'US' as const, value: [value] });
    const ui = (tag: number, value: string) => ({ tag, vr: 'UI' as const, value });
    const file = writePart10([
      ui(0x00080016, '1.2.840.10008.5.1.4.1.1.7.3'),
      ui(0x00080018, '2.25.770013'),
      { tag: 0x00080060, vr: 'CS', value: 'OT' },
      ui(0x0020000d, '2.25.770011'),
      ui(0x0020000e, '2.25.770012'),
      us(0x00280002, 1),
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280008, vr: 'IS', value: String(frames) },
      ...[us(0x00280010, side), us(0x00280011, side), us(0x00280100, 16), us(0x00280101, 16), us(0x00280102, 15)],
      us(0x00280103, 0),
      { tag: 0x7fe00010, vr: 'OW', value: pixels },
    ]);
    expect((await send(secret, [file])).status).toBe(200);
    const url = `${server.address}/api/dicom-web/studies/2.25.770011/series/2.25.770012/instances/2.25.770013/frames/${frames}`;
    const accept = 'application/octet-stream';
    await factory.settled(admin);
    const last = await fetch(url, { headers: { authorization: `Bearer ${secret}`, accept } });
    const given = Buffer.from(await last.arrayBuffer());
    expect([last.status, given.length]).toEqual([200, frameBytes]);
    expect(given.equals(pixels.subarray(-frameBytes))).toBe(true);
  });

  it('asks for a key with its scope and for the right content type', async () => {
    const { secret } = await withKey(['scans:read']);
    const { files } = factory.freshPhantom();
    expect((await send(secret, [files[0]!.bytes])).body.code).toBe('FORBIDDEN');
    expect((await send('duai_nobody', [files[0]!.bytes])).body.code).toBe('NOT_SIGNED_IN');
    const writer = await withKey(['scans:write']);
    const wrong = await send(writer.secret, [files[0]!.bytes], {
      type: 'multipart/related; boundary=other; type="application/dicom+xml"',
    });
    expect([wrong.status, wrong.body.code]).toEqual([415, 'CONTENT_TYPE_NOT_SUPPORTED']);
  });
});

describe('a webhook', () => {
  it('is called when an analysis has finished, signed, tried again, and listed', async () => {
    await factory.settled(admin);
    const { webhook, secret } = await admin.call(integrations.createWebhook, {
      body: { url: receiverUrl, event: 'analysis.finished' },
    });
    const calls: { scanId: string; body: string; signature: string }[] = [];
    // A scan of an earlier test may be announced late, so the first call of each scan fails.
    answer = async (request, response) => {
      const body = await text(request);
      const scanId = integrations.webhookPayloadSchema.parse(JSON.parse(body)).scan.id;
      const isFirst = calls.every((call) => call.scanId !== scanId);
      calls.push({ scanId, body, signature: String(request.headers['duai-signature']) });
      response.writeHead(isFirst ? 500 : 200).end();
    };
    const { scan } = await factory.upload(admin);
    const delivery = await waitFor(
      async () => {
        await tryAgainNow(server.parts.db, 'integrations.deliver');
        return (await admin.call(integrations.listWebhookDeliveries)).rows.find(
          (row) => row.scanId === scan.id && row.status === 'delivered',
        );
      },
      60_000,
      () => 'the webhook was not called',
    );
    expect(delivery).toMatchObject({ webhookId: webhook.id, attempts: 2, lastOutcome: 'HTTP 200' });
    const ofScan = () => calls.filter(({ scanId }) => scanId === scan.id);
    const { body, signature } = ofScan()[1]!;
    const [, at, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!;
    expect(createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')).toBe(digest);
    const payload = integrations.webhookPayloadSchema.strict().parse(JSON.parse(body));
    expect(payload).toMatchObject({ event: 'analysis.finished', scan: { id: scan.id, status: 'complete' } });
    expect(ofScan()[0]!.body).toBe(body);
    expect(await other.call(integrations.listWebhookDeliveries)).toEqual({ rows: [], next: null, previous: null });

    const params = { deliveryId: delivery.id };
    expect(await codeOf(other.call(integrations.redeliverWebhook, { params }))).toBe('NOT_FOUND');
    await admin.call(integrations.redeliverWebhook, { params });
    await expect.poll(() => ofScan().length, { timeout: 20_000 }).toBe(3);

    expect(await codeOf(other.call(integrations.deleteWebhook, { params: { webhookId: webhook.id } }))).toBe(
      'NOT_FOUND',
    );
    await admin.call(integrations.deleteWebhook, { params: { webhookId: webhook.id } });
    expect(await admin.call(integrations.listWebhooks)).toEqual([]);
  });

  it('is one of a few: nobody makes this server call an address a thousand times a study', async () => {
    const add = () =>
      other.call(integrations.createWebhook, { body: { url: receiverUrl, event: 'analysis.finished' } });
    for (let made = 0; made < LIMITS.webhooks - 1; made += 1) await add();
    expect((await Promise.all([codeOf(add()), codeOf(add())])).sort()).toEqual(['TOO_MANY_WEBHOOKS', 'ok']);
    expect(await other.call(integrations.listWebhooks)).toHaveLength(LIMITS.webhooks);
    expect(await admin.call(integrations.listWebhooks)).toEqual([]);
  });

  it('has all its deliveries listed, page by page, the newest first', async () => {
    const { webhook } = await admin.call(integrations.createWebhook, {
      body: { url: receiverUrl, event: 'analysis.finished' },
    });
    const { user } = await admin.call(accounts.getInstitutionUser);
    const most = integrations.DELIVERIES_PER_PAGE;
    await server.parts.db.drizzle.execute(sql`
      insert into webhook_deliveries (id, webhook_id, institution_id, event, cause, payload, created_at)
      select gen_random_uuid(), ${webhook.id}, ${user.institution.id}, 'analysis.finished', 'page' || n, '{}',
        now() - n / 3 * interval '1 second' from generate_series(1, ${2 * most + 1}) n`);
    const ids: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: { cursor: string } = { cursor };
      const { rows, next } = await admin.call(integrations.listWebhookDeliveries, { query });
      const times = rows.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().reverse());
      ids.push(...rows.map((row) => row.id));
      sizes.push(rows.length);
      cursor = next;
    }
    expect([sizes, new Set(ids).size]).toEqual([[most, most, 1], 2 * most + 1]);
    const others = (await other.call(integrations.listWebhookDeliveries)).rows;
    expect(others.some((row) => ids.includes(row.id))).toBe(false);
    await admin.call(integrations.deleteWebhook, { params: { webhookId: webhook.id } });
  });

  it('that is not answered is tried for about a day', async () => {
    expect(await hoursOfTries(server.parts.db, 'integrations.deliver')).toBeGreaterThan(18);
  });

  it('never goes to an address inside', async () => {
    for (const url of ['http://127.0.0.1:9/', 'https://localhost/', 'https://169.254.169.254/latest']) {
      const body = { url, event: 'analysis.finished' as const };
      expect(await codeOf(admin.call(integrations.createWebhook, { body }))).toBe('WEBHOOK_ADDRESS_REFUSED');
    }
  });
});
