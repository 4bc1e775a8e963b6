import { CONTACTS } from '../../content/contacts.ts';
import { apiErrorOf } from '../../lib/api.ts';
import { buttonClasses } from '../../ui/button.tsx';

const LIMITS = ['TRIAL_EXPIRED', 'TRIAL_SCANS_USED_UP'];

/** The way on where the trial's limits refused a study; nothing for any other error. */
export function UpgradePath({ error }: { readonly error: unknown }) {
  const code = apiErrorOf(error)?.code;
  if (!code || !LIMITS.includes(code)) return null;
  return (
    <a
      className={buttonClasses('secondary', 'small')}
      href={`mailto:${CONTACTS.sales}?subject=${encodeURIComponent('DuaiCheck upgrade')}`}
    >
      Ask for an upgrade
    </a>
  );
}
