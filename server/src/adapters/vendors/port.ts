/** A vendor's own box that takes studies by STOW-RS, as plain data: a child process gets it too. */
export interface VendorBox {
  /** Root of its DICOMweb service; `/studies` follows. */
  address: string;
  token: string | null;
  /** Hosts that may be private or have no TLS. */
  allowedHosts: readonly string[];
  timeoutMs: number;
}

/** The box took none or not all of what it was sent. */
export class VendorRefused extends Error {
  readonly code = 'REMOTE_REFUSED';
}
