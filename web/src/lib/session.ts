import { type Audience, STORAGE_KEYS } from '@duai/contract';

export const patientToken = (): string | null => globalThis.localStorage?.getItem(STORAGE_KEYS.patientToken) ?? null;
export const keepPatientToken = (token: string): void => localStorage.setItem(STORAGE_KEYS.patientToken, token);
export const forgetPatientToken = (): void => localStorage.removeItem(STORAGE_KEYS.patientToken);

/**
 * Calls back when another tab signs in or out, because this page may then show another person's data. Returns the
 * unsubscriber.
 */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (storageArea === localStorage && (key === STORAGE_KEYS.patientToken || key === null)) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

type Listener = (audience: Audience) => void;
const listeners = new Set<Listener>();

/** Calls back when a call was refused because the session had ended. Returns the unsubscriber. */
export function onSessionEnded(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportSessionEnded(audience: Audience): void {
  for (const listener of listeners) listener(audience);
}

const consentListeners = new Set<() => void>();

/** Calls back when a call was refused because a consent is missing. Returns the unsubscriber. */
export function onConsentRequired(listener: () => void): () => void {
  consentListeners.add(listener);
  return () => consentListeners.delete(listener);
}

export function reportConsentRequired(): void {
  for (const listener of consentListeners) listener();
}

const renewalListeners = new Set<() => void>();

/**
 * Calls back when the same patient has signed in again on an open page, so that paused work can resume. Returns the
 * unsubscriber.
 */
export function onSessionRenewed(listener: () => void): () => void {
  renewalListeners.add(listener);
  return () => renewalListeners.delete(listener);
}

export function renewPatientToken(token: string): void {
  keepPatientToken(token);
  for (const listener of renewalListeners) listener();
}
