import { useSyncExternalStore } from 'react';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { Banner } from './banner.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shown while there is no connection. */
export function OfflineBanner({ className }: { readonly className?: string }) {
  const texts = useInterfaceTexts();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Banner tone="warning" title={texts.offlineTitle} className={className}>
      {texts.offlineText}
    </Banner>
  );
}
