import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useMessages } from '../../lib/messages.tsx';

/** Link from the settings to the patient's data rights. */
export function MyDataLink() {
  const texts = useMessages().rights;
  return (
    <Link
      to="/second-opinion/my-data"
      className="flex items-center gap-4 rounded border border-grey-2 bg-surface p-5 hover:border-ink sm:p-6"
    >
      <span className="grid flex-1 gap-1">
        <span className="font-serif text-xl font-semibold">{texts.link}</span>
        <span className="text-grey-4">{texts.linkText}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 rtl:-scale-x-100" />
    </Link>
  );
}
