import type { Language } from '@duai/contract';

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The form of a count by the language's own plural rules (CLDR; Arabic has six); `#` stands for the number. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('#', new Intl.NumberFormat(language === 'ar' ? 'ar' : language).format(count));
}
