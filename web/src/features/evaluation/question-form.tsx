import { evaluation } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { TRIAL, useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { codeText, unitText } from './figures.ts';

type Choice = Awaited<ReturnType<typeof loadChoices>>[number];
const loadChoices = (signal?: AbortSignal) => call(evaluation.listProofChoices, { signal });

/** Puts a yes-or-no question to an algorithm: out of what its results on the own studies hold. */
export function QuestionForm({ onDone }: { readonly onDone: () => void }) {
  const choices = useQuery({
    queryKey: [TRIAL, 'proof', 'choices'],
    queryFn: ({ signal }) => loadChoices(signal),
    staleTime: 0,
  });
  return (
    <Loaded query={choices}>
      {(rows) =>
        rows.length === 0 ? (
          <div className="grid gap-4">
            <p>No algorithm has answered one of your studies yet. Upload a study first.</p>
            <DialogActions>
              <Button onClick={onDone}>Close</Button>
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
    'Endpoint created',
    { showsFailure: true },
  );
  return (
    <Form className="grid gap-5" onSubmit={() => ask.mutate(undefined)}>
      {ask.isError && <Banner tone="error">{messageOf(ask.error, 'The server could not be reached.')}</Banner>}
      <Field label="Name" help="How it stands in the dossier" isRequired>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Algorithm" isRequired>
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
      <Field label="The answer is positive when" isRequired>
        <Select value={subject} onChange={(event) => setSubject(event.target.value)}>
          <option value="">Choose a finding or a measurement</option>
          <optgroup label="Measurements">
            {choice.measurements.map((entry) => (
              <option key={entry.code} value={`measurement:${entry.code}`}>
                {codeText(entry.code)} ({unitText(entry.unit)})
              </option>
            ))}
          </optgroup>
          <optgroup label="Findings">
            {choice.findings.map((finding) => (
              <option key={finding} value={`finding:${finding}`}>
                {codeText(finding)} is found
              </option>
            ))}
          </optgroup>
        </Select>
      </Field>
      {kind === 'measurement' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Direction" isRequired>
            <Select value={direction} onChange={(event) => setDirection(event.target.value as typeof direction)}>
              <option value="at-least">is at least</option>
              <option value="at-most">is at most</option>
            </Select>
          </Field>
          <Field label={unit ? `Threshold (${unitText(unit)})` : 'Threshold'} isRequired>
            <Input
              inputMode="decimal"
              value={threshold}
              onChange={(event) => setThreshold(event.target.value)}
              autoComplete="off"
            />
          </Field>
        </div>
      )}
      <p className="text-sm text-grey-4">
        Choose the threshold before you look at the ground truth. An endpoint cannot be changed afterwards, only
        removed.
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isComplete} isPending={ask.isPending}>
          Create endpoint
        </Button>
      </DialogActions>
    </Form>
  );
}
