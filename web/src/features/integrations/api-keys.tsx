import { API_SCOPES, type ApiScope, integrations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { TRIAL, useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { ShownOnce } from './shown-once.tsx';

const SCOPES: Record<ApiScope, string> = {
  'scans:read': 'Read scans, findings and reports',
  'scans:write': 'Send studies (upload and STOW-RS)',
  'usage:read': 'Read usage and statements',
  'proof:read': 'Read the performance figures',
};

/** Keys by which a PACS, RIS or script of the institution calls. */
export function ApiKeys() {
  const keys = useQuery({
    queryKey: [TRIAL, 'keys'],
    queryFn: ({ signal }) => call(integrations.listApiKeys, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">API keys</h2>
        <p className="text-sm text-grey-4">
          Sent as <code className="font-mono">Authorization: Bearer</code>. Every call is described on the{' '}
          <a className={linkClasses} href="/api/docs/" target="_blank" rel="noreferrer">
            API page
          </a>
          . STOW-RS takes studies at <code className="font-mono break-all">/api/dicom-web/studies</code>.
        </p>
      </div>
      <NewKey />
      <Loaded query={keys}>
        {(rows) => (rows.length === 0 ? <p className="text-grey-4">No keys yet.</p> : <Keys rows={rows} />)}
      </Loaded>
    </Card>
  );
}

function NewKey() {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const create = useTrialChange(() => call(integrations.createApiKey, { body: { name, scopes: [...scopes] } }));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined, {
          onSuccess: () => {
            setName('');
            setScopes([]);
          },
        });
      }}
    >
      {create.data && <ShownOnce title={`The key “${create.data.key.name}”`} secret={create.data.secret} />}
      <Field label="Name of the key" help="Which system will use it" className="max-w-md">
        <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 font-semibold">It may</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPES[scope]}
            help={scope}
            checked={scopes.includes(scope)}
            onChange={(event) =>
              setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={name.trim() === '' || scopes.length === 0}
        isPending={create.isPending}
      >
        Make a key
      </Button>
    </form>
  );
}

const usedText = ({ lastUsedAt }: integrations.ApiKey): string =>
  lastUsedAt ? formatDateTime(lastUsedAt, 'en') : 'never';

function Keys({ rows }: { readonly rows: readonly integrations.ApiKey[] }) {
  const revoke = useTrialChange(
    (keyId: string) => call(integrations.revokeApiKey, { params: { keyId } }),
    'The key was revoked',
  );
  return (
    <Table caption="API keys">
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell className="max-lg:hidden">Key</HeaderCell>
          <HeaderCell className="max-lg:hidden">Scopes</HeaderCell>
          <HeaderCell className="max-lg:hidden">Last used</HeaderCell>
          <HeaderCell>State</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell>
              {row.name}
              <div className="text-grey-4 lg:hidden">
                <p className="font-mono">{row.prefix}…</p>
                <p>{row.scopes.join(', ')}</p>
                <p>Last used {usedText(row)}</p>
              </div>
            </Cell>
            <Cell className="font-mono whitespace-nowrap max-lg:hidden">{row.prefix}…</Cell>
            <Cell className="max-lg:hidden">{row.scopes.join(', ')}</Cell>
            <Cell className="whitespace-nowrap max-lg:hidden">{usedText(row)}</Cell>
            <Cell>
              {row.revokedAt ? (
                <Badge tone="grey">Revoked</Badge>
              ) : (
                <ConfirmButton
                  isDestructive
                  label="Revoke"
                  accessibleLabel={`Revoke ${row.name}`}
                  title={`Revoke “${row.name}”?`}
                  consequence="Whatever uses it is refused from this moment on. This cannot be undone."
                  isPending={revoke.isPending}
                  onConfirm={() => revoke.mutate(row.id)}
                  variant="quiet"
                />
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
