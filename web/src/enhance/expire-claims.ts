import { isCurrent } from '../content/claims.ts';

/** Takes away claims whose last day has passed since the page was written. */
export function expireClaims(page: ParentNode, today: Date = new Date()): void {
  for (const claim of page.querySelectorAll<HTMLElement>('[data-valid-until]')) {
    if (!isCurrent({ validUntil: claim.dataset.validUntil! }, today)) claim.remove();
  }
}
