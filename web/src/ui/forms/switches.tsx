import type { Language } from '@duai/contract';
import { Languages, SunMoon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classes } from '../../lib/class-names.ts';
import { LANGUAGE_NAMES } from '../../lib/language.ts';
import { useInterfaceTexts, useReader } from '../../lib/messages.tsx';
import { applyTheme, storedTheme, THEMES, type Theme } from '../../lib/theme.ts';

export const switchClasses =
  'min-h-9 pointer-coarse:min-h-11 max-w-32 rounded border border-transparent bg-transparent py-1 pe-1 ps-8 text-sm font-medium text-grey-5 hover:border-grey-3 [&>option]:bg-surface [&>option]:text-ink';

const fieldClasses =
  'min-h-11 rounded border border-grey-3 bg-surface py-2 pe-3 ps-9 hover:border-ink [&>option]:bg-surface [&>option]:text-ink';

export function LanguageSwitch({
  onChoose,
  isField = false,
}: {
  readonly onChoose?: (language: Language) => void;
  /** Styled like the other fields of a form. */
  readonly isField?: boolean;
}) {
  const { language, languages, messages, chooseLanguage } = useReader();
  return (
    <div className="relative inline-flex items-center print:hidden">
      <Languages aria-hidden className="pointer-events-none absolute start-2 size-4.5 text-grey-4" />
      <select
        aria-label={messages.interface.chooseLanguage}
        value={language}
        onChange={(event) => {
          const chosen = event.target.value as Language;
          chooseLanguage(chosen);
          onChoose?.(chosen);
        }}
        className={isField ? fieldClasses : switchClasses}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** `isCompact`: only the icon on a phone, for rows with other elements. */
export function ThemeSwitch({ isCompact = false }: { readonly isCompact?: boolean }) {
  const texts = useInterfaceTexts();
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(storedTheme()), []);
  return (
    <div className="relative inline-flex items-center print:hidden noscript:hidden">
      <SunMoon aria-hidden className="pointer-events-none absolute start-2 size-4.5 text-grey-4" />
      <select
        data-enhance="theme-switch"
        aria-label={texts.theme}
        value={theme}
        onChange={(event) => {
          const chosen = event.target.value as Theme;
          setTheme(chosen);
          applyTheme(chosen);
        }}
        className={
          isCompact ? classes(switchClasses, 'max-sm:w-10 max-sm:pe-0 max-sm:text-transparent') : switchClasses
        }
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {texts.themes[each]}
          </option>
        ))}
      </select>
    </div>
  );
}
