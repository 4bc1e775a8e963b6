/** Controls that the focus may go to by itself. Not text fields: keys meant for a button would be typed there. */
const CONTROLS =
  'a[href], button, summary, select, input:is([type=checkbox], [type=radio], [type=range]), [tabindex="0"]';

/** What had the focus last, the controls before it, the nearest first, and whether it was disabled meanwhile. */
let last: { readonly element: HTMLElement; readonly before: readonly HTMLElement[]; wasDisabled: boolean } | undefined;

const canTake = (control: HTMLElement): boolean =>
  control.isConnected && !control.matches(':disabled') && control.checkVisibility();

/**
 * Ref for the main part of a page: where a step removes the control that has the focus, the control before it gets the focus, on
 * another page the main part itself; one that was disabled has it again afterwards (WCAG 2.4.3). Otherwise the keyboard would
 * begin at the top of the page. The one before and not the one after, because a key that is pressed twice must not do something
 * else: "Claim" is followed by "Return".
 */
export function keepFocus(main: HTMLElement): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const isBefore = (control: HTMLElement) =>
      (target.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const before = [...main.querySelectorAll<HTMLElement>(CONTROLS)].filter(isBefore).reverse();
    last = { element: target, before, wasDisabled: false };
  };
  let isDue = false;
  const restore = () => {
    isDue = false;
    if (!last || (document.activeElement ?? document.body) !== document.body) return;
    const { element, before, wasDisabled } = last;
    if (!element.isConnected) (before.find(canTake) ?? main).focus({ preventScroll: true });
    else if (wasDisabled && canTake(element)) element.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (last?.element.matches(':disabled')) last.wasDisabled = true;
    // The browser takes the focus from a disabled button only after the next frame's callbacks (HTML, focus fixup).
    if (!isDue) requestAnimationFrame(() => requestAnimationFrame(restore));
    isDue = true;
  });
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  main.addEventListener('focusin', remember);
  restore();
  return () => {
    observer.disconnect();
    main.removeEventListener('focusin', remember);
  };
}
