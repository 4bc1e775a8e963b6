import { apiErrorOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { ButtonLink } from '../../ui/button.tsx';

const LIMITS = ['TRIAL_EXPIRED', 'TRIAL_SCANS_USED_UP'];

/** Offers the upgrade if the trial's limits refused a study; shows nothing for any other error. */
export function UpgradePath({ error }: { readonly error: unknown }) {
  const code = apiErrorOf(error)?.code;
  return code && LIMITS.includes(code) ? <UpgradeLink /> : null;
}

export function UpgradeLink() {
  const texts = useWorkTexts().scans.upgradePath;
  return (
    <ButtonLink variant="secondary" size="small" to="/duaicheck-trial/usage">
      {texts.askForAnUpgrade}
    </ButtonLink>
  );
}
