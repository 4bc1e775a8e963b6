import type { accounts } from '@duai/contract';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

/** Says why nothing can be done with this account's cases, and lets the patient give the missing consents. */
export function ConsentRequired({ missing }: { readonly missing: accounts.Patient['missingConsents'] }) {
  const texts = useMessages().accounts.consents;
  const [isOpen, setIsOpen] = useState(false);
  if (missing.length === 0) return null;
  return (
    <>
      <Banner
        tone="warning"
        title={texts.requiredTitle}
        action={<Button onClick={() => setIsOpen(true)}>{texts.give}</Button>}
      >
        {texts.requiredText}
      </Banner>
      <ConsentDialog missing={missing} isOpen={isOpen} onClose={() => setIsOpen(false)} purpose="continue" />
    </>
  );
}
