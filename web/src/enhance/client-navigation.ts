let shown = location.pathname + location.search;
let arrived: () => void = () => {};

/**
 * Client navigation between static pages: links with `data-client-navigation`, and back and forward between pages that
 * came this way. Back and forward within a page go to the place that the address then names.
 * @param onArrived called when another page has taken the place of this one
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

/** Brings the place that the address names into view; the top of the page where it names none. */
export function toPlace(behavior: ScrollBehavior = 'auto'): void {
  const place = document.getElementById(location.hash.slice(1));
  if (place) place.scrollIntoView({ behavior });
  else scrollTo({ top: 0, behavior });
}

/** Shows another static page in place of this one, from its top. Resolves when it is there. */
export async function navigate(address: string): Promise<void> {
  // The same address twice is one step back, as for every link.
  if (new URL(address, location.href).href !== location.href) history.pushState(null, '', address);
  await show();
}

/** Fetches the page of the present address. Whatever goes wrong, the browser loads it itself. */
async function show(): Promise<void> {
  const { href } = location;
  try {
    const answer = await fetch(href, { headers: { accept: 'text/html' } });
    // Each page has the styles that it uses (finish-static-pages.ts). The policy of the page that was loaded knows no other
    // inline styles than its own, but a sheet that its scripts make is adopted.
    const styles = new CSSStyleSheet();
    const html = (await answer.text()).replace(/<style>([\s\S]*?)<\/style>/, (_, text: string) => {
      styles.replaceSync(text);
      return '';
    });
    // Meanwhile the reader went on, and what comes next is already on its way.
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
