import { webReceivers } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ITEM, WebReceiverFacts } from './web-receivers.tsx';

/** Archives of all institutions that take results by STOW-RS: an operator lets one be in a private network, or without TLS. */
export function AllWebReceivers() {
  const texts = useWorkTexts().pacs.webReceivers;
  const receivers = useQuery({
    queryKey: keyOf(webReceivers.listAllWebReceivers),
    queryFn: ({ signal }) => call(webReceivers.listAllWebReceivers, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="text-lg font-semibold">{texts.title}</h2>
      <Loaded query={receivers}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.noneOfAll}</p>
          ) : (
            <ul className="grid gap-2" aria-label={texts.title}>
              {rows.map((row) => (
                <li key={row.id} className={ITEM}>
                  <WebReceiverFacts row={row} />
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

function Allowance({ row }: { readonly row: webReceivers.WebReceiver }) {
  const { console: texts } = useWorkTexts().records;
  const allow = useChange(webReceivers.listAllWebReceivers, (mayBePrivate: boolean) =>
    call(webReceivers.allowPrivateWebReceiver, { params: { receiverId: row.id }, body: { mayBePrivate } }),
  );
  const { name, url, mayBePrivate } = row;
  const { hostname: host, port, protocol } = new URL(url);
  const at = { host, port: port || (protocol === 'https:' ? '443' : '80') };
  return (
    <ConfirmButton
      variant="quiet"
      label={mayBePrivate ? texts.refuse : texts.allow}
      accessibleLabel={mayBePrivate ? texts.refuseNamed({ name }) : texts.allowNamed({ name })}
      title={mayBePrivate ? texts.refuseTitle({ name }) : texts.allowTitle({ name })}
      consequence={mayBePrivate ? texts.refuseConsequence : texts.allowConsequence(at)}
      isPending={allow.isPending}
      onConfirm={() => allow.mutate(!mayBePrivate)}
    />
  );
}
