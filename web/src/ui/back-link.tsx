import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { linkClasses } from './page.tsx';

/** The link back, above the heading of a page. */
export function BackLink({ to, children }: { readonly to: string; readonly children: React.ReactNode }) {
  return (
    <Link to={to} className={`${linkClasses} -my-2 inline-flex min-h-11 items-center gap-2 justify-self-start`}>
      <ArrowLeft aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
      {children}
    </Link>
  );
}
