import { Link } from 'react-router';

/** The company name with the film mark: a D with a line of light through it. Drawn as in media/logos.ts. */
export function Logo({ to = '/', suffix }: { readonly to?: string; readonly suffix?: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-10 max-w-full flex-wrap items-center gap-x-2.5 text-ink pointer-coarse:min-h-11 no-underline"
    >
      <svg aria-hidden viewBox="0 0 91 32" className="h-8 w-auto shrink-0" fill="none" stroke="currentColor">
        <path d="M9 6h7a10 10 0 0 1 0 20H9z" strokeWidth="2.5" />
        <path d="M4 16h24" stroke="var(--signal)" strokeWidth="2.5" strokeLinecap="square" />
        <g strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
          <path d="M42 9h5a7 7 0 0 1 0 14h-5z" />
          <path d="M57.4 9v8.75a5.25 5.25 0 0 0 10.5 0V9" />
          <path d="M71.3 23l6-14 6 14M73.4 18.5h7.8" />
          <path d="M86.7 9v14" />
        </g>
      </svg>
      <span className="sr-only">DUAI</span>
      {suffix && <span className="border-s border-grey-2 ps-2.5 text-[0.95em] text-grey-4">{suffix}</span>}
    </Link>
  );
}
