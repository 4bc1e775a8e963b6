/** A vendor's server that accepts studies by STOW-RS, as plain data, because it is also passed to child processes. */
export interface VendorBox {
  /** Root of its DICOMweb service, to which `/studies` is appended. */
  address: string;
  token: string | null;
  /** Hosts that may have private addresses or no TLS. */
  allowedHosts: readonly string[];
  timeoutMs: number;
}

/** The server did not store everything that it was sent. */
export class VendorRefused extends Error {
  readonly code = 'REMOTE_REFUSED';
}
