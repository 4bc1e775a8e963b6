import { passkeys } from '@duai/contract';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import { call } from '../../../lib/api.ts';

/** Passkeys belong to domains, so a browser refuses them at an IP address. */
const isDomain = (host: string): boolean => host !== '' && !/^[\d.]+$|^\[/.test(host);

/** Whether this browser can use passkeys at the address of this page. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && isDomain(globalThis.location?.hostname ?? '');

/** No extensions are requested, and those that a browser adds are not sent. */
const NO_EXTENSIONS = { clientExtensionResults: {} };

/**
 * Gets the options from the server, creates the passkey on the device and has the server verify it.
 * @throws ApiError, WebAuthnError, DOMException of the browser
 */
export async function addPasskey(wish: { password: string; name: string }): Promise<passkeys.Passkey[]> {
  const optionsJSON = await call(passkeys.beginPasskey, { body: { password: wish.password } });
  const credential = await startRegistration({ optionsJSON });
  return call(passkeys.addPasskey, { body: { name: wish.name, credential: { ...credential, ...NO_EXTENSIONS } } });
}

/** @returns the token of the new session. @throws ApiError, WebAuthnError, DOMException of the browser */
export async function signInWithPasskey(): Promise<string> {
  const optionsJSON = await call(passkeys.beginPasskeyLogin);
  const credential = await startAuthentication({ optionsJSON });
  const body = { credential: { ...credential, ...NO_EXTENSIONS } };
  return (await call(passkeys.loginWithPasskey, { body })).token;
}

type Trouble = 'alreadyHere' | 'notPossible' | 'stopped';

const TROUBLES: Partial<Record<WebAuthnErrorCode, Trouble>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'alreadyHere',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'notPossible',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'notPossible',
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: 'notPossible',
};

/** Why the device or its owner refused; null for every other error, including those of the server. */
export function deviceTroubleOf(error: unknown): Trouble | null {
  if (error instanceof WebAuthnError) return TROUBLES[error.code] ?? 'stopped';
  // Web Authentication section 5.1: cancelled, timed out, or no passkey of this site on the device.
  return error instanceof DOMException ? 'stopped' : null;
}
