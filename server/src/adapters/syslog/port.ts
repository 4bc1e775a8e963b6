export interface SyslogAddress {
  host: string;
  port: number;
  /** Of the certificate that the receiver has to show, in hexadecimal; null: one that a public authority issued. */
  certificateSha256: string | null;
  /** Whether an operator lets it be in a private network. */
  mayBePrivate: boolean;
}

/** Hands messages to receivers that strangers chose: never one inside our own network, unless an operator allowed it. */
export interface SyslogSender {
  /**
   * Over one connection, in order; each is a whole message of RFC 5424. Resolves once the receiver has ended the connection in
   * good order after the last one: syslog has no other word that something came. @throws SyslogError
   */
  send(address: SyslogAddress, messages: readonly Buffer[]): Promise<void>;
}

export type SyslogFailure = 'ADDRESS_REFUSED' | 'CERTIFICATE' | 'TIMED_OUT' | 'FAILED';

export class SyslogError extends Error {
  readonly code: SyslogFailure;

  constructor(code: SyslogFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SyslogError';
    this.code = code;
  }
}
