import { fhir as contract } from '@duai/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Route } from '../../http/route.ts';
import { capabilityStatement } from './capability-statement.ts';
import type { Fhir } from './fhir.service.ts';
import { SMART_CONFIGURATION, TokenRefused } from './fhir-sign-in.ts';

const OK = { ok: true as const };
const FORM = 'application/x-www-form-urlencoded';
const FHIR_JSON = 'application/fhir+json; charset=utf-8';
const MOST_FORM_BYTES = 64 * 1024;
const TOKENS_PER_MINUTE = 120;

export function registerFhirRoutes(route: Route, http: FastifyInstance, fhir: Fhir): void {
  const { clients, signIn, reading } = fhir;
  const root = () => `${fhir.publicUrl().replace(/\/$/, '')}/fhir/R4`;
  const startedAt = new Date();
  http.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MOST_FORM_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  const asFhir = (reply: FastifyReply, resource: object) =>
    reply.header('cache-control', 'no-store').type(FHIR_JSON).send(JSON.stringify(resource));

  route(contract.listFhirClients, ({ actor }) => clients.list(actor.institutionId));
  route(contract.addFhirClient, ({ context, actor, body }) => clients.add(context, actor, body), { ratePerMinute: 30 });
  route(contract.revokeFhirClient, async ({ context, actor, params }) => {
    await clients.revoke(context, actor.institutionId, params.clientId);
    return OK;
  });

  route(contract.getCapabilityStatement, ({ reply }) =>
    asFhir(reply, capabilityStatement(root(), fhir.tokenAddress(), startedAt)),
  );
  route(contract.getSmartConfiguration, () => SMART_CONFIGURATION(fhir.tokenAddress(), contract.FHIR_SCOPES));
  route(
    contract.issueFhirToken,
    async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      try {
        return await signIn.issue(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        const { code, message } = error;
        return reply.code(code === 'invalid_client' ? 401 : 400).send({ error: code, error_description: message });
      }
    },
    { ratePerMinute: TOKENS_PER_MINUTE },
  );

  route(contract.searchFhir, async ({ context, actor, params, request, reply }) => {
    const query = new URLSearchParams(request.raw.url?.split('?')[1] ?? '');
    return asFhir(reply, await reading.search(context, actor, params.type, query));
  });
  route(contract.readFhir, async ({ context, actor, params, reply }) =>
    asFhir(reply, await reading.read(context, actor, params.type, params.id)),
  );
}
