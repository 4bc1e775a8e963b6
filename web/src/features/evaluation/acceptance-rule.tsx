import { acceptance } from '@duai/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { type PageStep, queryOf } from '../../lib/counted.ts';
import { useReader, useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { CursorPages } from '../../ui/pagination.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { AcceptanceRuns, isUnderWay, LOOK_AGAIN_MS, ruleText } from './acceptance-runs.tsx';

/** What an institution asks of a version before it is made active for it, and how its versions did. */
export function AcceptanceRule() {
  const texts = useWorkTexts().evaluation.acceptance;
  const [at, setAt] = useState<PageStep>({ page: 1 });
  const query = queryOf(at);
  const found = useQuery({
    queryKey: keyOf(acceptance.getAcceptance, { query }),
    queryFn: ({ signal }) => call(acceptance.getAcceptance, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
  return (
    <SectionCard heading={texts.title} help={texts.help}>
      <Loaded query={found}>
        {({ rule, runs, ...ways }) => (
          <>
            <RuleForm key={JSON.stringify(rule)} rule={rule} />
            {(rule.isRequired || runs.length > 0) && <AcceptanceRuns runs={runs} />}
            <CursorPages at={at} found={ways} onChange={setAt} />
          </>
        )}
      </Loaded>
    </SectionCard>
  );
}

const inPercent = (share: number): string => String(Number((share * 100).toFixed(1)));
const asShare = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.')) / 100);

function RuleForm({ rule }: { readonly rule: acceptance.AcceptanceRule }) {
  const texts = useWorkTexts().evaluation.acceptance;
  const { language } = useReader();
  const [isRequired, setIsRequired] = useState(rule.isRequired);
  const [sensitivity, setSensitivity] = useState(inPercent(rule.leastSensitivity));
  const [specificity, setSpecificity] = useState(inPercent(rule.leastSpecificity));
  const [studies, setStudies] = useState(String(rule.leastStudies));
  const save = useTrialChange(
    (body: acceptance.AcceptanceRule) => call(acceptance.setAcceptanceRule, { body }),
    texts.saved,
  );
  const { shape } = acceptance.acceptanceRuleSchema;
  const wish = {
    isRequired,
    leastSensitivity: asShare(sensitivity),
    leastSpecificity: asShare(specificity),
    leastStudies: Number(studies),
  };
  const parsed = acceptance.acceptanceRuleSchema.safeParse(wish);
  const wrong = (field: 'leastSensitivity' | 'leastSpecificity' | 'leastStudies', words: string) =>
    shape[field].safeParse(wish[field]).success ? undefined : words;
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (parsed.success) save.mutate(parsed.data);
      }}
    >
      <Checkbox
        label={texts.require}
        help={ruleText(rule, texts, language)}
        checked={isRequired}
        onChange={(event) => setIsRequired(event.target.checked)}
      />
      {isRequired && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={texts.leastSensitivity} error={wrong('leastSensitivity', texts.percentAsked)}>
            <Input inputMode="decimal" value={sensitivity} onChange={(event) => setSensitivity(event.target.value)} />
          </Field>
          <Field label={texts.leastSpecificity} error={wrong('leastSpecificity', texts.percentAsked)}>
            <Input inputMode="decimal" value={specificity} onChange={(event) => setSpecificity(event.target.value)} />
          </Field>
          <Field
            label={texts.leastStudies}
            help={texts.leastStudiesHelp}
            error={wrong('leastStudies', texts.studiesAsked({ most: acceptance.ACCEPTANCE_AT_MOST }))}
          >
            <Input inputMode="numeric" value={studies} onChange={(event) => setStudies(event.target.value)} />
          </Field>
        </div>
      )}
      <div>
        <Button type="submit" isPending={save.isPending} disabled={!parsed.success}>
          {texts.save}
        </Button>
      </div>
    </Form>
  );
}
