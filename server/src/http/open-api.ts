import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrations } from '@duai/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** The logo for the dark bar of the page. */
const LOGO = join(import.meta.dirname, '..', '..', 'site-assets', 'images', 'whitelogo.svg');

/** The only style sheet that the page's script adds, for its examples; all other inline styles stay refused. */
const EXAMPLE_STYLE = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const BYTES = { type: 'string', format: 'binary' };
/** Streamed bodies, which no schema validates. */
const BODIES: Record<string, unknown> = {
  'multipart/form-data': {
    type: 'object',
    properties: { images: { type: 'array', items: BYTES, description: 'One part for each file' } },
    required: ['images'],
  },
  'multipart/related': {
    type: 'string',
    format: 'binary',
    description: 'Parts of type application/dicom (PS3.18 10.5)',
  },
  'application/zip': BYTES,
};
const FAILURE = {
  description: 'Any failure: a sentence in the language of the reader (Accept-Language) and a stable code',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { message: { type: 'string' }, code: { type: 'string' }, details: {} },
        required: ['message', 'code'],
      },
    },
  },
};

/** Adds parts that the contract does not validate but a generated client needs: streamed bodies, files, errors. */
const describeRoute: typeof jsonSchemaTransform = (about) => {
  const { schema, url } = jsonSchemaTransform(about);
  const { consumes, produces, response } = schema as { consumes?: string[]; produces?: string[]; response?: object };
  const body = consumes && BODIES[consumes[0]!];
  const answer = response ?? (produces ? { 200: { description: 'Of the media type below', ...BYTES } } : undefined);
  return {
    url,
    schema: { ...schema, ...(body ? { body } : {}), ...(answer ? { response: { ...answer, default: FAILURE } } : {}) },
  };
};

const WEBHOOKS = {
  'analysis.finished': {
    post: {
      summary: 'Sent to the address of a webhook when the analysis of a scan has ended',
      description: integrations.WEBHOOK_RULES,
      parameters: [
        {
          name: integrations.WEBHOOK_SIGNATURE_HEADER,
          in: 'header' as const,
          required: true,
          schema: { type: 'string' as const, pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$' },
        },
      ],
      requestBody: {
        content: { 'application/json': { schema: z.toJSONSchema(integrations.webhookPayloadSchema) as object } },
      },
      responses: { '2XX': { description: 'Taken' } },
    },
  },
};

/** Serves an OpenAPI document that is generated from the contract. */
export async function registerOpenApi(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'DUAI',
        version: '2.3.17',
        description: 'Second opinions, trial portal and console. Errors are `{ message, code, details? }`.',
      },
      webhooks: WEBHOOKS,
      components: {
        securitySchemes: {
          patientToken: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/second-opinion/auth/login' },
          institutionKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'API key of an institution (dashboard → Integrations): `Authorization: Bearer duai_…`',
          },
          recordSystem: { type: 'http', scheme: 'bearer', description: 'Token of POST /fhir/R4/auth/token' },
          sessionCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'duai_trial',
            description: 'http-only session cookie; staff: duai_staff; over https both begin with __Host-',
          },
        },
      },
    },
    transform: describeRoute,
  });
  await http.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy.replace('style-src', `style-src '${EXAMPLE_STYLE}'`),
    uiConfig: { docExpansion: 'none' },
    theme: { title: 'DUAI API' },
    logo: { type: 'image/svg+xml', content: await readFile(LOGO), href: '/', target: '_self' },
  });
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger());
}
