import { LANGUAGES } from '@duai/contract';
import mails from '@duai/texts/en/mails';
import { describe, expect, it } from 'vitest';
import { render, TEMPLATE_NAMES } from './templates.ts';

describe('mails and messages', () => {
  it.each(TEMPLATE_NAMES)('%s: as a mail it has no gap, and says where to write', (name) => {
    const values = {
      ...Object.fromEntries(
        [
          ...['code', 'caseNumber', 'reason', 'question', 'institution', 'message', 'date', 'left'],
          ...['name', 'measure', 'day', 'studies', 'evaluated'],
        ].map((key) => [key, '<7>']),
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
      // The button, and the address to copy when a mail program does not open it.
      const links = 'action' in mails.templates[name] ? 2 : 0;
      expect(mail.html.split('href="https://duai.example/x#token=a&#38;b"')).toHaveLength(links + 1);
    }
  });
});
