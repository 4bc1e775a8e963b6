import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../core/files/missing-file.ts';
import type { KeptMessage, LocalMailbox } from './port.ts';

/** One JSON file for each message; sending the same message again writes the same file. */
export function createLocalMailbox(dir: string): LocalMailbox {
  const pathOf = (id: string) => join(dir, `${createHash('sha256').update(id).digest('hex')}.json`);
  return {
    async keep(message) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const path = pathOf(message.id);
      const kept: KeptMessage = { ...message, at: new Date().toISOString() };
      await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
    },
    send(mail) {
      return this.keep({
        id: mail.messageId,
        channel: 'email',
        to: mail.isRecipientForgotten ? '—' : mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
    },
    async assertUsable() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await access(dir, constants.W_OK);
    },
    async list() {
      const names = (await unlessMissing(readdir(dir))) ?? [];
      const texts = await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          // Forgotten meanwhile: an erasure takes the messages of one recipient while others are read.
          .map((name) => unlessMissing(readFile(join(dir, name), 'utf8'))),
      );
      const messages = texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as KeptMessage]));
      return messages.sort((a, b) => b.at.localeCompare(a.at));
    },
    async forget(recipients) {
      for (const { id, to } of await this.list()) {
        if (recipients.includes(to)) await rm(pathOf(id), { force: true });
      }
    },
  };
}
