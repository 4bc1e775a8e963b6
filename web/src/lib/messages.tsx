import type { Language } from '@duai/contract';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { interfaceTexts as englishInterface } from '../messages/en/interface.ts';
import type { InterfaceTexts, Messages } from '../messages/tr/index.ts';
import { activateLanguage, storedLanguage, storeLanguage } from './language.ts';

/** Each language is its own chunk: a reader loads one. */
const CATALOGUES: Record<Language, () => Promise<Messages>> = {
  tr: async () => (await import('../messages/tr/index.ts')).messages,
  en: async () => (await import('../messages/en/index.ts')).messages,
  ar: async () => (await import('../messages/ar/index.ts')).messages,
};

interface LanguageState {
  readonly language: Language;
  readonly messages: Messages;
  readonly chooseLanguage: (language: Language) => void;
}
const LanguageContext = createContext<LanguageState | null>(null);

export interface LanguageProviderProps {
  /** Where the reader has not chosen yet. */
  readonly defaultLanguage: Language;
  /** The catalogue that is there at once (prerendered pages); without it `loading` shows until one has come. */
  readonly initial?: { readonly language: Language; readonly messages: Messages };
  readonly loading?: React.ReactNode;
  readonly children: React.ReactNode;
}

/** Gives a part of the site the reader's language: the remembered choice, else the default of the place. */
export function LanguageProvider({ defaultLanguage, initial, loading, children }: LanguageProviderProps) {
  const [wanted, setWanted] = useState<Language | null>(null);
  const [loaded, setLoaded] = useState(initial ?? null);

  useEffect(() => {
    const language = wanted ?? storedLanguage() ?? defaultLanguage;
    let isCurrent = true;
    void CATALOGUES[language]().then((messages) => {
      if (!isCurrent) return;
      activateLanguage(language);
      setLoaded({ language, messages });
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted, defaultLanguage]);
  // Pages outside this part are English.
  useEffect(() => () => activateLanguage('en'), []);
  useEffect(() => {
    besideThePage.set(loaded?.messages.interface ?? englishInterface);
    return () => besideThePage.set(englishInterface);
  }, [loaded]);

  const state = useMemo<LanguageState | null>(
    () =>
      loaded && {
        ...loaded,
        chooseLanguage: (language) => {
          storeLanguage(language);
          setWanted(language);
        },
      },
    [loaded],
  );
  return state ? <LanguageContext value={state}>{children}</LanguageContext> : loading;
}

/** Language, catalogue and switch of this part of the site. @throws Error outside a LanguageProvider */
export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage must be used within a LanguageProvider');
  return state;
}

export const useMessages = (): Messages => useLanguage().messages;

/** Labels of the design system itself: in the reader's language, English outside the translated parts. */
export const useInterfaceTexts = (): InterfaceTexts =>
  useContext(LanguageContext)?.messages.interface ?? englishInterface;

/** The texts of what stands beside the page and outlives it: the notifications. */
const besideThePage = {
  texts: englishInterface,
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

/** Labels for what is no part of a translated page, in the language of the page that is shown. */
export const useTextsBesideThePage = (): InterfaceTexts =>
  useSyncExternalStore(
    subscribe,
    () => besideThePage.texts,
    () => englishInterface,
  );

/** The language being shown here; English outside the translated parts. */
export const useShownLanguage = (): Language => useContext(LanguageContext)?.language ?? 'en';
