import { describe, expect, it } from 'vitest';
import { TEMPLATES } from './templates.ts';

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
      for (const { tr, en, ar } of [template.subject, template.text]) {
        const english = words(en);
        expect([...words(tr)].filter((word) => english.has(word))).toEqual([]);
        expect(ar).toMatch(/\p{Script=Arabic}/u);
        expect([placeholders(tr), placeholders(ar)]).toEqual([placeholders(en), placeholders(en)]);
      }
    },
  );
});
