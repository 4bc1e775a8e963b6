import type { Language } from '@duai/contract';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  language: Language;
  /** The same for every try of one mail, so that a receiver can recognise a repetition. */
  messageId: string;
  /** True for the last mail to a person whose account was erased: a stored copy must not contain the address. */
  isRecipientForgotten?: boolean;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Sends nothing. @throws Error where mails cannot be sent: the server does not answer or refuses the sign-in */
  assertUsable(): Promise<void>;
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

/** Mails and messages stored on this machine while no gateway is configured, for the local mailbox page. */
export interface LocalMailbox extends Mailer {
  keep(message: Omit<KeptMessage, 'at'>): Promise<void>;
  /** Newest first. */
  list(): Promise<KeptMessage[]>;
  /** Deletes the messages to these addresses and numbers. */
  forget(recipients: string[]): Promise<void>;
}
