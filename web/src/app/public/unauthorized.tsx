import { ShieldX } from 'lucide-react';
import { STATIC_PAGE } from '../../static-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NoIndex } from './page-meta.tsx';

export const handle = STATIC_PAGE;

export default function Unauthorized() {
  return (
    <div className="grid min-h-[70dvh] place-items-center p-5">
      <title>Access denied – DUAI</title>
      <NoIndex />
      <Card className="w-full max-w-lg text-center">
        <ShieldX aria-hidden className="mx-auto size-10 text-red" strokeWidth={1.5} />
        <h1 className="mt-3 font-serif text-2xl font-semibold">Access denied</h1>
        <p className="mt-3 text-grey-4">
          You don't have permission to access this page. This area is restricted to authorized personnel only.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/">Return to Home</ButtonLink>
          {/* The server redirects /duaicheck to the trial portal, so this is a full navigation. */}
          <ButtonLink to="/duaicheck" reloadDocument variant="secondary">
            Back to the platform
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
