import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useShownLanguage } from './messages.tsx';

/** Fetches anew what the server says in the reader's language when the reader chooses another one. */
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
