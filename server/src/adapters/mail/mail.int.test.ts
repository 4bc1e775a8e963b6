import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { createLocalMailbox } from './mailbox.ts';
import type { Mail, Mailer } from './port.ts';
import { createSmtpMailer } from './smtp.ts';

const CONTACT = 'hello@duai.example';
const MAIL: Mail = {
  to: 'ayşe@duai.example',
  subject: 'Vakanız tamamlandı',
  text: 'Raporunuz hazır. ığüşöç',
  html: '<p>Raporunuz hazır. ığüşöç</p>',
  language: 'tr',
  messageId: 'm1@duai',
};

interface Arrived {
  to: string;
  subject: string;
  text: string;
}

/** What every mailer does: the mail arrives complete, with all its letters. */
function mailSuite(
  name: string,
  open: () => Promise<{ mailer: Mailer; arrived(): Promise<Arrived[]>; close(): Promise<void> }>,
): void {
  describe(name, () => {
    it('delivers address, subject and text in Turkish letters, and a repetition is recognisable', async () => {
      const { mailer, arrived, close } = await open();
      await mailer.assertUsable();
      expect(await arrived()).toEqual([]);
      await mailer.send(MAIL);
      await mailer.send(MAIL);
      const mails = await arrived();
      expect(mails.length).toBeGreaterThan(0);
      for (const mail of mails)
        expect(mail).toMatchObject({ subject: MAIL.subject, text: expect.stringContaining('Raporunuz hazır. ığüşöç') });
      await close();
    });
  });
}

mailSuite('mail by SMTP', async () => {
  const parsed: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then(
        (mail) => {
          parsed.push(mail);
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    mailer: createSmtpMailer({
      url: `smtp://127.0.0.1:${port}`,
      from: 'DUAI <no-reply@duai.example>',
      replyTo: CONTACT,
    }),
    async arrived() {
      expect(parsed.map((mail) => mail.messageId)).toEqual(parsed.map(() => '<m1@duai>'));
      // Nobody reads mail to the sender's address, so replies go to this one.
      expect(parsed.map((mail) => mail.replyTo?.text)).toEqual(parsed.map(() => CONTACT));
      return parsed.map((mail) => ({ to: String(mail.to), subject: mail.subject ?? '', text: mail.text ?? '' }));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
});

mailSuite('mail in the local mailbox', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'duai-mailbox-'));
  const mailbox = createLocalMailbox(dir);
  return {
    mailer: mailbox,
    async arrived() {
      const kept = await mailbox.list();
      expect(kept.length).toBeLessThanOrEqual(1);
      return kept.map(({ to, subject, text }) => ({ to, subject: subject ?? '', text }));
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
});

it('messages that are forgotten while the local mailbox is read are left out of it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'duai-mailbox-'));
  const mailbox = createLocalMailbox(dir);
  const mailTo = (to: string, number: number) => mailbox.send({ ...MAIL, to, messageId: `${to} ${number}` });
  await mailTo('kalan@duai.example', 0);
  await Promise.all(Array.from({ length: 200 }, (_, number) => mailTo('giden@duai.example', number)));
  let isForgetting = true;
  const forgetting = mailbox.forget(['giden@duai.example']).finally(() => {
    isForgetting = false;
  });
  while (isForgetting) expect((await mailbox.list()).map(({ to }) => to)).toContain('kalan@duai.example');
  await forgetting;
  expect((await mailbox.list()).map(({ to }) => to)).toEqual(['kalan@duai.example']);
  await rm(dir, { recursive: true });
});

it('a server that refuses is an error, so that the queue tries again', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'x@duai.example', replyTo: CONTACT });
  await expect(mailer.send(MAIL)).rejects.toThrow();
  await expect(mailer.assertUsable()).rejects.toThrow();
});
