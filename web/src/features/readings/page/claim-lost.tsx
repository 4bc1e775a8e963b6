import type { studies } from '@duai/contract';
import { useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';

/** Says that this reader's claim ended by itself, or that a colleague took the case over, while the page was open. */
export function ClaimLost({
  of,
  isMine,
  isGivenBack = false,
}: {
  readonly of: studies.Reading['case'];
  readonly isMine: boolean;
  /** The reader returned the case. */
  readonly isGivenBack?: boolean;
}) {
  const texts = useWorkTexts().readings.page;
  const [hasHeld, setHasHeld] = useState(isMine);
  if (isMine && !hasHeld) setHasHeld(true);
  if (!hasHeld || isMine || isGivenBack || of.status !== 'processing') return null;
  return (
    // In sight wherever the reader was writing, also where the page scrolls.
    <div className="sticky top-0 z-20">
      <Banner tone="warning" title={texts.lostTitle} className="rounded-none border-x-0 px-3 py-2 text-sm">
        {of.claimedBy ? texts.lostTaken({ name: of.claimedBy.name }) : texts.lostEnded}
      </Banner>
    </div>
  );
}
