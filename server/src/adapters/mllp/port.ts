export interface MllpAddress {
  host: string;
  port: number;
  transport: 'tls' | 'plain';
  /** Of the certificate that the receiver has to show, in hexadecimal; null: one that a public authority issued. */
  certificateSha256: string | null;
  /** Whether an operator lets it be in a private network, or without TLS. */
  mayBePrivate: boolean;
}

/** Hands messages to receivers that strangers chose: never one inside our own network, unless an operator allowed it. */
export interface MllpSender {
  /** @returns the answer of the receiver, without its frame. @throws MllpError */
  send(address: MllpAddress, message: Uint8Array): Promise<Buffer>;
}

export type MllpFailure = 'ADDRESS_REFUSED' | 'CERTIFICATE' | 'TOO_LARGE' | 'ANSWER_TOO_LARGE' | 'TIMED_OUT' | 'FAILED';

export class MllpError extends Error {
  readonly code: MllpFailure;

  constructor(code: MllpFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MllpError';
    this.code = code;
  }
}
