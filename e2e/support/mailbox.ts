import { waitFor } from '../../scripts/instance.ts';

interface KeptMessage {
  to: string;
  subject: string | null;
  text: string;
}

/** Waits for a mail to this address whose subject or text contains the words. */
export const mailTo = (address: string, to: string, words: string): Promise<KeptMessage> =>
  waitFor(
    async () => {
      const answer = await fetch(`${address}/dev/mailbox.json`);
      if (!answer.ok) throw new Error(`the mailbox answers ${answer.status}: ${await answer.text()}`);
      const messages = (await answer.json()) as KeptMessage[];
      return messages.find((message) => message.to === to && `${message.subject} ${message.text}`.includes(words));
    },
    60_000,
    () => `no mail to ${to} with "${words}"`,
  );
