/** Hosts on which the site is shown without its server: there the copies beside the pages are used from the start. */
const PREVIEW_HOST = /(^|\.)preview\.duai\.example$/;

/** Whether pictures are taken from the copies beside the page. */
export const hasNoServer = (host: string): boolean => PREVIEW_HOST.test(host);

/**
 * A picture that fails is replaced by its local copy or a placeholder, once. One of several sources has its copy in the page
 * itself (`data-local=""`): without the others it shows that.
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
