import { cases } from '@duai/contract';
import { useState } from 'react';

let kept: { owner: string; wish: cases.WorklistWish } | null = null;

/**
 * The current view of the worklist; it stays when a case is opened, and "next case" follows it. Kept only in memory, because
 * search words can be about a person, and lost when the page is closed.
 */
export function useWorklistWish(owner: string): [cases.WorklistWish, (wish: cases.WorklistWish) => void] {
  const [wish, setWish] = useState(() => (kept?.owner === owner ? kept.wish : cases.worklistWishSchema.parse({})));
  return [
    wish,
    (changed) => {
      kept = { owner, wish: changed };
      setWish(changed);
    },
  ];
}
