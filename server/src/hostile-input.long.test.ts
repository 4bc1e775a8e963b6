import {
  type Audience,
  cases,
  type Endpoint,
  type FieldError,
  institutions,
  LANGUAGES,
  type Language,
  scans,
} from '@duai/contract';
import ar from '@duai/texts/ar/checks';
import en from '@duai/texts/en/checks';
import tr from '@duai/texts/tr/checks';
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

const RULES = {
  tr: Object.values<string>(tr.rules),
  en: Object.values<string>(en.rules),
  ar: Object.values<string>(ar.rules),
};
/** Words of zod and of the JSON parser. */
const OF_A_LIBRARY =
  /Invalid (input|option|key|string|UUID)|expected \w+|Too (big|small)|Unrecognized key|Unexpected|\bJSON\b/;

/** What is told of a value must be a sentence of ours, in the language that was asked for. */
function notInOurWords(body: string, language: Language): string | undefined {
  const { message = '', details } = JSON.parse(body) as { message?: string; details?: unknown };
  const told = [message];
  for (const each of Array.isArray(details) ? (details as FieldError[]) : []) {
    if (!RULES[language].includes(each.message)) return each.message;
    told.push(each.message);
  }
  return told.find((text) => OF_A_LIBRARY.test(text));
}

it('is answered by every endpoint with what is wrong, in the reader’s language and no words of a library, never by a failure of the server', async () => {
  const walked = server.endpoints.filter(
    (endpoint) => (endpoint.body || endpoint.query) && !endpoint.consumes && !isFarewell(endpoint),
  );
  expect(walked.length).toBeGreaterThan(60);
  const failures: string[] = [];
  let called = 0;
  let explained = 0;
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
    const isOurs = path.startsWith('/api/');
    const url = path.replace(/:(\w+)/g, ID);
    for (const search of query ? queriesFor(query) : [''])
      for (const payload of body ? bodiesFor(body) : [undefined]) {
        const call = `${method} ${path}${search.slice(0, 40)} ${payload?.slice(0, 80)}`;
        const language = LANGUAGES[called % LANGUAGES.length]!;
        called += 1;
        const answer = server.app!.http.inject({
          ...{ method, url: url + search, headers: { ...headers, 'accept-language': language } },
          ...(payload && { payload }),
        });
        await answer.then(
          ({ statusCode, body: told }) => {
            if (statusCode >= 500) failures.push(`${call}: ${statusCode}`);
            if (statusCode !== 400 || !isOurs) return;
            const foreign = notInOurWords(told, language);
            if (foreign) failures.push(`${call}: ${foreign}`);
            if (told.includes('"details"')) explained += 1;
          },
          (error: unknown) => failures.push(`${call}: ${error}`),
        );
      }
  }
  expect(failures).toEqual([]);
  expect(explained).toBeGreaterThan(200);
  for (const audience of ['patient', 'institution-admin', 'operator', 'radiologist'] as const)
    expect((await callers[audience].send(signedIn[audience])).status).toBe(200);
}, 120_000);
