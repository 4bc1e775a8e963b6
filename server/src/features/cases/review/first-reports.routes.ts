import { cases as contract, LIMITS } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import type { Route } from '../../../http/route.ts';
import type { FirstReports } from './first-reports.ts';

export function registerFirstReportRoutes(route: Route, firstReports: FirstReports): void {
  route(contract.uploadFirstReport, async ({ context, params, request }) => {
    await firstReports.assertOpen(context, params.caseId);
    return firstReports.attach(context, params.caseId, await reportPart(request));
  });
  route(contract.removeFirstReport, ({ context, params }) => firstReports.remove(context, params.caseId));
  route(contract.getFirstReport, async ({ context, params, reply }) =>
    sendFile(reply, await firstReports.open(context, params.caseId)),
  );
  route(contract.getFirstReportForStaff, async ({ context, params, reply }) =>
    sendFile(reply, await firstReports.open(context, params.caseId)),
  );
}

/** Sent as a download: content that a user uploaded is never displayed on our site. */
const sendFile = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(bytes);

async function reportPart(request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  const part = await request.file({ limits: { fileSize: LIMITS.firstReportBytes + 1, files: 1, fields: 10 } });
  if (part?.fieldname !== 'report') throw new AppError('UPLOAD_EMPTY');
  const name = part.filename
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255);
  return { name: name || 'report.pdf', stream: part.file };
}
