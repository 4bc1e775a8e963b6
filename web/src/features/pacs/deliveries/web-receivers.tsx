import { type pacs, webReceivers } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NewWebReceiver } from './new-web-receiver.tsx';

/** What goes to a receiver, when, and how it is signed in to. */
export function WebReceiverFacts({ row }: { readonly row: webReceivers.WebReceiver }) {
  const { webReceivers: texts, objects } = useWorkTexts().pacs;
  const named = row.objects.map((object: pacs.PacsDelivery['object']) => objects[object]).join(', ');
  return (
    <div className="min-w-0">
      <p className="font-semibold">{row.name}</p>
      <p className="font-mono text-sm break-all">{row.url}</p>
      <p className="text-sm text-grey-4">
        {[named, texts.times[row.sendsWhen], texts.signIns[row.signIn], row.mayBePrivate && texts.allowed]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

export const ITEM = 'flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2';

/** Archives that take results by STOW-RS: named and removed here. */
export function WebReceivers() {
  const texts = useWorkTexts().pacs.webReceivers;
  const [isAdding, setIsAdding] = useState(false);
  const receivers = useQuery({
    queryKey: keyOf(webReceivers.listWebReceivers),
    queryFn: ({ signal }) => call(webReceivers.listWebReceivers, { signal }),
    staleTime: 0,
  });
  const remove = useTrialChange(
    (receiverId: string) => call(webReceivers.removeWebReceiver, { params: { receiverId } }),
    texts.removed,
  );
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-lg font-semibold">{texts.title}</h2>
          <p className="text-sm text-grey-4">{texts.intro}</p>
        </div>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      </div>
      <Loaded query={receivers}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.none}</p>
          ) : (
            <ul className="grid gap-2" aria-label={texts.title}>
              {rows.map((row) => (
                <li key={row.id} className={ITEM}>
                  <WebReceiverFacts row={row} />
                  <ConfirmButton
                    isDestructive
                    variant="quiet"
                    label={texts.remove}
                    accessibleLabel={texts.removeNamed({ name: row.name })}
                    title={texts.removeTitle({ name: row.name })}
                    consequence={texts.removeConsequence}
                    isPending={remove.isPending}
                    onConfirm={() => remove.mutate(row.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewWebReceiver onClose={() => setIsAdding(false)} />}
    </Card>
  );
}
