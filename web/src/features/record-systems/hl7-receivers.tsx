import { hl7 } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Hl7Messages } from './hl7-messages.tsx';
import { NewHl7Receiver } from './new-hl7-receiver.tsx';

/** Record systems that are sent results as HL7 v2 messages, and what became of the messages. */
export function Hl7Receivers() {
  const texts = useWorkTexts().records.hl7;
  const [isAdding, setIsAdding] = useState(false);
  const receivers = useQuery({
    queryKey: keyOf(hl7.listHl7Receivers),
    queryFn: ({ signal }) => call(hl7.listHl7Receivers, { signal }),
    staleTime: 0,
  });
  const remove = useTrialChange(
    (receiverId: string) => call(hl7.removeHl7Receiver, { params: { receiverId } }),
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
                <li
                  key={row.id}
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2"
                >
                  <div className="min-w-0">
                    <p className="font-semibold">{row.name}</p>
                    <p className="font-mono text-sm break-all">{`${row.host}:${row.port}`}</p>
                    <p className="text-sm text-grey-4">
                      {[
                        texts[row.transport],
                        row.application && texts.application({ name: row.application }),
                        row.facility && texts.facility({ name: row.facility }),
                        row.hasDocument ? texts.withDocument : texts.withoutDocument,
                        row.mayBePrivate && texts.mayBePrivate,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
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
      <Hl7Messages />
      {isAdding && <NewHl7Receiver onClose={() => setIsAdding(false)} />}
    </Card>
  );
}
