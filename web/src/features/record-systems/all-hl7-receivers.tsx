import { hl7 } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';

/** Record systems of all institutions: an operator lets one be in a private network, or without TLS. */
export function AllHl7Receivers() {
  const texts = useWorkTexts().records;
  const receivers = useQuery({
    queryKey: keyOf(hl7.listAllHl7Receivers),
    queryFn: ({ signal }) => call(hl7.listAllHl7Receivers, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-lg font-semibold">{texts.console.title}</h2>
      <Loaded query={receivers}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.console.none}</p>
          ) : (
            <ul className="grid gap-2" aria-label={texts.console.title}>
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
                        texts.hl7[row.transport],
                        row.mayBePrivate ? texts.console.allowed : texts.console.notAllowed,
                      ].join(' · ')}
                    </p>
                  </div>
                  <Allowance row={row} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Allowance({ row }: { readonly row: hl7.Hl7Receiver }) {
  const texts = useWorkTexts().records.console;
  const allow = useChange(hl7.listAllHl7Receivers, (mayBePrivate: boolean) =>
    call(hl7.allowPrivateHl7Receiver, { params: { receiverId: row.id }, body: { mayBePrivate } }),
  );
  const { name, host, port, mayBePrivate } = row;
  return (
    <ConfirmButton
      variant="quiet"
      label={mayBePrivate ? texts.refuse : texts.allow}
      accessibleLabel={mayBePrivate ? texts.refuseNamed({ name }) : texts.allowNamed({ name })}
      title={mayBePrivate ? texts.refuseTitle({ name }) : texts.allowTitle({ name })}
      consequence={mayBePrivate ? texts.refuseConsequence : texts.allowConsequence({ host, port: String(port) })}
      isPending={allow.isPending}
      onConfirm={() => allow.mutate(!mayBePrivate)}
    />
  );
}
