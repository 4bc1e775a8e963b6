import { type Audience, cases, type Endpoint, institutions, scans } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { HttpClient } from '../../scripts/http-client.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let callers: Record<Audience, HttpClient>;
beforeAll(async () => {
  server = await startTestServer();
  const operator = await server.staff('operator');
  const { admin } = await createInstitutionFactory(server, operator).activated('saldirgan');
  const anonymous = server.client();
  callers = {
    public: anonymous,
    'shared-link': anonymous,
    'record-system': anonymous,
    patient: await server.patient(),
    'institution-user': admin,
    'institution-admin': admin,
    'institution-reader': admin,
    staff: operator,
    operator,
    radiologist: await server.staff('radiologist'),
  };
});
afterAll(() => server.end());

const ID = '0195a000-0000-7000-8000-00000000abcd';
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A body that fits its schema as far as JSON Schema tells, with `text` for every free text. */
function filled(schema: JsonSchema, text: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return filled(first as JsonSchema, text);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, filled(part as JsonSchema, text)]),
    );
  if (schema.type === 'array') return [filled((schema.items ?? {}) as JsonSchema, text)];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uuid') return ID;
  if (schema.format === 'email') return 'x@duai.example';
  return text;
}

const schemaOf = (type: z.ZodType): JsonSchema => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
const DEEP = `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

/** JSON bodies that no form sends. */
const bodiesFor = (body: z.ZodType): string[] => [
  ...['a\u0000bcdefgh1', 'abcdefgh1\ud800', 'x'.repeat(50_000), '\u202e\u0007%$\\"'].map((text) =>
    JSON.stringify(filled(schemaOf(body), text)),
  ),
  DEEP,
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  '[]',
  'null',
  '"',
];

const QUERIES = ['%00', '%ED%A0%80', '%', 'x'.repeat(5000), '0000-12-31', '9999-12-31', '2026-02-31', '1e999', '-1'];
const queriesFor = (query: z.ZodType): string[] => {
  const names = Object.keys((schemaOf(query).properties ?? {}) as object);
  return [
    ...QUERIES.flatMap((value) => names.map((name) => `?${name}=${value}`)),
    `?${names.map((name) => `${name}=a&${name}=b`).join('&')}`,
  ];
};

/** These would end the session that the test needs. */
const isFarewell = ({ path }: Endpoint) => /logout|erasure/.test(path);

/** One call for each caller, to check that the session still works. */
const signedIn = {
  patient: cases.listCases,
  'institution-admin': scans.listScans,
  operator: institutions.listApplications,
  radiologist: cases.getWorklist,
};

it('is answered by every endpoint with what is wrong, never by a failure of the server', async () => {
  const walked = server.endpoints.filter(
    (endpoint) => (endpoint.body || endpoint.query) && !endpoint.consumes && !isFarewell(endpoint),
  );
  expect(walked.length).toBeGreaterThan(60);
  const failures: string[] = [];
  for (const { method, path, audience, body, query } of walked) {
    const caller = callers[audience];
    const token = caller.token();
    const headers = {
      cookie: caller
        .cookies()
        .map((pair) => pair.join('='))
        .join('; '),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const url = path.replace(/:(\w+)/g, ID);
    for (const search of query ? queriesFor(query) : [''])
      for (const payload of body ? bodiesFor(body) : [undefined]) {
        const call = `${method} ${path}${search.slice(0, 40)} ${payload?.slice(0, 80)}`;
        const answer = server.app!.http.inject({ method, url: url + search, headers, ...(payload && { payload }) });
        await answer.then(
          ({ statusCode }) => statusCode >= 500 && failures.push(`${call}: ${statusCode}`),
          (error: unknown) => failures.push(`${call}: ${error}`),
        );
      }
  }
  expect(failures).toEqual([]);
  for (const audience of ['patient', 'institution-admin', 'operator', 'radiologist'] as const)
    expect((await callers[audience].send(signedIn[audience])).status).toBe(200);
}, 120_000);
