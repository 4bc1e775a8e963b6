import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Key, keyIn } from '../../../lib/query-keys.ts';
import { renewWhenStill } from '../../../lib/renewals.ts';

/** Between the windows of one browser: the keys of answers that changed on the server. Nothing of it leaves the computer. */
const CHANNEL = 'duai-changed-answers';
/** A window does not hear what it says on its own channel. */
const channels = new WeakMap<QueryClient, BroadcastChannel>();

/** Fetches anew what other windows of this browser have changed. @returns a function that ends it */
export function followOtherWindows(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const key = keyIn(data);
    if (key) renewWhenStill(queryClient, key);
  };
  channels.set(queryClient, channel);
  return () => {
    channels.delete(queryClient);
    channel.close();
  };
}

/** Answers never get stale by themselves, so windows that show the same have to tell each other what they change. */
export function useOtherWindows(): void {
  const queryClient = useQueryClient();
  useEffect(() => followOtherWindows(queryClient), [queryClient]);
}

/** Tells the other windows of this browser that the answer to a key has changed on the server. */
export const tellOtherWindows = (queryClient: QueryClient, queryKey: Key): void =>
  channels.get(queryClient)?.postMessage(queryKey);
