import type { Enhancement } from '../enhancement.ts';

const CONFIRM = 'Click again to confirm';

/** The first click selects a request, a second on the same one opens its mail draft; another click moves the selection. */
export const contactRequests: Enhancement = (page, signal) => {
  const buttons = [...page.querySelectorAll<HTMLElement>('[data-draft]')];
  const select = (chosen: HTMLElement | null) => {
    for (const button of buttons) {
      const label = button.querySelector<HTMLElement>('[data-label]')!;
      button.setAttribute('aria-pressed', String(button === chosen));
      label.textContent = button === chosen ? CONFIRM : label.dataset.label!;
    }
  };
  for (const button of buttons) {
    button.addEventListener(
      'click',
      () => {
        if (button.getAttribute('aria-pressed') !== 'true') return select(button);
        openMail(button.dataset.draft!);
        select(null);
      },
      { signal },
    );
  }
};

/** Opens the draft as a link would, so that a reader without a mail program stays on the page. */
function openMail(draft: string): void {
  const link = document.createElement('a');
  link.href = draft;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
