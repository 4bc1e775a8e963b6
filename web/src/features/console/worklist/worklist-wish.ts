import { cases } from '@duai/contract';
import { useState } from 'react';

let kept: { owner: string; wish: cases.WorklistWish } | null = null;

/**
 * How this reader looks at the worklist: the same after a case was opened, and what "next case" goes by. It is kept in memory
 * alone, because words that are looked for can be about a person, and ends with the page.
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
