import english from '@duai/texts/en/interface';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router';
import { NotFoundCard } from './app/public/not-found-card.tsx';
import { createQueryClient } from './lib/queries.ts';
import { useIsStaticPage } from './static-page.ts';
import { ErrorState } from './ui/empty-state.tsx';
import { PAGE_ID } from './ui/focus/modal-stack.ts';
import { Spinner } from './ui/spinner.tsx';
import { Toasts } from './ui/toast.tsx';
import './app.css';
import beforePaint from './before-paint.js?raw';

export function Layout({ children }: { children: React.ReactNode }) {
  const isStatic = useIsStaticPage();
  return (
    // The theme is set before the first paint, so the attribute may differ from the prerendered page.
    <html lang="en" dir="ltr" data-static={isStatic || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        {/* Before the styles, for which a script behind them waits; the build makes it smaller (finish-static-pages.ts). */}
        <script suppressHydrationWarning>{beforePaint}</script>
        <Links />
        {isStatic && <script type="module" src="/src/enhance/site.ts" />}
      </head>
      <body>
        {children}
        {isStatic || (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  const [queryClient] = useState(createQueryClient);
  const isStatic = useIsStaticPage();
  if (useLeavesForStaticPage()) return <HydrateFallback />;
  if (isStatic) return <Outlet />;
  return (
    <QueryClientProvider client={queryClient}>
      <div id={PAGE_ID}>
        <Outlet />
      </div>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Lets the browser follow a link from an app to a static page, so that the page is loaded as it was built. */
function useLeavesForStaticPage(): boolean {
  const isStatic = useIsStaticPage();
  const { key } = useLocation();
  const isLeaving = isStatic && key !== 'default';
  useEffect(() => {
    if (!isLeaving) return;
    // A new document for this history entry only: after a reload, going back would stay in this document. For an address with
    // a fragment the browser would only scroll.
    if (window.location.hash) window.location.reload();
    else window.location.replace(window.location.href);
  }, [isLeaving]);
  return isLeaving;
}

/** Shown by the fallback page until the code of the route is loaded. */
export function HydrateFallback() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <div className="noscript:hidden">
        <Spinner label="DUAI" />
      </div>
      <noscript>
        <p lang="tr" className="max-w-md text-center">
          Bu sayfa JavaScript ile çalışır. <span lang="en">This page needs JavaScript.</span>{' '}
          <span lang="ar" dir="rtl">
            تحتاج هذه الصفحة إلى JavaScript.
          </span>
        </p>
      </noscript>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundCard />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-6">
      <ErrorState
        headingLevel={1}
        title={english.brokenTitle}
        description={english.brokenText}
        actionLabel={english.reload}
        onAction={() => window.location.reload()}
      />
    </main>
  );
}
