import type { Language } from '@duai/contract';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  language: Language;
  /** The same for every try of one mail: a receiver can tell a repetition. */
  messageId: string;
  /** The last mail to a person whose account is gone: a copy that is kept does not name the address. */
  isRecipientForgotten?: boolean;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export interface KeptMessage {
  id: string;
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  at: string;
}

/** Mails and messages kept on this machine while no gateway is configured; shown by the local mailbox page. */
export interface LocalMailbox extends Mailer {
  keep(message: Omit<KeptMessage, 'at'>): Promise<void>;
  /** Newest first. */
  list(): Promise<KeptMessage[]>;
  /** Removes what was kept for these addresses and numbers. */
  forget(recipients: string[]): Promise<void>;
}
