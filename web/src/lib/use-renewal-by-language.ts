import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useShownLanguage } from './messages.tsx';

/** Refetches texts that the server translates when the reader chooses another language. */
export function useRenewalByLanguage(): void {
  const queryClient = useQueryClient();
  const language = useShownLanguage();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    void queryClient.invalidateQueries();
  }, [language, queryClient]);
}
