import { ERROR_STATUSES, type ErrorBody, type FieldError } from '@duai/contract';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseAway } from '../adapters/database/port.ts';
import { isStorageFull } from '../adapters/storage/port.ts';
import { AppError } from '../core/app-error.ts';
import { ruleText } from '../core/check-texts.ts';
import { errorWords } from '../core/error-facts.ts';
import { languageOf } from './route.ts';

/** Turns every error into `{ message, code, details? }` in the user's language; only unexpected ones are logged as errors. */
export function registerErrorHandler(http: FastifyInstance): void {
  http.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = asAppError(error, request);
    if (known.status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    const body: ErrorBody = {
      message: known.messageIn(languageOf(request)),
      code: known.code,
      ...(known.details === undefined ? {} : { details: known.details }),
    };
    const isFhir = request.url.startsWith('/fhir/R4/');
    return reply
      .code(known.status)
      .header('cache-control', 'no-store')
      .type(isFhir ? 'application/fhir+json; charset=utf-8' : 'application/json; charset=utf-8')
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send(isFhir ? operationOutcome(body) : body);
  });
}

function asAppError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details: FieldError[] = error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: ruleText(issue.message ?? '', languageOf(request)),
    }));
    // A malformed id in the path means that the thing does not exist.
    if (error.validationContext === 'params') return new AppError('NOT_FOUND');
    return new AppError('VALIDATION_FAILED', { details });
  }
  if (error.statusCode === 413) return new AppError('BODY_TOO_LARGE');
  if (error.statusCode === 415 || error.statusCode === 406) return new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  if (error.statusCode === 429) return new AppError('TOO_MANY_REQUESTS');
  if (error.statusCode === 400) return new AppError('VALIDATION_FAILED', { internal: errorWords(error) });
  if (isDatabaseAway(error)) return new AppError('DATABASE_AWAY', { internal: errorWords(error), cause: error });
  if (isStorageFull(error)) return new AppError('NO_ROOM', { internal: errorWords(error), cause: error });
  return new AppError('INTERNAL', { internal: errorWords(error), cause: error });
}

/** FHIR R4 issue-type by HTTP status. */
const ISSUES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  429: 'throttled',
};

/** An error as a FHIR OperationOutcome (R4 section 2.28), for paths of the FHIR API. */
const operationOutcome = ({ message, code }: ErrorBody) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: ISSUES[ERROR_STATUSES[code]] ?? 'exception', details: { text: message } }],
});
