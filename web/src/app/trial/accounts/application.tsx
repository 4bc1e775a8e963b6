import { institutions } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CONTACTS } from '../../../content/contacts.ts';
import { apiErrorOf, call, messageOf } from '../../../lib/api.ts';
import { useFragmentToken } from '../../../lib/fragment-token.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Textarea } from '../../../ui/forms/input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TrialPage } from '../trial-page.tsx';

const SUBJECT = encodeURIComponent('DuaiCheck: my application');

/** The page from the mailed link, where an applicant answers an operator's question. */
export default function ApplicationQuestion() {
  const texts = useWorkTexts().portal.application;
  const token = useFragmentToken();
  return (
    <TrialPage title={texts.yourApplication} heading={texts.aQuestionAboutYourApplication}>
      {token === undefined && <Spinner label={texts.loading} />}
      {token === null && (
        <Banner tone="warning" title={texts.theLinkIsIncomplete}>
          {texts.thisPageIsOpenedBy}
        </Banner>
      )}
      {token && <Question token={token} />}
    </TrialPage>
  );
}

function Question({ token }: { readonly token: string }) {
  const texts = useWorkTexts().portal.application;
  const [answer, setAnswer] = useState('');
  const question = useQuery({
    queryKey: keyOf(institutions.getApplicationQuestion, { body: { token } }),
    queryFn: () => call(institutions.getApplicationQuestion, { body: { token } }),
  });
  const send = useMutation({
    mutationFn: () => call(institutions.answerApplicationQuestion, { body: { token, answer } }),
  });
  if (question.isPending) return <Spinner label={texts.loading} />;
  if (question.isError) {
    return (
      <Banner tone="error" title={texts.theQuestionCouldNotBe}>
        {messageOf(question.error, texts.theServerCouldNotBe)}
        {apiErrorOf(question.error)?.code === 'LINK_INVALID' && (
          <p className="mt-1">
            {texts.onceItIsAnsweredOr} <a href={`mailto:${CONTACTS.contact}?subject=${SUBJECT}`}>{texts.writeToUs}</a>.
          </p>
        )}
      </Banner>
    );
  }
  if (send.isSuccess) return <Banner tone="success">{send.data.message}</Banner>;
  return (
    <Form className="grid gap-5" onSubmit={() => send.mutate()}>
      <div className="grid gap-1">
        <p className="text-sm text-grey-4">
          {texts.aboutTheApplicationOf({ institutionName: question.data.institutionName })}
        </p>
        <p className="text-lg whitespace-pre-line">{question.data.question}</p>
      </div>
      {send.isError && <Banner tone="error">{messageOf(send.error, texts.theServerCouldNotBe2)}</Banner>}
      <Field label={texts.yourAnswer} isRequired>
        <Textarea rows={6} value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </Field>
      <Button type="submit" disabled={answer.trim() === ''} isPending={send.isPending}>
        {texts.sendTheAnswer}
      </Button>
    </Form>
  );
}
