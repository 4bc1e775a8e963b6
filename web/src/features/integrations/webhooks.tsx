import { integrations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type PagedList, PagesOfList } from '../../ui/pages-of-list.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { ShownOnce } from './shown-once.tsx';

const TONES = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

/** Addresses of the institution that are called when an analysis has finished, and the outcome of those calls. */
export function Webhooks() {
  const texts = useWorkTexts().integrations.webhooks;
  const webhooks = useQuery({
    queryKey: keyOf(integrations.listWebhooks),
    queryFn: ({ signal }) => call(integrations.listWebhooks, { signal }),
    staleTime: 0,
  });
  const remove = useTrialChange(
    (webhookId: string) => call(integrations.deleteWebhook, { params: { webhookId } }),
    texts.theWebhookWasRemoved,
  );
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">{texts.webhooks}</h2>
        <p className="text-sm text-grey-4">
          {texts.calledWithPostWhenAn}{' '}
          <code className="font-mono">{`${integrations.WEBHOOK_SIGNATURE_HEADER}: t=…,v1=…`}</code>{' '}
          {texts.isTheHmacSha256With} <code className="font-mono">{'t.body'}</code>
          {texts.aCallThatFailsIs}
        </p>
      </div>
      <NewWebhook />
      <Loaded query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">{texts.noWebhooksYet}</p>
          ) : (
            <ul className="grid gap-2">
              {rows.map((row) => (
                <li
                  key={row.id}
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2"
                >
                  <p className="min-w-0">
                    <span className="font-mono text-sm break-all">{row.url}</span>{' '}
                    <span className="text-sm text-grey-4">{row.event}</span>
                  </p>
                  <ConfirmButton
                    isDestructive
                    label={texts.remove}
                    accessibleLabel={texts.removeNamed({ url: row.url })}
                    title={texts.removeThisWebhook}
                    consequence={texts.itIsNotCalledAny}
                    isPending={remove.isPending}
                    onConfirm={() => remove.mutate(row.id)}
                    variant="quiet"
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Deliveries />
    </Card>
  );
}

function NewWebhook() {
  const texts = useWorkTexts().integrations.webhooks;
  const [url, setUrl] = useState('');
  const create = useTrialChange(
    () => call(integrations.createWebhook, { body: { url: url.trim(), event: 'analysis.finished' } }),
    undefined,
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => create.mutate(undefined, { onSuccess: () => setUrl('') })}>
      {create.data && <ShownOnce title={texts.theSigningSecretOfThis} secret={create.data.secret} />}
      <Field
        label={texts.address}
        help={texts.httpsAndReachableFromThe}
        className="max-w-xl"
        error={create.isError ? messageOf(create.error, texts.theServerCouldNotBe) : undefined}
      >
        <Input type="url" autoComplete="off" value={url} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!URL.canParse(url.trim())}
        isPending={create.isPending}
      >
        {texts.addTheWebhook}
      </Button>
    </Form>
  );
}

const DELIVERIES: PagedList<integrations.WebhookDelivery> = {
  endpoint: integrations.listWebhookDeliveries,
  load: (asked) => call(integrations.listWebhookDeliveries, asked),
};

function Deliveries() {
  return (
    <PagesOfList list={DELIVERIES}>
      {(rows, pages) => rows.length > 0 && <DeliveryRows rows={rows} pages={pages} />}
    </PagesOfList>
  );
}

function DeliveryRows({
  rows,
  pages,
}: {
  readonly rows: readonly integrations.WebhookDelivery[];
  readonly pages: React.ReactNode;
}) {
  const texts = useWorkTexts().integrations.webhooks;
  const again = useTrialChange(
    (deliveryId: string) => call(integrations.redeliverWebhook, { params: { deliveryId } }),
    texts.itWillBeDeliveredAgain,
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{texts.deliveries}</h3>
      <Table caption={texts.deliveries} className="max-h-96">
        <thead>
          <tr>
            <HeaderCell>{texts.time}</HeaderCell>
            <HeaderCell>{texts.state}</HeaderCell>
            <HeaderCell className="text-end">{texts.tries}</HeaderCell>
            <HeaderCell>{texts.lastAnswer}</HeaderCell>
            <HeaderCell>
              <span className="sr-only">{texts.action}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap">{formatDateTime(row.createdAt, activeLanguage())}</Cell>
              <Cell>
                <Badge tone={TONES[row.status]}>{row.status}</Badge>
              </Cell>
              <Cell className="text-end">{row.attempts}</Cell>
              <Cell>{row.lastOutcome ?? '–'}</Cell>
              <Cell>
                <Button
                  size="small"
                  variant="quiet"
                  disabled={again.isPending}
                  aria-label={texts.deliverAgain({ createdAt: formatDateTime(row.createdAt, activeLanguage()) })}
                  onClick={() => again.mutate(row.id)}
                >
                  <RotateCw aria-hidden className="size-4" />
                  {texts.again}
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {pages}
    </div>
  );
}
