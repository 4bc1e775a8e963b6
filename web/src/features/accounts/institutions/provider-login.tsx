import { singleSignOn } from '@duai/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { urlOf } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';

/** Explains why a sign-in at the provider failed; shows nothing if none was tried. */
export function ProviderProblem() {
  const texts = useWorkTexts().accounts.singleSignOn;
  const [search] = useSearchParams();
  const problem = singleSignOn.SIGN_IN_PROBLEMS.find((known) => known === search.get('problem'));
  return problem ? <Banner tone="error">{texts.problems[problem]}</Banner> : null;
}

/** Leads from the sign-in page to the provider of the institution whose sign-in name is entered. */
export function ProviderLogin() {
  const texts = useWorkTexts().accounts.singleSignOn;
  const [isAsked, setIsAsked] = useState(false);
  const [name, setName] = useState('');
  if (!isAsked) {
    return (
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {texts.signInWithInstitution}
      </Button>
    );
  }
  const signInName = name.trim();
  return (
    <Card>
      <Form
        className="grid gap-4"
        onSubmit={() => window.location.assign(urlOf(singleSignOn.beginProviderSignIn, { signInName }))}
      >
        <Field label={texts.institutionName} help={texts.institutionNameHelp}>
          <Input
            autoComplete="organization"
            autoCapitalize="none"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={signInName === ''}>
          {texts.goOn}
        </Button>
      </Form>
    </Card>
  );
}
