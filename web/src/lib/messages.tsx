import type { Language } from '@duai/contract';
import englishChecks, { type Texts as CheckTexts } from '@duai/texts/en/checks';
import english, { type Texts as InterfaceTexts } from '@duai/texts/en/interface';
import type { Texts as PasswordTexts } from '@duai/texts/tr/passwords';
import type { Texts as PatientTexts } from '@duai/texts/tr/patient';
import type { Texts as WorkplaceTexts } from '@duai/texts/tr/workplace';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { activateLanguage, storedLanguage, storeLanguage } from './language.ts';

/** The texts of one area of the site. Each language is a separate chunk, so that a reader loads only one. */
type Catalogue<T> = Partial<Record<Language, () => Promise<T & Shared>>>;
interface Shared {
  /** Labels of the design system. */
  readonly interface: InterfaceTexts;
  /** Texts of form rules, and of reasons why files are refused. */
  readonly checks: CheckTexts;
  /** Forgotten and new passwords. */
  readonly passwords: PasswordTexts;
}

export type Messages = PatientTexts & Shared;

type Module<T> = Promise<{ readonly default: T }>;
/** Loads the texts of an area and those shared by all areas at the same time. */
const together =
  <T,>(
    part: () => Module<T>,
    labels: () => Module<InterfaceTexts>,
    passwords: () => Module<PasswordTexts>,
    checks: () => Module<CheckTexts>,
  ) =>
  async (): Promise<T & Shared> => {
    const loaded = await Promise.all([part(), labels(), passwords(), checks()]);
    return {
      ...loaded[0].default,
      interface: loaded[1].default,
      passwords: loaded[2].default,
      checks: loaded[3].default,
    };
  };

const SHARED = {
  tr: [
    () => import('@duai/texts/tr/interface'),
    () => import('@duai/texts/tr/passwords'),
    () => import('@duai/texts/tr/checks'),
  ],
  en: [
    async () => ({ default: english }),
    () => import('@duai/texts/en/passwords'),
    async () => ({ default: englishChecks }),
  ],
  ar: [
    () => import('@duai/texts/ar/interface'),
    () => import('@duai/texts/ar/passwords'),
    () => import('@duai/texts/ar/checks'),
  ],
} as const;

export const PATIENT_TEXTS: Catalogue<PatientTexts> = {
  tr: together(() => import('@duai/texts/tr/patient'), ...SHARED.tr),
  en: together(() => import('@duai/texts/en/patient'), ...SHARED.en),
  ar: together(() => import('@duai/texts/ar/patient'), ...SHARED.ar),
};

/** Texts of portal and console. */
export const WORK_TEXTS: Catalogue<WorkplaceTexts> = {
  en: together(() => import('@duai/texts/en/workplace'), ...SHARED.en),
  tr: together(() => import('@duai/texts/tr/workplace'), ...SHARED.tr),
};

interface LanguageState {
  readonly language: Language;
  /** Languages that can be chosen here. */
  readonly languages: readonly Language[];
  readonly catalogue: Catalogue<object>;
  readonly messages: Shared;
  readonly chooseLanguage: (language: Language) => void;
}
export const LanguageContext = createContext<LanguageState | null>(null);

export interface LanguageProviderProps {
  readonly catalogue: Catalogue<object>;
  /** The languages of the catalogue that are offered here; all of them if absent. */
  readonly languages?: readonly Language[];
  /** Used if the reader has not chosen a language, or has chosen one that this area does not offer. */
  readonly defaultLanguage: Language;
  readonly loading?: React.ReactNode;
  readonly children: React.ReactNode;
}

/** Provides an area of the site with the reader's language: the stored choice, or else the area's default. */
export function LanguageProvider({ catalogue, languages, defaultLanguage, loading, children }: LanguageProviderProps) {
  const [wanted, setWanted] = useState<Language | null>(null);
  const [loaded, setLoaded] = useState<Pick<LanguageState, 'language' | 'messages'> | null>(null);

  useEffect(() => {
    const chosen = wanted ?? storedLanguage() ?? defaultLanguage;
    const isSpoken = catalogue[chosen] && (languages?.includes(chosen) ?? true);
    const language = isSpoken ? chosen : defaultLanguage;
    let isCurrent = true;
    void catalogue[language]!().then((messages) => {
      if (!isCurrent) return;
      activateLanguage(language);
      setLoaded({ language, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted, catalogue, languages, defaultLanguage]);
  // Pages outside this area are in English.
  useEffect(() => () => activateLanguage('en'), []);
  useEffect(() => {
    besideThePage.set(loaded?.messages.interface ?? english);
    return () => besideThePage.set(english);
  }, [loaded]);

  const state = useMemo<LanguageState | null>(
    () =>
      loaded && {
        ...loaded,
        catalogue,
        languages: languages ?? (Object.keys(catalogue) as Language[]),
        chooseLanguage: (language) => {
          storeLanguage(language);
          setWanted(language);
        },
      },
    [loaded, catalogue, languages],
  );
  return state ? <LanguageContext value={state}>{children}</LanguageContext> : loading;
}

/** Language of this area of the site, and the function to switch it. @throws Error outside a LanguageProvider */
export function useReader(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('texts must be used within a LanguageProvider');
  return state;
}

/** Language and texts of one area of the site. @throws Error in another area */
function useTextsOf<T>(catalogue: Catalogue<T>): LanguageState & { readonly messages: T & Shared } {
  const state = useReader();
  if (state.catalogue !== catalogue) throw new Error('these texts are not loaded in this part of the site');
  return state as LanguageState & { readonly messages: T & Shared };
}

export const useLanguage = () => useTextsOf(PATIENT_TEXTS);
export type WorkTexts = WorkplaceTexts & Shared;
export const useWorkTexts = (): WorkTexts => useTextsOf(WORK_TEXTS).messages;
export const useMessages = (): Messages => useLanguage().messages;

/** Labels of the design system: in the reader's language, English outside the translated areas. */
export const useInterfaceTexts = (): InterfaceTexts => useContext(LanguageContext)?.messages.interface ?? english;

/** Texts of form rules and of reasons for refused files: in the reader's language, English outside the translated areas. */
export const useCheckTexts = (): CheckTexts => useContext(LanguageContext)?.messages.checks ?? englishChecks;

/** Texts for elements outside the page's tree that outlive it: the notifications. */
const besideThePage = {
  texts: english,
  listeners: new Set<() => void>(),
  set(texts: InterfaceTexts): void {
    this.texts = texts;
    for (const listener of this.listeners) listener();
  },
};
const subscribe = (listener: () => void) => {
  besideThePage.listeners.add(listener);
  return () => besideThePage.listeners.delete(listener);
};

/** Labels for elements outside a translated page, in the language of the current page. */
export const useTextsBesideThePage = (): InterfaceTexts =>
  useSyncExternalStore(
    subscribe,
    () => besideThePage.texts,
    () => english,
  );

/** The language shown here; English outside the translated areas. */
export const useShownLanguage = (): Language => useContext(LanguageContext)?.language ?? 'en';
