/** The element that contains the pages; toasts and dialogs are beside it. */
export const PAGE_ID = 'page';

const open: HTMLElement[] = [];

/** Only the top dialog is interactive; the page and the dialogs below are inert. Toasts stay interactive. */
function settle(): void {
  const page = document.getElementById(PAGE_ID);
  if (page) page.inert = open.length > 0;
  for (const [index, dialog] of open.entries()) dialog.inert = index < open.length - 1;
}

/**
 * Keeps the focus in the dialog when a step removes or disables the focused button; otherwise Escape would not work and a
 * screen reader would leave the dialog. The browser resets the focus only after the next frame's callbacks (HTML, focus
 * fixup); by then the dialog has the focus.
 */
function holdFocus(dialog: HTMLElement): () => void {
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() => {
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || activeElement.matches(':disabled');
      if (isLost && open.at(-1) === dialog) dialog.focus({ preventScroll: true });
    }),
  );
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  // Tabbing past the last control leads to the browser's own bar; after returning, Escape still closes the dialog.
  const passOn = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || target !== document.body || open.at(-1) !== dialog) return;
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };
  document.addEventListener('keydown', passOn);
  return () => {
    observer.disconnect();
    document.removeEventListener('keydown', passOn);
  };
}

/** Puts a dialog on top and moves the focus into it; the returned function removes it and restores the focus. */
export function enterModal(dialog: HTMLElement): () => void {
  const before = document.activeElement;
  open.push(dialog);
  settle();
  const first = dialog.querySelector<HTMLElement>('input:not([readonly]), select, textarea, [data-autofocus]');
  (first ?? dialog).focus();
  const letGo = holdFocus(dialog);
  return () => {
    letGo();
    open.splice(open.indexOf(dialog), 1);
    settle();
    if (before instanceof HTMLElement) before.focus();
  };
}
