import { integrations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { TRIAL, useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { ShownOnce } from './shown-once.tsx';

const TONES = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

/** Addresses of the institution that are called when an analysis has finished, and how those calls went. */
export function Webhooks() {
  const webhooks = useQuery({
    queryKey: [TRIAL, 'webhooks'],
    queryFn: ({ signal }) => call(integrations.listWebhooks, { signal }),
    staleTime: 0,
  });
  const remove = useTrialChange(
    (webhookId: string) => call(integrations.deleteWebhook, { params: { webhookId } }),
    'The webhook was removed',
  );
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">Webhooks</h2>
        <p className="text-sm text-grey-4">
          Called with POST when an analysis has finished, with ids only: fetch the result with an API key. Each call is
          signed: <code className="font-mono">{integrations.WEBHOOK_SIGNATURE_HEADER}: t=…,v1=…</code> is the
          HMAC-SHA256, with the webhook’s secret, of <code className="font-mono">t.body</code>. A call that fails is
          tried again for a day. The API page has the details, under Webhooks.
        </p>
      </div>
      <NewWebhook />
      <Loaded query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-grey-4">No webhooks yet.</p>
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
                    label="Remove"
                    accessibleLabel={`Remove ${row.url}`}
                    title="Remove this webhook?"
                    consequence="It is not called any more, and its deliveries leave the log."
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
  const [url, setUrl] = useState('');
  const create = useTrialChange(
    () => call(integrations.createWebhook, { body: { url: url.trim(), event: 'analysis.finished' } }),
    undefined,
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => create.mutate(undefined, { onSuccess: () => setUrl('') })}>
      {create.data && <ShownOnce title="The signing secret of this webhook" secret={create.data.secret} />}
      <Field
        label="Address"
        help="https, and reachable from the internet: https://ris.example.org/duai"
        className="max-w-xl"
        error={create.isError ? messageOf(create.error, 'The server could not be reached.') : undefined}
      >
        <Input type="url" autoComplete="off" value={url} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={!URL.canParse(url.trim())}
        isPending={create.isPending}
      >
        Add the webhook
      </Button>
    </Form>
  );
}

function Deliveries() {
  const deliveries = useQuery({
    queryKey: [TRIAL, 'deliveries'],
    queryFn: ({ signal }) => call(integrations.listWebhookDeliveries, { signal }),
    staleTime: 0,
  });
  const again = useTrialChange(
    (deliveryId: string) => call(integrations.redeliverWebhook, { params: { deliveryId } }),
    'It will be delivered again',
  );
  if (!deliveries.data || deliveries.data.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">Deliveries</h3>
      <Table caption="The last 100 deliveries" className="max-h-96">
        <thead>
          <tr>
            <HeaderCell>Time</HeaderCell>
            <HeaderCell>State</HeaderCell>
            <HeaderCell className="text-end">Tries</HeaderCell>
            <HeaderCell>Last answer</HeaderCell>
            <HeaderCell>
              <span className="sr-only">Action</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {deliveries.data.map((row) => (
            <tr key={row.id}>
              <Cell className="whitespace-nowrap">{formatDateTime(row.createdAt, 'en')}</Cell>
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
                  aria-label={`Deliver again: ${formatDateTime(row.createdAt, 'en')}`}
                  onClick={() => again.mutate(row.id)}
                >
                  <RotateCw aria-hidden className="size-4" />
                  Again
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
