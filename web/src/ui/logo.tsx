import { Link } from 'react-router';

/** Word mark with the film mark: a D, and the line of light through it. */
export function Logo({ to = '/', suffix }: { readonly to?: string; readonly suffix?: string }) {
  return (
    <Link to={to} className="inline-flex min-h-10 items-center gap-2.5 text-ink no-underline">
      <svg aria-hidden viewBox="0 0 32 32" className="size-7 shrink-0">
        <path d="M9 6h7a10 10 0 0 1 0 20H9z" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <path d="M3 16h26" stroke="var(--signal)" strokeWidth="2.5" />
      </svg>
      <span className="text-lg font-bold tracking-wide">DUAI</span>
      {suffix && <span className="border-s border-grey-2 ps-2.5 text-[0.95em] text-grey-4">{suffix}</span>}
    </Link>
  );
}
