import { useEffect, useRef } from 'react';

/** Between the windows of one browser: which case its reader is at. Nothing of it leaves the computer. */
const CHANNEL = 'duai-case-on-show';
const NAME = 'duai-images';

/** Where the images of a case stand in a window of their own. */
const addressOf = (caseId: string): string => `/console/cases/${caseId}/images?window=own`;

/** Opens the images beside the report, for a second monitor; the same window each time, which keeps what it is arranged to. */
export const openImagesWindow = (caseId: string): void => {
  // Without an address a window that is open already is found as it is.
  const own = window.open('', NAME, 'popup,width=1200,height=900');
  if (!own) return;
  if (own.location.pathname + own.location.search !== addressOf(caseId)) own.location.assign(addressOf(caseId));
  own.focus();
};

/** The page of a case tells the window of images that its reader is here, also who comes back to it from another window. */
export function useTellCase(caseId: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    const tell = () => channel.postMessage(caseId);
    tell();
    window.addEventListener('focus', tell);
    return () => {
      window.removeEventListener('focus', tell);
      channel.close();
    };
  }, [caseId]);
}

/** The window of images goes where its reader goes, also while it still waits for the case before. */
export function useFollowCase(isOwnWindow: boolean, current: string, go: (address: string) => void): void {
  const now = useRef({ current, go });
  useEffect(() => {
    now.current = { current, go };
  });
  // One channel for all cases: what comes while another one is made anew would be lost.
  useEffect(() => {
    if (!isOwnWindow) return;
    const channel = new BroadcastChannel(CHANNEL);
    let goal: string | undefined;
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string' || !/^[0-9a-f-]{36}$/.test(data)) return;
      // It may be on its way to another case than the one on show, and be called back.
      if (data === now.current.current && (goal === undefined || data === goal)) return;
      goal = data;
      now.current.go(addressOf(data));
    };
    return () => channel.close();
  }, [isOwnWindow]);
}
