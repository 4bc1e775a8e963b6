import type { LocalMailbox } from '../mail/port.ts';
import type { SmsSender } from './port.ts';

/** Messages beside the mails of the local mailbox. */
export const createMailboxSms = (mailbox: Pick<LocalMailbox, 'keep'>): SmsSender => ({
  send: ({ to, text, id }) => mailbox.keep({ id, channel: 'sms', to, subject: null, text, html: null }),
});
