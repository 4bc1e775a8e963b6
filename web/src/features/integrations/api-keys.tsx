import { API_SCOPES, type ApiScope, integrations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { ShownOnce } from './shown-once.tsx';

const scopesOf = (texts: WorkTexts['integrations']['apiKeys']): Record<ApiScope, string> => ({
  'scans:read': texts.readScansFindingsAndReports,
  'scans:write': texts.sendStudiesUploadAndStow,
  'usage:read': texts.readUsageAndStatements,
  'proof:read': texts.readThePerformanceFigures,
  'results:write': texts.sendResultsOfVendors,
});

/** API keys with which a PACS, RIS or script of the institution calls. */
export function ApiKeys() {
  const texts = useWorkTexts().integrations.apiKeys;
  const keys = useQuery({
    queryKey: keyOf(integrations.listApiKeys),
    queryFn: ({ signal }) => call(integrations.listApiKeys, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">{texts.apiKeys}</h2>
        <p className="text-sm text-grey-4">
          {texts.sentAs} <code className="font-mono">{'Authorization: Bearer'}</code>
          {texts.everyCallIsDescribedOn}{' '}
          <a className={linkClasses} href="/api/docs/" target="_blank" rel="noreferrer">
            {texts.apiPage}
          </a>
          {texts.stowRsTakesStudiesAt} <code className="font-mono break-all">{'/api/dicom-web/studies'}</code>.
        </p>
      </div>
      <NewKey />
      <Loaded query={keys}>
        {(rows) => (rows.length === 0 ? <p className="text-grey-4">{texts.noKeysYet}</p> : <Keys rows={rows} />)}
      </Loaded>
    </Card>
  );
}

function NewKey() {
  const texts = useWorkTexts().integrations.apiKeys;
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
      {create.data && <ShownOnce title={texts.theKey({ name: create.data.key.name })} secret={create.data.secret} />}
      <Field label={texts.nameOfTheKey} help={texts.whichSystemWillUseIt} className="max-w-md">
        <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 font-semibold">{texts.itMay}</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={scopesOf(texts)[scope]}
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
        {texts.makeAKey}
      </Button>
    </form>
  );
}

const usedText = ({ lastUsedAt }: integrations.ApiKey, never: string): string =>
  lastUsedAt ? formatDateTime(lastUsedAt, activeLanguage()) : never;

function Keys({ rows }: { readonly rows: readonly integrations.ApiKey[] }) {
  const { names } = useWorkTexts();
  const texts = useWorkTexts().integrations.apiKeys;
  const revoke = useTrialChange(
    (keyId: string) => call(integrations.revokeApiKey, { params: { keyId } }),
    texts.theKeyWasRevoked,
  );
  return (
    <Table caption={texts.apiKeys}>
      <thead>
        <tr>
          <HeaderCell>{texts.name}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.key}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.scopes}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.lastUsed}</HeaderCell>
          <HeaderCell>{texts.state}</HeaderCell>
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
                <p>{texts.lastUsed2({ row: usedText(row, names.never) })}</p>
              </div>
            </Cell>
            <Cell className="font-mono whitespace-nowrap max-lg:hidden">{row.prefix}…</Cell>
            <Cell className="max-lg:hidden">{row.scopes.join(', ')}</Cell>
            <Cell className="whitespace-nowrap max-lg:hidden">{usedText(row, names.never)}</Cell>
            <Cell>
              {row.revokedAt ? (
                <Badge tone="grey">{texts.revoked}</Badge>
              ) : (
                <ConfirmButton
                  isDestructive
                  label={texts.revoke}
                  accessibleLabel={texts.revokeNamed({ name: row.name })}
                  title={texts.revoke2({ name: row.name })}
                  consequence={texts.whateverUsesItIsRefused}
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
