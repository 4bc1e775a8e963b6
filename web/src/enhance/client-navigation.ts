let shown = location.pathname + location.search;
let arrived: () => void = () => {};

/**
 * Client navigation between static pages: follows links with `data-client-navigation`, and back and forward between pages
 * reached this way. Back and forward within a page scroll to the place in the URL.
 * @param onArrived called when another page has replaced this one
 */
export function followClientLinks(onArrived: () => void): void {
  arrived = onArrived;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-client-navigation]');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(link.href);
  });
  addEventListener('popstate', () => {
    if (location.pathname + location.search === shown) toPlace();
    else void show();
  });
}

/** Scrolls to the element that the URL's fragment names, or to the top of the page. */
export function toPlace(behavior: ScrollBehavior = 'auto'): void {
  const place = document.getElementById(location.hash.slice(1));
  if (place) place.scrollIntoView({ behavior });
  else scrollTo({ top: 0, behavior });
}

/** Replaces this page with another static page, scrolled to its top. Resolves when it is shown. */
export async function navigate(address: string): Promise<void> {
  // Navigating to the same address adds no history entry, as for every link.
  if (new URL(address, location.href).href !== location.href) history.pushState(null, '', address);
  await show();
}

/** Fetches and shows the page of the current address. On any failure the browser loads it itself. */
async function show(): Promise<void> {
  const { href } = location;
  try {
    const answer = await fetch(href, { headers: { accept: 'text/html' } });
    // Each page has only the styles that it uses (finish-static-pages.ts). The Content-Security-Policy of the first page
    // allows no other inline styles, but it does not apply to stylesheets that scripts construct.
    const styles = new CSSStyleSheet();
    const html = (await answer.text()).replace(/<style>([\s\S]*?)<\/style>/, (_, text: string) => {
      styles.replaceSync(text);
      return '';
    });
    // Meanwhile the reader navigated on, and the next page is already being loaded.
    if (location.href !== href) return;
    const next = new DOMParser().parseFromString(html, 'text/html');
    if (!answer.ok || !('static' in next.documentElement.dataset)) throw new Error('not a static page');
    const said = 'title, meta, link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';
    for (const element of document.head.querySelectorAll(said)) element.remove();
    document.head.append(...next.head.querySelectorAll(said));
    document.adoptedStyleSheets = [styles];
    document.head.querySelector('style')?.remove();
    document.body.replaceWith(next.body);
  } catch {
    location.reload();
    return;
  }
  shown = location.pathname + location.search;
  toPlace('instant');
  document.getElementById('content')?.focus({ preventScroll: true });
  arrived();
}
