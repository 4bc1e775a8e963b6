/** Hosts that show the site without its server; there the copies beside the pages are used from the start. */
const PREVIEW_HOST = /(^|\.)preview\.duai\.example$/;

/** Whether pictures come from the copies beside the page. */
export const hasNoServer = (host: string): boolean => PREVIEW_HOST.test(host);

/**
 * Replaces a picture that fails to load with its local copy or a placeholder, once. A picture with several sources has its
 * copy in the page itself (`data-local=""`), so removing the others shows it.
 */
export function replaceFailedImages(page: Document): void {
  const takeCopy = (image: HTMLImageElement) => {
    const copy = image.dataset.local;
    if (copy === undefined) return;
    delete image.dataset.local;
    image.closest('picture')?.querySelector('source')?.remove();
    if (copy) image.src = copy;
  };
  const isPreview = hasNoServer(page.location.hostname);
  for (const image of page.querySelectorAll<HTMLImageElement>('img[data-local]')) {
    const hasFailed = image.complete && image.naturalWidth === 0 && image.currentSrc !== '';
    if (isPreview || hasFailed) takeCopy(image);
    else image.addEventListener('error', () => takeCopy(image), { once: true });
  }
}
