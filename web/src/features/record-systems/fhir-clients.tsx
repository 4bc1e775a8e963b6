import { fhir } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { readKeys } from './read-keys.ts';

/** Record systems that read studies and results over FHIR: their keys, and what they may read. */
export function FhirClients() {
  const texts = useWorkTexts().records.fhir;
  const [isAdding, setIsAdding] = useState(false);
  const clients = useQuery({
    queryKey: keyOf(fhir.listFhirClients),
    queryFn: ({ signal }) => call(fhir.listFhirClients, { signal }),
    staleTime: 0,
  });
  const revoke = useTrialChange(
    (clientId: string) => call(fhir.revokeFhirClient, { params: { clientId } }),
    texts.wasRevoked,
  );
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 className="text-lg font-semibold">{texts.title}</h2>
          <p className="text-sm text-grey-4">
            {texts.intro} <code className="font-mono break-all">{`${location.origin}/fhir/R4`}</code>
          </p>
        </div>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      </div>
      <Loaded query={clients}>
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
                    <p className="text-sm">
                      {texts.clientId} <code className="font-mono break-all select-all">{row.id}</code>
                    </p>
                    <p className="text-sm text-grey-4">
                      {[
                        row.scopes.join(' '),
                        row.jwksUrl ?? texts.keys({ ids: row.keyIds.join(', ') }),
                        row.lastUsedAt
                          ? texts.lastUsed({ time: formatDateTime(row.lastUsedAt, activeLanguage()) })
                          : texts.neverUsed,
                      ].join(' · ')}
                    </p>
                  </div>
                  {row.revokedAt ? (
                    <Badge tone="grey">{texts.revoked}</Badge>
                  ) : (
                    <ConfirmButton
                      isDestructive
                      variant="quiet"
                      label={texts.revoke}
                      accessibleLabel={texts.revokeNamed({ name: row.name })}
                      title={texts.revokeTitle({ name: row.name })}
                      consequence={texts.revokeConsequence}
                      isPending={revoke.isPending}
                      onConfirm={() => revoke.mutate(row.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewClient onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function NewClient({ onClose }: { readonly onClose: () => void }) {
  const texts = useWorkTexts().records.fhir;
  const [name, setName] = useState('');
  const [entered, setEntered] = useState('');
  const [types, setTypes] = useState<readonly fhir.FhirType[]>(fhir.FHIR_TYPES);
  const keys = readKeys(entered);
  const save = useTrialChange(
    (given: NonNullable<typeof keys>) =>
      call(fhir.addFhirClient, {
        body: {
          name: name.trim(),
          keys: given,
          scopes:
            types.length === fhir.FHIR_TYPES.length
              ? ['system/*.rs']
              : types.map((type) => `system/${type}.rs` as const),
        },
      }),
    texts.added,
    { showsFailure: true },
  );
  return (
    <Dialog isOpen onClose={onClose} title={texts.add} description={texts.addDescription} size="large">
      <Form className="grid gap-4" onSubmit={() => keys && save.mutate(keys, { onSuccess: onClose })}>
        <Field label={texts.name} help={texts.nameHelp}>
          <Input autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field
          label={texts.keysLabel}
          help={texts.keysHelp}
          error={entered.trim() !== '' && !keys ? texts.noKeys : undefined}
        >
          <Textarea
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={entered}
            onChange={(event) => setEntered(event.target.value)}
          />
        </Field>
        <fieldset className="grid gap-2 sm:grid-cols-3">
          <legend className="mb-2 font-semibold">{texts.mayRead}</legend>
          {fhir.FHIR_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={type}
              checked={types.includes(type)}
              onChange={({ target }) =>
                setTypes(fhir.FHIR_TYPES.filter((each) => (each === type ? target.checked : types.includes(each))))
              }
            />
          ))}
        </fieldset>
        {save.isError && <Banner tone="error" title={messageOf(save.error, texts.notAdded)} />}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === '' || !keys || types.length === 0} isPending={save.isPending}>
            {texts.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
