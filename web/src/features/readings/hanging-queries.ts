import { hangings } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { showToast } from '../../lib/toasts.ts';
import type { KeptHanging } from '../../viewer/room/arranging/hanging.ts';

const hangingsKey = keyOf(hangings.getHangings);
/** The arrangements of this reader. A page that will need one asks beside its other data, not after them. */
export const useHangings = () =>
  useQuery({ queryKey: hangingsKey, queryFn: ({ signal }) => call(hangings.getHangings, { signal }) });

/** The own arrangement for a modality and a part of the body; undefined while it is asked for. Without an answer there is none. */
export function useKeptHanging(modality: string | null, bodyPart: string | null, of: string): KeptHanging | undefined {
  const queryClient = useQueryClient();
  const { viewer, interface: shared } = useWorkTexts();
  const texts = viewer.room;
  const { data, isPending } = useHangings();
  const all = data ?? [];
  const isMeant = (one: hangings.Hanging) => one.modality === modality && one.bodyPart === bodyPart;
  const keep = async (next: hangings.Hanging[], title: string) => {
    try {
      queryClient.setQueryData(hangingsKey, await call(hangings.setHangings, { body: { hangings: next } }));
      showToast({ title, tone: 'success' });
    } catch (error) {
      const description = messageOf(error, shared.nothingLostTryAgain);
      showToast({ title: texts.hangingNotSaved, description, tone: 'destructive' });
    }
  };
  if (isPending) return undefined;
  const others = all.filter((one) => !isMeant(one));
  return {
    saved: all.find(isMeant),
    of,
    save: (arranged) => void keep([...others, { modality, bodyPart, ...arranged }], texts.hangingSaved({ of })),
    forget: () => void keep(others, texts.hangingForgotten({ of })),
  };
}
