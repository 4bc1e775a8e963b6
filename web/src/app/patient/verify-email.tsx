import { accounts } from '@duai/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { announceVerification, patientKey } from '../../features/accounts/patients/patient-queries.ts';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { useMessages } from '../../lib/messages.tsx';
import { renew } from '../../lib/renewals.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AuthPage } from './auth-page.tsx';

export default function VerifyEmail() {
  const messages = useMessages();
  const texts = messages.accounts.verify;
  const token = useFragmentToken();
  const queryClient = useQueryClient();
  const { mutate, isSuccess, isError, error } = useMutation({
    mutationFn: (secret: string) => call(accounts.verifyEmail, { body: { token: secret } }),
    onSuccess: () => {
      announceVerification();
      void renew(queryClient, patientKey);
    },
  });
  useEffect(() => {
    if (token) mutate(token);
  }, [token, mutate]);
  const hasFailed = isError || token === null;
  const isUnreached = isError && apiErrorOf(error)?.status === 0;
  return (
    <AuthPage
      title={texts.pageTitle}
      heading={isSuccess ? texts.doneTitle : hasFailed ? texts.failedTitle : texts.working}
    >
      {isSuccess && <Banner tone="success">{texts.doneText}</Banner>}
      {hasFailed && (
        <Banner
          tone="error"
          action={
            isUnreached && (
              <Button size="small" variant="secondary" onClick={() => mutate(token!)}>
                {messages.interface.retry}
              </Button>
            )
          }
        >
          <p>{messageOf(error, texts.failedText)}</p>
          {isError && !isUnreached && <p className="mt-1">{texts.failedHint}</p>}
        </Banner>
      )}
      {!isSuccess && !hasFailed && <Spinner label={texts.working} />}
      {(isSuccess || hasFailed) && (
        <ButtonLink to="/second-opinion/dashboard" className="mt-6">
          {texts.toDashboard}
        </ButtonLink>
      )}
    </AuthPage>
  );
}
