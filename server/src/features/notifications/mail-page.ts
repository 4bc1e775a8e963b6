import type { Language } from '@duai/contract';

interface MailPage {
  language: Language;
  subject: string;
  /** Plain text, or a link with the label of its button. */
  paragraphs: (string | { link: string; label: string })[];
  /** Text above the plain address of a link, for mail programs that show no button. */
  copyAddress: string;
  foot: string[];
}

/** Colours of the site's tokens. Mail programs cannot load the site's files or fonts, so everything is in the mail. */
const STYLE = `
body{margin:0;background:#fbfaf7;color:#14212b;font:17px/1.6 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{box-sizing:border-box;max-width:36em;margin:0 auto;padding:32px 20px}
.brand{margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #d8dcde;font-weight:700;letter-spacing:.08em}
h1{margin:0 0 16px;font-size:1.3em;line-height:1.3}
p{margin:0 0 16px}
.number{white-space:nowrap}
.button{display:inline-block;padding:12px 20px;border-radius:4px;background:#00666e;color:#fff;font-weight:600;text-decoration:none}
.small{font-size:.85em;color:#4d5a63}
.small a{color:inherit;word-break:break-all}
.foot{margin-top:32px;padding-top:12px;border-top:1px solid #d8dcde}
@media (prefers-color-scheme:dark){body{background:#0f1417;color:#eef2f3}.brand,.foot{border-color:#39444b}.button{background:#54c8d0;color:#0b1114}.small{color:#b3bec4}}`;

/** A mail as HTML, for small screens, dark mode and right-to-left scripts. */
export function mailPage({ language, subject, paragraphs, copyAddress, foot }: MailPage): string {
  const body = paragraphs.map((paragraph) => {
    if (typeof paragraph === 'string') return `<p>${withWholeNumbers(paragraph)}</p>`;
    const link = escapeHtml(paragraph.link);
    return `<p><a class="button" href="${link}">${escapeHtml(paragraph.label)}</a></p>
<p class="small">${copyAddress}<br><a href="${link}"><bdi dir="ltr">${link}</bdi></a></p>`;
  });
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body><main>
<p class="brand">DUAI</p>
<h1>${withWholeNumbers(subject)}</h1>
${body.join('\n')}
<div class="foot small">${[...foot.map(escapeHtml), 'DUAI'].map((line) => `<p>${line}</p>`).join('')}</div>
</main></body></html>`;
}

/** Keeps a case number on one line, and left to right within right-to-left text. */
const withWholeNumbers = (text: string): string =>
  escapeHtml(text).replace(/\bSO-\d{4}-\d{6}\b/g, '<bdi class="number">$&</bdi>');

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
