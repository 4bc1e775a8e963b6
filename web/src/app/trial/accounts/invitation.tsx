import { accounts, passwordSchema } from '@duai/contract';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { CONTACTS } from '../../../content/contacts.ts';
import { useTrialAuth } from '../../../features/accounts/institutions/trial-auth.tsx';
import { apiErrorOf } from '../../../lib/api.ts';
import { refusedFields, useErrorText } from '../../../lib/form-errors.ts';
import { useFragmentToken } from '../../../lib/fragment-token.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, PasswordInput } from '../../../ui/forms/input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TrialPage } from '../trial-page.tsx';

const formSchema = z.object({ username: accounts.usernameSchema, password: passwordSchema });

const INVITE_AGAIN_MAIL = `mailto:${CONTACTS.contact}?subject=${encodeURIComponent('DuaiCheck: a new invitation')}`;

/** Redeems an invitation: sends the token from the URL fragment with the chosen username and password. */
export default function Invitation() {
  const texts = useWorkTexts().portal.invitation;
  const token = useFragmentToken();
  const errorText = useErrorText();
  const { register } = useTrialAuth();
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { username: '', password: '' } });
  const { errors } = form.formState;
  const redeem = useMutation({
    mutationFn: (values: z.output<typeof formSchema>) => register({ invitation: token ?? '', ...values }),
    onError: (error) => {
      for (const { path, message } of refusedFields(error.cause)) {
        form.setError(path as 'username' | 'password', { type: 'server', message });
      }
    },
  });
  return (
    <TrialPage title={texts.invitation} heading={texts.setUpYourAccount} isNarrow>
      {token === undefined && <Spinner label={texts.loading} />}
      {token === null && (
        <Banner tone="warning" title={texts.theLinkIsIncomplete}>
          {texts.thisPageIsOpenedBy}
        </Banner>
      )}
      {redeem.isSuccess && (
        <>
          <Banner tone="success" title={texts.yourAccountIsReady}>
            {texts.signInWithTheUsername}
          </Banner>
          <ButtonLink to="/duaicheck-trial/login" className="justify-self-start">
            {texts.goToLogin}
          </ButtonLink>
        </>
      )}
      {token && !redeem.isSuccess && (
        <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => redeem.mutate(values))}>
          {redeem.isError && (
            <Banner tone="error">
              {redeem.error.message || texts.theServerCouldNotBe}
              {apiErrorOf(redeem.error.cause)?.code === 'LINK_INVALID' && (
                <p className="mt-1">
                  {texts.yourInstitutionsAdminCanInvite} <a href={INVITE_AGAIN_MAIL}>{texts.askUsForANew}</a>.
                </p>
              )}
            </Banner>
          )}
          <Field
            label={texts.username}
            help={texts.n3To40CharactersLetters}
            error={errorText(errors.username)}
            isRequired
          >
            <Input autoComplete="username" autoCapitalize="none" {...form.register('username')} />
          </Field>
          <Field label={texts.password} help={texts.atLeast8Characters} error={errorText(errors.password)} isRequired>
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </Field>
          <Button type="submit" isPending={redeem.isPending}>
            {redeem.isPending ? texts.creatingAccount : texts.createAccount}
          </Button>
        </form>
      )}
    </TrialPage>
  );
}
