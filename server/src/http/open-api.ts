import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Stands on the dark bar of the page. */
const LOGO = join(import.meta.dirname, '..', '..', 'site-assets', 'images', 'whitelogo.svg');

/** The one style sheet that the page's own script adds, for its examples; anything else inline stays refused. */
const EXAMPLE_STYLE = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

/** The OpenAPI document is generated from the contract, never written. */
export async function registerOpenApi(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'DUAI',
        version: '2.3.17',
        description: 'Second opinions, trial portal and console. Errors are `{ message, code, details? }`.',
      },
      components: {
        securitySchemes: {
          patientToken: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/second-opinion/auth/login' },
          institutionKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'API key of an institution (dashboard → Integrations): `Authorization: Bearer duai_…`',
          },
          sessionCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: 'duai_trial',
            description: 'http-only session cookie; staff: duai_staff',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
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
