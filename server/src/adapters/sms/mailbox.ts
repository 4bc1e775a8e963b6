import type { LocalMailbox } from '../mail/port.ts';
import type { SmsSender } from './port.ts';

/** Stores messages in the local mailbox, beside the mails. */
export const createMailboxSms = (mailbox: Pick<LocalMailbox, 'keep'>): SmsSender => ({
  send: ({ to, text, id }) => mailbox.keep({ id, channel: 'sms', to, subject: null, text, html: null }),
});
