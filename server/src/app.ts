import { randomUUID } from 'node:crypto';
import { claims, type Endpoint, LIMITS } from '@duai/contract';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from './core/app-error.ts';
import { addressGroup } from './core/network/address-group.ts';
import {
  registerAccountsRoutes,
  registerMembersRoutes,
  registerSingleSignOnRoutes,
} from './features/accounts/index.ts';
import { registerAuditExportRoutes } from './features/audit-export/index.ts';
import { registerBillingRoutes } from './features/billing/index.ts';
import { registerCasesRoutes, registerFirstReportRoutes } from './features/cases/index.ts';
import { registerCatalogueRoutes } from './features/catalogue/index.ts';
import { registerClaimsRoutes } from './features/claims/index.ts';
import { registerDicomwebRoutes } from './features/dicomweb/index.ts';
import { registerEvaluationRoutes } from './features/evaluation/index.ts';
import { registerFhirRoutes } from './features/fhir/index.ts';
import { registerHl7Routes } from './features/hl7/index.ts';
import { registerInstitutionDataRoutes } from './features/institution-data/index.ts';
import { registerInstitutionRoutes } from './features/institutions/index.ts';
import { registerIntegrationRoutes } from './features/integrations/index.ts';
import { registerMonitoringRoutes } from './features/monitoring/index.ts';
import { registerNotesRoutes } from './features/notes/index.ts';
import { registerMailboxRoutes } from './features/notifications/index.ts';
import { registerOperationsRoutes } from './features/operations/index.ts';
import { registerPackagesRoutes } from './features/packages/index.ts';
import { registerPacsRoutes } from './features/pacs/index.ts';
import { registerPressRoutes } from './features/press/index.ts';
import { registerQuestionsRoutes } from './features/questions/index.ts';
import { registerReportsRoutes } from './features/reports/index.ts';
import { registerRetentionRoutes } from './features/retention/index.ts';
import { registerRightsRoutes } from './features/rights/index.ts';
import { registerScansRoutes } from './features/scans/index.ts';
import { registerSharesRoutes } from './features/shares/index.ts';
import { registerSiteAssetsRoutes } from './features/site-assets/index.ts';
import { registerStudiesRoutes } from './features/studies/index.ts';
import { registerUploadsRoutes } from './features/uploads/index.ts';
import type { Features } from './features.ts';
import { connectionOptions, registerConnections } from './http/connections.ts';
import { registerDemoAdmission } from './http/demo-admission.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { registerEventStreams } from './http/event-stream.ts';
import { registerOpenApi } from './http/open-api.ts';
import { createRoute } from './http/route.ts';
import { registerSecurity } from './http/security.ts';
import { registerWebSockets, upgradeOptions } from './http/web-sockets.ts';
import { decodableUrl, registerWebsite } from './http/website.ts';
import type { Parts } from './parts.ts';

export interface App {
  http: FastifyInstance;
  /** Every registered endpoint, for the access matrix. */
  endpoints: Endpoint[];
}

/** Builds the HTTP application: plugins, then the routes of every feature. It does not listen; tests use `http.inject`. */
export async function buildApp(
  parts: Parts,
  features: Features,
  { websiteDir, publicUrl }: { websiteDir: string | null; publicUrl: () => string },
): Promise<App> {
  const { config, log } = parts;
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.jsonBodyBytes,
    // Trusts as many hops as we have proxies; entries that a client writes into X-Forwarded-For itself do not count.
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    // Closes the connections that remain after the last requests (http/connections.ts), which also answers new
    // requests.
    forceCloseConnections: true,
    return503OnClosing: false,
    ...connectionOptions,
    http: { ...connectionOptions.http, ...upgradeOptions },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.decorateRequest('actor', undefined);
  registerDemoAdmission(http, config);

  registerErrorHandler(http);
  registerEventStreams(http, features.accessEnds);
  registerWebSockets(http);
  registerConnections(http, { lastRequestsMs: config.LAST_REQUESTS_SECONDS * 1000 });
  await registerSecurity(http, config);
  await http.register(cookie);
  await http.register(rateLimit, { global: false, keyGenerator: ({ ip }) => addressGroup(ip) });
  await http.register(multipart, { throwFileSizeLimit: false });
  // The body is not parsed: STOW-RS reads its parts from the request as they arrive.
  http.addContentTypeParser(/^multipart\/related/, (_request, _payload, done) => done(null));
  await registerOpenApi(http);

  const endpoints: Endpoint[] = [];
  const { isTls } = features.accounts;
  await http.register(async (scope) => {
    const route = createRoute({
      app: scope,
      authenticate: features.authenticate,
      registered: endpoints,
      strictRatePerMinute: config.AUTH_RATE_PER_MINUTE,
    });
    registerAccountsRoutes(route, features.accounts);
    registerMembersRoutes(route, features.accounts);
    registerSingleSignOnRoutes(route, features.accounts);
    registerCasesRoutes(route, features.cases);
    registerFirstReportRoutes(route, features.firstReports);
    registerStudiesRoutes(route, features.studies);
    registerUploadsRoutes(route, scope, features.uploads, parts.partials);
    registerQuestionsRoutes(route, features.questions);
    registerReportsRoutes(route, features.reports);
    registerNotesRoutes(route, features.notes);
    registerSharesRoutes(route, features.shares, { isTls });
    registerRightsRoutes(route, features.rights, { isTls });
    registerInstitutionRoutes(route, features.institutions);
    registerBillingRoutes(route, features.billing);
    registerScansRoutes(route, features.scans);
    registerCatalogueRoutes(route, features.catalogue);
    registerEvaluationRoutes(route, features.evaluation);
    registerInstitutionDataRoutes(route, features.institutionData);
    registerRetentionRoutes(route, features.retention);
    registerAuditExportRoutes(route, features.auditExport);
    registerIntegrationRoutes(route, features.integrations);
    registerDicomwebRoutes(route, scope, features.dicomweb);
    registerFhirRoutes(route, scope, features.fhir);
    registerHl7Routes(route, features.hl7);
    registerPacsRoutes(route, features.pacs);
    registerPressRoutes(route, features.press);
    registerClaimsRoutes(route, features.claims);
    registerPackagesRoutes(route, scope, features.packages);
    registerMonitoringRoutes(route, features.monitoring);
    registerSiteAssetsRoutes(route, features.siteAssets);
    registerOperationsRoutes(route, features.operations, scope);
    registerMailboxRoutes(scope, features.notifications);
  });
  if (websiteDir)
    await registerWebsite(http, websiteDir, {
      publicUrl,
      currentAnnouncement: features.press.currentAnnouncement,
      hiddenClaims: features.claims.hidden,
      measured: async () =>
        new Map([[claims.INSTALLED_PLACE, features.claims.installed()], ...(await features.cases.turnaround.shown())]),
    });
  else
    http.setNotFoundHandler(() => {
      throw new AppError('NOT_FOUND');
    });
  return { http, endpoints };
}
