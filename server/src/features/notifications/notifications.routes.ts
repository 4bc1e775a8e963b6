import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeptMessage } from '../../adapters/mail/port.ts';
import { notFound } from '../../core/app-error.ts';
import { escapeHtml } from './mail-page.ts';
import type { Notifications } from './notifications.service.ts';

/** The local mailbox, which shows mails and messages while no gateway is configured. Not part of the contract. */
export function registerMailboxRoutes(app: FastifyInstance, notifications: Notifications): void {
  if (!notifications.isMailboxPageOn) return;
  // Answers on this machine only, because the mailbox shows everybody's mail, including reset links.
  const onRequest = async (request: FastifyRequest) => {
    if (!request.isDemoAdmitted) throw notFound('mailbox page, asked for from elsewhere');
  };
  app.get('/dev/mailbox.json', { schema: { hide: true }, onRequest }, () => notifications.mailbox());
  app.get('/dev/mailbox', { schema: { hide: true }, onRequest }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(await notifications.mailbox())),
  );
}

const page = (messages: KeptMessage[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Local mailbox</title></head>
<body><main><h1>Local mailbox</h1><p>${messages.length} messages. They stay on this machine: no mail or SMS gateway is configured.</p>
${messages.map(message).join('\n')}</main></body></html>`;

const message = ({
  channel,
  to,
  subject,
  text,
  at,
}: KeptMessage): string => `<article><h2>${escapeHtml(subject ?? channel.toUpperCase())}</h2>
<p>${escapeHtml(to)} · <time>${escapeHtml(at)}</time></p>${text
  .split('\n\n')
  .map((paragraph) => `<p>${withLinks(paragraph)}</p>`)
  .join('')}</article>`;

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
