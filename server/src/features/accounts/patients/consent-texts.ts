import { CONSENT_PURPOSES, CONSENT_VERSION, consentTexts as contract } from '@duai/contract';
import * as store from './patients.store.ts';

const KEPT: Readonly<Record<string, (typeof contract.CONSENT_TEXTS)[typeof CONSENT_VERSION]>> = contract.CONSENT_TEXTS;

/** Every version that is in force, kept or agreed to, the newest first. */
export async function listConsentTexts(on: store.Reads): Promise<contract.ConsentVersion[]> {
  const counts = await store.countConsents(on);
  const versions = new Set([CONSENT_VERSION, ...Object.keys(KEPT), ...counts.map(({ version }) => version)]);
  return [...versions]
    .sort()
    .reverse()
    .map((version) => ({
      version,
      isInForce: version === CONSENT_VERSION,
      purposes: CONSENT_PURPOSES.map((purpose) => {
        const count = counts.find((row) => row.version === version && row.purpose === purpose);
        return {
          purpose,
          agreed: count?.agreed ?? 0,
          withdrawn: count?.withdrawn ?? 0,
          firstAt: count?.firstAt.toISOString() ?? null,
          lastAt: count?.lastAt.toISOString() ?? null,
          texts: KEPT[version]?.[purpose] ?? null,
        };
      }),
    }));
}
