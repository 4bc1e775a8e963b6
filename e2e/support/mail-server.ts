import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { waitFor } from '../../scripts/instance.ts';

/** A mail that arrived in a mailbox. */
export interface ArrivedMail {
  to: string;
  subject: string;
  text: string;
}

export interface MailServer {
  /** The value of SMTP_URL. */
  url: string;
  /** Waits for a mail to this address whose subject or text contains the words. */
  mailTo(to: string, words: string): Promise<ArrivedMail>;
  close(): Promise<void>;
}

/** A real SMTP server (RFC 5321) on loopback that stores received mails, like the provider of a patient's mailbox. */
export async function startMailServer(): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      simpleParser(stream).then(
        ({ subject = '', text = '' }) => {
          for (const { address } of session.envelope.rcptTo) arrived.push({ to: address, subject, text });
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailTo: (to, words) =>
      waitFor(
        () => arrived.find((mail) => mail.to === to && `${mail.subject} ${mail.text}`.includes(words)),
        60_000,
        () => `no mail to ${to} with "${words}"`,
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
