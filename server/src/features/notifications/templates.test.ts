import { LANGUAGES } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { render, TEMPLATES, type TemplateName } from './templates.ts';

/** Names and loan words that Turkish writes as English does. */
const SHARED = ['duai', 'pin', 'sms', 'duaicheck'];
const words = (text: string) =>
  new Set(
    (
      text
        .replace(/\{\w+\}/g, '')
        .toLowerCase()
        .match(/\p{L}{3,}/gu) ?? []
    ).filter((word) => !SHARED.includes(word)),
  );
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('mails and messages', () => {
  it.each(Object.entries(TEMPLATES))(
    '%s: no English word in Turkish, the same gaps in every language',
    (_name, template) => {
      const action = 'action' in template ? [template.action] : [];
      for (const { tr, en, ar } of [template.subject, template.text, ...action]) {
        const english = words(en);
        expect([...words(tr)].filter((word) => english.has(word))).toEqual([]);
        expect(ar).toMatch(/\p{Script=Arabic}/u);
        expect([placeholders(tr), placeholders(ar)]).toEqual([placeholders(en), placeholders(en)]);
      }
    },
  );

  it.each(Object.keys(TEMPLATES) as TemplateName[])('%s: as a mail it has no gap, and says where to write', (name) => {
    const values = {
      ...Object.fromEntries(
        ['code', 'caseNumber', 'reason', 'question', 'institution', 'message', 'date', 'left'].map((key) => [
          key,
          '<7>',
        ]),
      ),
      link: 'https://duai.example/x#token=a&b',
    };
    for (const language of LANGUAGES) {
      const mail = render(name, values, language, 'soru@duai.example');
      for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toMatch(/\{\w+\}|undefined/);
      expect(mail.text.split('soru@duai.example')).toHaveLength(2);
      expect(mail.html.split('soru@duai.example')).toHaveLength(2);
      expect(mail.html).not.toContain('<7>');
      expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      // The button, and the address to copy where a mail program opens no button.
      const links = TEMPLATES[name].text.en.includes('{link}') ? 2 : 0;
      expect(mail.html.split('href="https://duai.example/x#token=a&#38;b"')).toHaveLength(links + 1);
    }
  });
});
