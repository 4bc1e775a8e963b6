import type { TrialPartner } from '../../../content/trial-partners.ts';

/** Drawn logos of the invented partners: one line drawing each, on a 32 × 32 grid. */
const MARKS: Record<TrialPartner['id'], string> = {
  lumenlung: 'M15 5v9M17 5v9M14 12C8 10 5 17 5 24c0 4 9 3 9-2zM18 12c6-2 9 5 9 12 0 4-9 3-9-2z',
  corvision: 'M16 27C7 20 4 15 6 10c2-4 8-4 10 1 2-5 8-5 10-1 2 5-1 10-10 17zM3 17h7l3-6 4 10 3-6h9',
  neurograph:
    'M16 6c-7-3-11 3-9 7-4 3-2 9 2 9 1 5 7 5 7 2zM16 6c7-3 11 3 9 7 4 3 2 9-2 9-1 5-7 5-7 2zM16 6v18M10 14h3M19 18h3',
  osteoread: 'M9 9l14 14M6 11a3 3 0 1 1 3-5 3 3 0 1 1 4 3l10 10a3 3 0 1 1 3 4 3 3 0 1 1-5 3L8 13a3 3 0 0 1-2-2z',
  mammolens: 'M14 14m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M21 21l7 7M14 14m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  abdoscan: 'M5 9c6-5 16-5 22 0v14c-6 5-16 5-22 0zM3 16h26M11 12v8M21 12v8',
};

export function PartnerMark({ id }: { readonly id: keyof typeof MARKS }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-9 shrink-0 text-signal">
      <path d={MARKS[id]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
