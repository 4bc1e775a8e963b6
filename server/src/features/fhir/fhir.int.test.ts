import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fhir as contract, scans as scanContract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { codeOf } from '../../testing/code-of.ts';
import { type FhirResource, resourceProblems } from '../../testing/fhir.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const pair = (alg: 'RS384' | 'ES384') => {
  const { privateKey, publicKey } =
    alg === 'RS384'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return {
    alg,
    kid: alg.toLowerCase(),
    privateKey,
    jwk: {
      ...publicKey.export({ format: 'jwk' }),
      kty: alg === 'RS384' ? ('RSA' as const) : ('EC' as const),
      kid: alg.toLowerCase(),
      alg,
    },
  };
};
const [rsa, ec, strange] = [pair('RS384'), pair('ES384'), pair('RS384')];

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: HttpClient;
let theirs: HttpClient;
let published: unknown = { keys: [ec.jwk] };
let asked = 0;
const keyHost = createServer((_request, response) => {
  asked += 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(published));
});
let jwksUrl: string;
let client: contract.FhirClient;
let scanId: string;
let token: string;
beforeAll(async () => {
  await new Promise<void>((ready) => keyHost.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(keyHost.address() as AddressInfo).port}`;
  jwksUrl = `http://${host}/keys`;
  server = await startTestServer({ FHIR_KEYS_ALLOWED_HOSTS: host });
  factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin: mine } = await factory.activated('kayit'));
  ({ admin: theirs } = await factory.activated('baska-kayit'));
  client = await add({ jwks: { keys: [rsa.jwk] } });
  ({
    scan: { id: scanId },
  } = await factory.upload(mine));
  await factory.settled(mine);
  await factory.upload(theirs);
  await factory.settled(theirs);
  token = (await signIn({})).body.access_token!;
});
afterAll(async () => {
  await server.end();
  keyHost.closeAllConnections();
  keyHost.close();
});

type Keys = Parameters<typeof add>[0];
const add = (
  keys: { jwks: { keys: { kty: 'RSA' | 'EC' }[] } } | { jwksUrl: string },
  scopes: contract.FhirScope[] = ['system/*.rs'],
  admin = mine,
) => admin.call(contract.addFhirClient, { body: { name: 'HBYS', scopes, keys: keys as never } });

interface Wish {
  of?: { id: string };
  key?: { alg: string; kid: string; privateKey: KeyObject };
  claims?: Record<string, unknown>;
  scope?: string;
  form?: Record<string, string>;
}
const tokenAddress = () => `${server.address}/fhir/R4/auth/token`;
async function assertionOf({ of = client, key = rsa, claims = {} }: Wish): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const body = { iss: of.id, sub: of.id, aud: tokenAddress(), exp: now + 240, jti: randomUUID(), ...claims };
  return new SignJWT(body).setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' }).sign(key.privateKey);
}
async function signIn(wish: Wish, assertion?: string) {
  const answer = await fetch(tokenAddress(), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: wish.scope ?? 'system/*.rs',
      client_assertion_type: TYPE,
      client_assertion: assertion ?? (await assertionOf(wish)),
      ...wish.form,
    }),
  });
  const body = (await answer.json()) as { access_token?: string; scope?: string; expires_in?: number; error?: string };
  return { status: answer.status, body };
}
const refused = async (wish: Wish) => (await signIn(wish)).body.error;

interface Bundle {
  link: { relation: string; url: string }[];
  entry?: { fullUrl: string; resource: FhirResource }[];
}
const get = (path: string, by = token) =>
  fetch(path.startsWith('http') ? path : `${server.address}/fhir/R4/${path}`, {
    headers: { authorization: `Bearer ${by}` },
  });
async function search(path: string, by = token): Promise<FhirResource[]> {
  const answer = await get(path, by);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/fhir+json');
  const bundle = (await answer.json()) as Bundle;
  expect(resourceProblems(bundle as never)).toEqual([]);
  return (bundle.entry ?? []).map(({ resource }) => resource);
}
const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"reference":"([^"]+)"/g)].map(([, reference]) => reference!);

describe('a record system', () => {
  it('[PAC-013] signs in by a signed JWT and reads a report and its observations over FHIR', async () => {
    const { body, status } = await signIn({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 300,
      scope: expect.stringContaining('system/*.rs'),
    });
    const [report, ...more] = await search('DiagnosticReport', body.access_token);
    expect(more).toEqual([]);
    expect(report).toMatchObject({ status: 'preliminary', meta: { security: [{ code: 'AIAST' }] } });
    const results = (report!.result as { reference: string }[]).map(({ reference }) => reference);
    expect(results.length).toBeGreaterThan(0);
    const seen = new Map<string, FhirResource>();
    // Follows the references from the report and reads each resource singly, until there is none left.
    const waiting = [`DiagnosticReport/${report!.id}`];
    for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
      if (seen.has(reference)) continue;
      const answer = await get(reference);
      expect(answer.status, reference).toBe(200);
      const resource = (await answer.json()) as FhirResource;
      expect(resourceProblems(resource)).toEqual([]);
      seen.set(reference, resource);
      waiting.push(...referencesIn(resource));
    }
    expect([...new Set([...seen.values()].map(({ resourceType }) => resourceType))].sort()).toEqual([
      'Device',
      'DiagnosticReport',
      'ImagingStudy',
      'Observation',
      'Patient',
    ]);
    for (const reference of results) expect(seen.get(reference)).toMatchObject({ resourceType: 'Observation' });
    const observations = await search('Observation?_count=50');
    expect(observations.map(({ id }) => `Observation/${id}`).sort()).toEqual(results.toSorted());
    const [provenance] = await search(`Provenance?target=${results[0]}`);
    expect(referencesIn(provenance!.target)).toContain(results[0]);
  });

  it('is admitted by an assertion that holds, once, and by nothing else', async () => {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await assertionOf({});
    expect((await signIn({}, assertion)).status).toBe(200);
    expect((await signIn({}, assertion)).body.error).toBe('invalid_client');
    for (const wish of [
      { key: strange },
      { key: { ...rsa, alg: 'RS256' } },
      { claims: { aud: 'https://elsewhere.example/token' } },
      { claims: { sub: randomUUID() } },
      { claims: { iss: randomUUID() } },
      { claims: { exp: now - 10 } },
      { claims: { exp: now + 3600 } },
      { claims: { exp: undefined } },
      // Beyond all dates.
      { claims: { exp: 1e17 } },
      { claims: { jti: undefined } },
      { claims: { nbf: now + 200 } },
      { of: { id: 'nobody' } },
    ] as Wish[])
      expect(await refused(wish), JSON.stringify(wish.claims ?? wish.of ?? wish.key?.alg)).toBe('invalid_client');
    expect((await signIn({}, 'x.y.z')).body.error).toBe('invalid_client');
    expect(await refused({ form: { grant_type: 'password' } })).toBe('unsupported_grant_type');
    expect(await refused({ form: { client_assertion_type: 'urn:x' } })).toBe('invalid_request');
    expect(await refused({ scope: 'user/*.rs patient/Patient.rs' })).toBe('invalid_scope');
  });

  it('reads what its scopes say, until it is revoked or five minutes are over', async () => {
    const narrow = await add({ jwks: { keys: [rsa.jwk] } }, ['system/Patient.rs', 'system/Observation.rs']);
    const all = await signIn({ of: narrow });
    expect(all.body.scope).toBe('system/Patient.rs system/Observation.rs');
    const one = await signIn({ of: narrow, scope: 'system/Patient.read system/Device.rs' });
    expect(one.body.scope).toBe('system/Patient.rs');
    expect(await search('Patient', one.body.access_token)).toHaveLength(1);
    const refusal = await get('Observation', one.body.access_token);
    expect(refusal.status).toBe(403);
    const outcome = (await refusal.json()) as FhirResource;
    expect(outcome).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'forbidden' }],
    });
    expect(resourceProblems(outcome)).toEqual([]);
    await server.parts.db.drizzle.execute(
      sql`update fhir_tokens set expires_at = now() - interval '1 second' where client_id = ${narrow.id} and 'system/Observation.rs' = any(scopes)`,
    );
    expect((await get('Patient', all.body.access_token)).status).toBe(401);
    await mine.call(contract.revokeFhirClient, { params: { clientId: narrow.id } });
    expect((await get('Patient', one.body.access_token)).status).toBe(401);
    expect(await refused({ of: narrow })).toBe('invalid_client');
    for (const bearer of ['', 'duai_x', token.slice(1)]) expect((await get('Patient', bearer)).status).toBe(401);
  });

  it('may publish its keys: they are asked for where an operator allows the address, and followed when they change', async () => {
    const publishing = await add({ jwksUrl });
    expect((await signIn({ of: publishing, key: ec })).status).toBe(200);
    expect(await refused({ of: publishing, key: rsa })).toBe('invalid_client');
    published = { keys: [rsa.jwk] };
    expect((await signIn({ of: publishing, key: rsa })).status).toBe(200);
    expect(await refused({ of: publishing, key: ec })).toBe('invalid_client');
    published = 'no keys';
    expect(await refused({ of: publishing, key: rsa })).toBe('invalid_client');
    const before = asked;
    for (const address of [
      'http://127.0.0.1:9/keys',
      'https://10.0.0.1/keys',
      jwksUrl.replace('127.0.0.1', 'localhost'),
    ])
      expect(await codeOf(add({ jwksUrl: address }))).toBe('PROVIDER_ADDRESS_REFUSED');
    expect(asked).toBe(before);
  });

  it('is named by its administrator, with public keys alone', async () => {
    const privateJwk = {
      ...createPrivateKey(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' })).export({ format: 'jwk' }),
      kid: 'x',
    };
    for (const keys of [[privateJwk], [{ ...rsa.jwk, kid: undefined }]])
      expect(await codeOf(add({ jwks: { keys } } as Keys))).toBe('FHIR_KEYS_NOT_USABLE');
    expect(await codeOf(theirs.call(contract.revokeFhirClient, { params: { clientId: client.id } }))).toBe('NOT_FOUND');
    expect((await theirs.call(contract.listFhirClients)).map(({ id }) => id)).not.toContain(client.id);
  });
});

describe('what is read', () => {
  it('is of the own institution alone: what is another’s looks like what is not there', async () => {
    const stranger = await add({ jwks: { keys: [ec.jwk] } }, ['system/*.rs'], theirs);
    const other = (await signIn({ of: stranger, key: ec })).body.access_token!;
    const mineHere = (await search('Patient'))[0]!;
    const missing = await get(`Patient/${randomUUID()}.${'0'.repeat(24)}`, other);
    const foreign = await get(`Patient/${mineHere.id}`, other);
    expect([foreign.status, await foreign.json()]).toEqual([404, await missing.json()]);
    expect(missing.status).toBe(404);
    for (const type of contract.FHIR_TYPES) {
      const ids = new Set((await search(`${type}?_count=50`)).map(({ id }) => id));
      expect(ids.size, type).toBeGreaterThan(0);
      for (const { id } of await search(`${type}?_count=50`, other)) expect(ids.has(id)).toBe(false);
    }
    expect(await search(`Observation?patient=${mineHere.id}`, other)).toEqual([]);
  });

  it('is found by patient, identifier and date', async () => {
    const [patient] = await search('Patient');
    const [study] = await search('ImagingStudy');
    const uid = (study!.identifier as { value: string }[])[0]!.value;
    await server.parts.db.drizzle.execute(sql`
      update series_identities set name = 'ÖRNEK^AYŞE^^Dr', patient_id = 'H-77', birth_date = '19800229', accession_number = 'ACC-9'
      where series_id in (select r.id from series r join studies s on s.id = r.study_id where s.scan_id = ${scanId})`);
    await server.parts.db.drizzle.execute(sql`update scans set study_date = '2026-02-03' where id = ${scanId}`);
    const found = async (path: string) => (await search(path)).length;
    expect(await search('Patient?identifier=urn:duai:patient-id|H-77')).toEqual([
      expect.objectContaining({
        id: patient!.id,
        birthDate: '1980-02-29',
        name: [{ family: 'ÖRNEK', given: ['AYŞE'], prefix: undefined }].map((name) =>
          expect.objectContaining({ family: name.family, given: name.given }),
        ),
      }),
    ]);
    const some = await found('Observation?_count=50');
    expect(some).toBeGreaterThan(0);
    for (const [path, many] of [
      ['Patient?identifier=H-77', 1],
      ['Patient?identifier=H-7', 0],
      ['Patient?identifier=H-77%00', 1],
      ['Patient?identifier=urn:other|H-77', 0],
      [`Patient?_id=${patient!.id}`, 1],
      [`ImagingStudy?identifier=urn:dicom:uid|${uid}`, 1],
      ['ImagingStudy?identifier=ACC-9', 1],
      ['ImagingStudy?identifier=ACC', 0],
      ['DiagnosticReport?identifier=urn:duai:accession-number|ACC-9', 1],
      [`DiagnosticReport?patient=Patient/${patient!.id}`, 1],
      [`Observation?patient=${patient!.id}&_count=50`, some],
      ['Observation?patient.identifier=H-77&_count=50', some],
      ['Observation?patient.identifier=H-78', 0],
      ['Observation?patient=not-an-id', 0],
      ['DiagnosticReport?date=2026-02-03', 1],
      ['DiagnosticReport?date=2026-02', 1],
      ['DiagnosticReport?date=2026', 1],
      ['DiagnosticReport?date=2026-02-04', 0],
      ['DiagnosticReport?date=ge2026-02-03&date=lt2026-02-04', 1],
      ['DiagnosticReport?date=gt2026-02-03', 0],
      ['DiagnosticReport?date=le2026-02-02', 0],
      ['ImagingStudy?started=ge2026-02-03', 1],
    ] as const)
      expect(await found(path), path).toBe(many);
    for (const path of [
      'Observation?subject=x',
      'Patient?identifier=',
      'DiagnosticReport?date=yesterday',
      'DiagnosticReport?date=9999-12-31',
      'ImagingStudy?started=le0000',
      'Patient?identifier=%00',
      'Patient?_count=x',
      'Observation?date=2026-02-31',
      'DiagnosticReport?patient=Device/x',
    ])
      expect((await get(path)).status, path).toBe(400);
    expect((await get('Practitioner')).status).toBe(404);
  });

  it('comes by the page, each resource once', async () => {
    const all = (await search('Observation?_count=50')).map(({ id }) => id);
    const paged: (string | undefined)[] = [];
    let next: string | undefined = 'Observation?_count=2';
    while (next) {
      const bundle = (await (await get(next)).json()) as Bundle;
      expect(bundle.entry?.length ?? 0).toBeLessThanOrEqual(2);
      paged.push(...(bundle.entry ?? []).map(({ resource }) => resource.id));
      next = bundle.link.find(({ relation }) => relation === 'next')?.url;
    }
    expect(paged).toEqual(all);
  });

  it('holds nothing of AI before the analysis has ended, and names nobody where the headers name two', async () => {
    const [patient] = await search('Patient');
    const [report] = await search('DiagnosticReport');
    await server.parts.db.drizzle.execute(sql`update scans set status = 'processing' where id = ${scanId}`);
    for (const type of ['Observation', 'DiagnosticReport', 'Device', 'Provenance'])
      expect(await search(`${type}`), type).toEqual([]);
    expect((await get(`DiagnosticReport/${report!.id}`)).status).toBe(404);
    expect(await search(`Provenance?target=DiagnosticReport/${report!.id}`)).toEqual([]);
    expect((await get(`Patient/${patient!.id}`)).status).toBe(200);
    expect(await search('ImagingStudy')).toHaveLength(1);
    await server.parts.db.drizzle.execute(sql`update scans set status = 'complete' where id = ${scanId}`);
    await server.parts.db.drizzle.execute(sql`
      insert into series_identities (id, series_id, name, patient_id, is_removed, images)
      select gen_random_uuid(), r.id, 'BAŞKA^BİRİ', 'H-99', false, 1 from series r join studies s on s.id = r.study_id
      where s.scan_id = ${scanId} limit 1`);
    const [nobody] = await search('Patient');
    expect(nobody).not.toHaveProperty('name');
    expect(JSON.stringify(nobody)).not.toContain('H-77');
  });

  it('is told by the CapabilityStatement and the configuration of SMART, to everybody', async () => {
    const statement = (await (await fetch(`${server.address}/fhir/R4/metadata`)).json()) as FhirResource;
    expect(resourceProblems(statement)).toEqual([]);
    const [rest] = statement.rest as { resource: { type: string; searchParam: { name: string }[] }[] }[];
    expect(rest!.resource.map(({ type }) => type)).toEqual([...contract.FHIR_TYPES]);
    for (const { type, searchParam } of rest!.resource)
      for (const { name } of searchParam)
        expect([200, 400], `${type} ${name}`).toContain((await get(`${type}?${name}=ge2026`)).status);
    const smart = await (await fetch(`${server.address}/fhir/R4/.well-known/smart-configuration`)).json();
    expect(smart).toMatchObject({
      token_endpoint: tokenAddress(),
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      grant_types_supported: ['client_credentials'],
    });
  });

  it('leaves a line in the audit trail each time, and no name, number or id of a patient in it or in the log', async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ details: unknown }>(
      sql`select actor_realm, actor_id, action, details from audit_events where action like 'fhir.%' or action = 'trial.export-fhir-api'`,
    );
    const text = JSON.stringify(rows);
    expect(text).toContain(client.id);
    for (const action of ['fhir.add-client', 'fhir.search', 'trial.export-fhir-api']) expect(text).toContain(action);
    for (const said of [text, server.logLines.join('')]) expect(said).not.toMatch(/H-77|ACC-9|ÖRNEK/);
    expect(await mine.call(scanContract.listScans)).toHaveLength(1);
  });
});
