import { evaluation, evaluationFigures } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { codeText } from './figures.ts';

type Choice = Awaited<ReturnType<typeof loadChoices>>[number];
const loadChoices = (signal?: AbortSignal) => call(evaluation.listProofChoices, { signal });

/** Creates a yes-or-no question about an algorithm, from the codes in its results on the institution's studies. */
export function QuestionForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useWorkTexts().evaluation.questionForm;
  const choices = useQuery({
    queryKey: keyOf(evaluation.listProofChoices),
    queryFn: ({ signal }) => loadChoices(signal),
    staleTime: 0,
  });
  return (
    <Loaded query={choices}>
      {(rows) =>
        rows.length === 0 ? (
          <div className="grid gap-4">
            <p>{texts.noAlgorithmHasAnsweredOne}</p>
            <DialogActions>
              <Button onClick={onDone}>{texts.close}</Button>
            </DialogActions>
          </div>
        ) : (
          <QuestionFields choices={rows} onDone={onDone} />
        )
      }
    </Loaded>
  );
}

function QuestionFields({ choices, onDone }: { readonly choices: readonly Choice[]; readonly onDone: () => void }) {
  const texts = useWorkTexts().evaluation.questionForm;
  const { figures } = useWorkTexts().evaluation;
  const [name, setName] = useState('');
  const [algorithmId, setAlgorithmId] = useState(choices.find((row) => row.measurements.length > 0)?.algorithmId ?? '');
  const [subject, setSubject] = useState('');
  const [direction, setDirection] = useState<'at-least' | 'at-most'>('at-least');
  const [threshold, setThreshold] = useState('');
  const choice = choices.find((row) => row.algorithmId === algorithmId) ?? choices[0]!;
  const [kind, code = ''] = subject.split(':');
  const unit = choice.measurements.find((entry) => entry.code === code)?.unit;
  const limit = Number(threshold.replace(',', '.').replace('−', '-'));
  const isComplete =
    name.trim() !== '' && code !== '' && (kind === 'finding' || (threshold.trim() !== '' && Number.isFinite(limit)));
  const ask = useTrialChange(
    async () => {
      const positiveWhen: evaluation.PositiveWhen =
        kind === 'finding' ? { kind, code } : { kind: 'measurement', code, direction, threshold: limit };
      await call(evaluation.createQuestion, { body: { name, algorithmId: choice.algorithmId, positiveWhen } });
      onDone();
    },
    texts.endpointCreated,
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-5" onSubmit={() => ask.mutate(undefined)}>
      {ask.isError && <Banner tone="error">{messageOf(ask.error, texts.theServerCouldNotBe)}</Banner>}
      <Field label={texts.name} help={texts.howItStandsInThe} isRequired>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={texts.algorithm} isRequired>
        <Select
          value={choice.algorithmId}
          onChange={(event) => {
            setAlgorithmId(event.target.value);
            setSubject('');
          }}
        >
          {choices.map((row) => (
            <option key={row.algorithmId} value={row.algorithmId}>
              {row.title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.theAnswerIsPositiveWhen} isRequired>
        <Select value={subject} onChange={(event) => setSubject(event.target.value)}>
          <option value="">{texts.chooseAFindingOrA}</option>
          <optgroup label={texts.measurements}>
            {choice.measurements.map((entry) => (
              <option key={entry.code} value={`measurement:${entry.code}`}>
                {codeText(entry.code, figures)} ({evaluationFigures.unitText(entry.unit, figures)})
              </option>
            ))}
          </optgroup>
          <optgroup label={texts.findings}>
            {choice.findings.map((finding) => (
              <option key={finding} value={`finding:${finding}`}>
                {texts.isFound({ finding: codeText(finding, figures) })}
              </option>
            ))}
          </optgroup>
        </Select>
      </Field>
      {kind === 'measurement' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.direction} isRequired>
            <Select value={direction} onChange={(event) => setDirection(event.target.value as typeof direction)}>
              <option value="at-least">{texts.isAtLeast}</option>
              <option value="at-most">{texts.isAtMost}</option>
            </Select>
          </Field>
          <Field
            label={unit ? texts.threshold({ unit: evaluationFigures.unitText(unit, figures) }) : texts.threshold2}
            isRequired
          >
            <Input
              inputMode="decimal"
              value={threshold}
              onChange={(event) => setThreshold(event.target.value)}
              autoComplete="off"
            />
          </Field>
        </div>
      )}
      <p className="text-sm text-grey-4">{texts.chooseTheThresholdBeforeYou}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={!isComplete} isPending={ask.isPending}>
          {texts.createEndpoint}
        </Button>
      </DialogActions>
    </Form>
  );
}
