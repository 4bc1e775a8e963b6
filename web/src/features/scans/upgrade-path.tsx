import { apiErrorOf } from '../../lib/api.ts';
import { ButtonLink } from '../../ui/button.tsx';

const LIMITS = ['TRIAL_EXPIRED', 'TRIAL_SCANS_USED_UP'];

/** The way on where the trial's limits refused a study; nothing for any other error. */
export function UpgradePath({ error }: { readonly error: unknown }) {
  const code = apiErrorOf(error)?.code;
  return code && LIMITS.includes(code) ? <UpgradeLink /> : null;
}

export const UpgradeLink = () => (
  <ButtonLink variant="secondary" size="small" to="/duaicheck-trial/usage">
    Ask for an upgrade
  </ButtonLink>
);
