import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 20_000;

/** Sends over SMTP (RFC 5321); `url` as smtp://user:password@host:port, smtps:// for TLS from the first byte. */
export function createSmtpMailer({ url, from, replyTo }: { url: string; from: string; replyTo: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ to, subject, text, html, language, messageId }) {
      await transport.sendMail({
        from,
        replyTo,
        to,
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        headers: { 'Content-Language': language },
      });
    },
    async assertUsable() {
      await transport.verify();
    },
  };
}
