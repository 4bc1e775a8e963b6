export interface MllpAddress {
  host: string;
  port: number;
  transport: 'tls' | 'plain';
  /**
   * SHA-256 of the certificate that the receiver must present, in hexadecimal; null: any certificate of a public
   * authority.
   */
  certificateSha256: string | null;
  /** True where an operator allows a private address, or no TLS. */
  mayBePrivate: boolean;
}

/**
 * Sends messages to addresses that customers entered; addresses in our own network are refused, unless an operator
 * allowed it.
 */
export interface MllpSender {
  /** @returns the receiver's answer, without its frame. @throws MllpError */
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
