import { auditReceivers } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ALL_RECEIVERS, callsOf, type Owner } from './calls.ts';
import { NewAuditReceiver } from './new-audit-receiver.tsx';

/** Security systems that are sent audit messages: of an institution, or of the operator, who sees all. */
export function AuditReceivers({ owner }: { readonly owner: Owner }) {
  const texts = useWorkTexts().records.audit;
  const [isAdding, setIsAdding] = useState(false);
  const { list, listKey } = callsOf(owner);
  const receivers = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(list, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-lg font-semibold">{texts.title}</h2>
          <p className="text-sm text-grey-4">{owner === 'operator' ? texts.introOfAll : texts.intro}</p>
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
                <Receiver key={row.id} row={row} owner={owner} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewAuditReceiver owner={owner} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function Receiver({ row, owner }: { readonly row: auditReceivers.AuditReceiver; readonly owner: Owner }) {
  const { audit: texts, console: words } = useWorkTexts().records;
  const { name, host, port, mayBePrivate } = row;
  const params = { receiverId: row.id };
  const remove = useChange(ALL_RECEIVERS, () => call(callsOf(owner).remove, { params }), texts.removed);
  const allow = useChange(ALL_RECEIVERS, (isAllowed: boolean) =>
    call(auditReceivers.allowPrivateAuditReceiver, { params, body: { mayBePrivate: isAllowed } }),
  );
  const timeOf = (time: string) => formatDateTime(time, activeLanguage());
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          <Badge tone={row.failures > 0 ? 'red' : row.lastSentAt ? 'green' : 'yellow'}>
            {row.failures > 0 ? texts.failing : row.lastSentAt ? texts.working : texts.waiting}
          </Badge>
        </p>
        <p className="font-mono text-sm break-all">{`${host}:${port}`}</p>
        <p className="text-sm text-grey-4">
          {[
            texts.formats[row.format],
            owner === 'operator' && (row.institutionId === null ? texts.ofOperator : texts.ofInstitution),
            row.lastSentAt && texts.lastSent({ time: timeOf(row.lastSentAt) }),
            row.failures > 0 &&
              texts.failed({ count: row.failures, code: row.lastFailure ?? '–', time: timeOf(row.nextTryAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {owner === 'operator' && row.institutionId !== null && (
          <ConfirmButton
            variant="quiet"
            label={mayBePrivate ? words.refuse : words.allow}
            accessibleLabel={mayBePrivate ? words.refuseNamed({ name }) : words.allowNamed({ name })}
            title={mayBePrivate ? words.refuseTitle({ name }) : texts.allowTitle({ name })}
            consequence={mayBePrivate ? texts.refuseConsequence : texts.allowConsequence({ host, port: String(port) })}
            isPending={allow.isPending}
            onConfirm={() => allow.mutate(!mayBePrivate)}
          />
        )}
        <ConfirmButton
          isDestructive
          variant="quiet"
          label={texts.remove}
          accessibleLabel={texts.removeNamed({ name })}
          title={texts.removeTitle({ name })}
          consequence={texts.removeConsequence}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
        />
      </div>
    </li>
  );
}
