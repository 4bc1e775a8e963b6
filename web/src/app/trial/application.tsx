import { institutions } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTACTS } from '../../content/contacts.ts';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TrialPage } from './trial-page.tsx';

const SUBJECT = encodeURIComponent('DuaiCheck: my application');

/** An applicant answers what an operator asked, by the mailed link. */
export default function ApplicationQuestion() {
  const token = useFragmentToken();
  return (
    <TrialPage title="Your application" heading="A question about your application">
      {token === undefined && <Spinner label="Loading" />}
      {token === null && (
        <Banner tone="warning" title="The link is incomplete">
          This page is opened by the link in our e-mail. Make sure that you copied the whole link.
        </Banner>
      )}
      {token && <Question token={token} />}
    </TrialPage>
  );
}

function Question({ token }: { readonly token: string }) {
  const [answer, setAnswer] = useState('');
  const question = useQuery({
    queryKey: ['application-question', token],
    queryFn: () => call(institutions.getApplicationQuestion, { body: { token } }),
  });
  const send = useMutation({
    mutationFn: () => call(institutions.answerApplicationQuestion, { body: { token, answer } }),
  });
  if (question.isPending) return <Spinner label="Loading" />;
  if (question.isError) {
    return (
      <Banner tone="error" title="The question could not be opened">
        {messageOf(question.error, 'The server could not be reached. Open the link again a little later.')}
        {apiErrorOf(question.error)?.code === 'LINK_INVALID' && (
          <p className="mt-1">
            Once it is answered or decided, a question is closed; only the link of the newest e-mail counts. You can
            also <a href={`mailto:${CONTACTS.contact}?subject=${SUBJECT}`}>write to us</a>.
          </p>
        )}
      </Banner>
    );
  }
  if (send.isSuccess) return <Banner tone="success">{send.data.message}</Banner>;
  return (
    <Form className="grid gap-5" onSubmit={() => send.mutate()}>
      <div className="grid gap-1">
        <p className="text-sm text-grey-4">About the application of {question.data.institutionName}</p>
        <p className="text-lg whitespace-pre-line">{question.data.question}</p>
      </div>
      {send.isError && (
        <Banner tone="error">
          {messageOf(send.error, 'The server could not be reached. Your answer is still here; try again.')}
        </Banner>
      )}
      <Field label="Your answer" isRequired>
        <Textarea rows={6} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
      <Button type="submit" disabled={answer.trim() === ''} isPending={send.isPending}>
        Send the answer
      </Button>
    </Form>
  );
}
