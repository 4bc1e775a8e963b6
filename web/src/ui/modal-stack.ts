/** The element that holds the pages; toasts and dialogs stand beside it. */
export const PAGE_ID = 'page';

const open: HTMLElement[] = [];

/** Only the uppermost dialog can be reached; the page and the dialogs below are inert. Toasts stay alive. */
function settle(): void {
  const page = document.getElementById(PAGE_ID);
  if (page) page.inert = open.length > 0;
  for (const [index, dialog] of open.entries()) dialog.inert = index < open.length - 1;
}

/**
 * A step that takes the focused button away, or disables it, would leave the focus nowhere: Escape dead, the reader outside.
 * The browser notices only after the next frame's callbacks (HTML, focus fixup); by then the dialog has the focus.
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
  // Tabbing on past the last control leaves the page for the browser's own bar; Escape still closes after the way back.
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

/** Puts a dialog on top and moves the focus into it; the returned function takes it away and gives the focus back. */
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
