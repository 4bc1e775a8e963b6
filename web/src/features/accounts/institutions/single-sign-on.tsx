import { singleSignOn as contract, type Received } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, messageOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ProviderProblem } from './provider-login.tsx';

type State = Received<typeof contract.getIdentityProvider, 'answer'>;

/** Settings of the institution's own OpenID provider, and whether passwords still work. */
export function SingleSignOn() {
  const texts = useWorkTexts().accounts.singleSignOn;
  const [search] = useSearchParams();
  const state = useQuery({
    queryKey: keyOf(contract.getIdentityProvider),
    queryFn: ({ signal }) => call(contract.getIdentityProvider, { signal }),
    staleTime: 0,
  });
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid max-w-2xl gap-1">
        <h2 className="text-lg font-semibold">{texts.title}</h2>
        <p className="text-sm text-grey-4">{texts.intro}</p>
      </div>
      <ProviderProblem />
      {search.has('connected') && <Banner tone="success">{texts.connected}</Banner>}
      <Loaded query={state}>
        {(loaded) => (
          <>
            <Addresses state={loaded} />
            {loaded.provider && <Passwords state={loaded} provider={loaded.provider} />}
            <ProviderForm key={loaded.provider?.issuer ?? ''} provider={loaded.provider} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** The redirect URI to register at the provider, and the sign-in URL that members can bookmark. */
function Addresses({ state: { provider, redirectUri } }: { readonly state: State }) {
  const texts = useWorkTexts().accounts.singleSignOn;
  const rows = [
    [texts.redirectUri, redirectUri],
    ...(provider ? [[texts.signInAddress, provider.signInAddress] as const] : []),
  ] as const;
  return (
    <dl className="grid gap-3">
      {rows.map(([name, address]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-grey-4">{name}</dt>
          <dd className="font-mono text-sm break-all">{address}</dd>
        </div>
      ))}
    </dl>
  );
}

function Passwords({ state, provider }: { readonly state: State; readonly provider: contract.IdentityProvider }) {
  const texts = useWorkTexts().accounts.singleSignOn;
  const change = useTrialChange((isOn: boolean) => call(contract.setPasswordSignIn, { body: { isOn } }), texts.saved);
  const remove = useTrialChange(() => call(contract.removeIdentityProvider), texts.removed);
  const connect = useMutation({
    mutationFn: () => call(contract.connectProviderAccount),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { passwordsOffAt, connectedMembers } = provider;
  return (
    <div className="grid gap-3 border-t border-grey-2 pt-4">
      <p>
        {texts.connectedMembers({ count: connectedMembers })}{' '}
        {passwordsOffAt
          ? texts.passwordsOffSince({ day: formatDate(passwordsOffAt, activeLanguage()) })
          : texts.passwordsWork}
      </p>
      {!passwordsOffAt && !state.isOwnSession && (
        <p className="max-w-2xl text-sm text-grey-4">{texts.comeThroughTheProvider}</p>
      )}
      {connect.isError && <Banner tone="error">{messageOf(connect.error, texts.notReached)}</Banner>}
      <div className="flex flex-wrap gap-2">
        {!state.isOwnSession && (
          <Button size="small" variant="secondary" isPending={connect.isPending} onClick={() => connect.mutate()}>
            {texts.connectOwn}
          </Button>
        )}
        {passwordsOffAt ? (
          <Button size="small" variant="secondary" isPending={change.isPending} onClick={() => change.mutate(true)}>
            {texts.switchOn}
          </Button>
        ) : (
          state.isOwnSession && (
            <ConfirmButton
              isDestructive
              label={texts.switchOff}
              title={texts.switchOffTitle}
              consequence={texts.switchOffText}
              isPending={change.isPending}
              onConfirm={() => change.mutate(false)}
            />
          )
        )}
        <ConfirmButton
          isDestructive
          variant="quiet"
          label={texts.remove}
          title={texts.removeTitle}
          consequence={texts.removeText}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
        />
      </div>
    </div>
  );
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean);

function ProviderForm({ provider }: { readonly provider: contract.IdentityProvider | null }) {
  const texts = useWorkTexts().accounts.singleSignOn;
  const [fields, setFields] = useState({
    signInName: provider?.signInName ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scope: provider?.scope ?? 'openid email profile',
    groupsClaim: provider?.groupsClaim ?? 'groups',
    adminGroups: provider?.adminGroups.join(', ') ?? '',
    readerGroups: provider?.readerGroups.join(', ') ?? '',
    memberGroups: provider?.memberGroups.join(', ') ?? '',
  });
  const save = useTrialChange(
    () => {
      const { clientSecret, adminGroups, readerGroups, memberGroups, ...others } = fields;
      const groups = {
        adminGroups: listOf(adminGroups),
        readerGroups: listOf(readerGroups),
        memberGroups: listOf(memberGroups),
      };
      return call(contract.setIdentityProvider, {
        body: { ...others, ...groups, ...(clientSecret !== '' && { clientSecret }) },
      });
    },
    texts.saved,
    { showsFailure: true },
  );
  const input = (name: keyof typeof fields, label: string, help?: string, type = 'text') => (
    <Field label={label} help={help}>
      <Input
        type={type}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={fields[name]}
        onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
      />
    </Field>
  );
  const isReady =
    URL.canParse(fields.issuer.trim()) &&
    fields.signInName.trim() !== '' &&
    fields.clientId.trim() !== '' &&
    listOf(fields.adminGroups).length > 0 &&
    (provider !== null || fields.clientSecret !== '');
  return (
    <Form className="grid gap-4 border-t border-grey-2 pt-4" onSubmit={() => save.mutate(undefined)}>
      {save.isError && <Banner tone="error">{messageOf(save.error, texts.notReached)}</Banner>}
      <div className="grid max-w-3xl items-start gap-4 md:grid-cols-2">
        {input('signInName', texts.signInName, texts.signInNameHelp)}
        {input('issuer', texts.issuer, texts.issuerHelp, 'url')}
        {input('clientId', texts.clientId)}
        <Field label={texts.clientSecret} help={provider ? texts.clientSecretKept : undefined}>
          <PasswordInput
            autoComplete="off"
            value={fields.clientSecret}
            onChange={(event) => setFields({ ...fields, clientSecret: event.target.value })}
          />
        </Field>
        {input('scope', texts.scope, texts.scopeHelp)}
        {input('groupsClaim', texts.groupsClaim)}
        {input('adminGroups', texts.adminGroups, texts.groupsHelp)}
        {input('readerGroups', texts.readerGroups, texts.groupsHelp)}
        {input('memberGroups', texts.memberGroups, texts.groupsHelp)}
      </div>
      <Button type="submit" className="justify-self-start" disabled={!isReady} isPending={save.isPending}>
        {texts.save}
      </Button>
    </Form>
  );
}
