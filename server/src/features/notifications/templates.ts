import type { Language } from '@duai/contract';
import ar from '@duai/texts/ar/mails';
import en, { type Texts } from '@duai/texts/en/mails';
import tr from '@duai/texts/tr/mails';
import { mailPage } from './mail-page.ts';

type Text = string | ((params: never) => string);

interface Template {
  readonly subject: Text;
  /** Paragraphs separated by an empty line; `{link}` is a paragraph of its own. */
  readonly text: Text;
  /** The label of the link's button; required wherever there is a link. */
  readonly action?: string;
}

/**
 * Every mail and message by language (texts/<language>/mails.json). None contains clinical data: no finding, modality
 * or body part (quality.md, line 13). An SMS has only the first paragraph.
 */
const MAILS: Record<Language, Texts> = { tr, en, ar };

export type TemplateName = keyof Texts['templates'];
export const TEMPLATE_NAMES = Object.keys(en.templates) as TemplateName[];

const write = (text: Text, params: Readonly<Record<string, string>>): string =>
  typeof text === 'string' ? text : text(params as never);

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  sms: string;
}

/** A message in the reader's language, as a mail (subject, text, HTML) and as an SMS (its first paragraph). */
export function render(
  name: TemplateName,
  values: Record<string, string>,
  language: Language,
  contactEmail: string,
): Rendered {
  const mails = MAILS[language];
  const template: Template = mails.templates[name];
  const params = { link: '', ...values, contact: contactEmail };
  const subject = write(template.subject, params);
  const text = write(template.text, params);
  const paragraphs = text.split('\n\n');
  // Replies to the sender's address are not read, so every mail names a contact.
  const namesContact = text !== write(template.text, { ...params, contact: '' });
  const foot = namesContact ? [] : [mails.questions({ contact: contactEmail })];
  return {
    subject,
    text: [...paragraphs, ...foot, 'DUAI'].join('\n\n'),
    html: mailPage({
      language,
      subject,
      copyAddress: mails.copyAddress,
      paragraphs: paragraphs.map((paragraph) =>
        template.action !== undefined && paragraph === params.link
          ? { link: params.link, label: template.action }
          : paragraph,
      ),
      foot,
    }),
    sms: `DUAI: ${paragraphs[0]}`,
  };
}
