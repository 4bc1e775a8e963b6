/** The element that holds the pages; toasts and dialogs stand beside it. */
export const PAGE_ID = 'page';

const open: HTMLElement[] = [];

/** Only the uppermost dialog can be reached; the page and the dialogs below are inert. Toasts stay alive. */
function settle(): void {
  const page = document.getElementById(PAGE_ID);
  if (page) page.inert = open.length > 0;
  for (const [index, dialog] of open.entries()) dialog.inert = index < open.length - 1;
}

/** Puts a dialog on top and moves the focus into it; the returned function takes it away and gives the focus back. */
export function enterModal(dialog: HTMLElement): () => void {
  const before = document.activeElement;
  open.push(dialog);
  settle();
  const first = dialog.querySelector<HTMLElement>('input:not([readonly]), select, textarea, [data-autofocus]');
  (first ?? dialog).focus();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    settle();
    if (before instanceof HTMLElement) before.focus();
  };
}
