import { catalogue as catalogueContract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { DryRun } from '../../features/catalogue/dry-run.tsx';
import { ModelCard } from '../../features/catalogue/model-card.tsx';
import { modelsKey } from '../../features/scans/scan-queries.ts';
import { call } from '../../lib/api.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** The AI Models tab: the catalogue with its model cards, what the institution uses, and on what. */
export default function TrialModels() {
  const models = useQuery({
    queryKey: modelsKey,
    queryFn: ({ signal }) => call(catalogueContract.listModels, { signal }),
  });
  const [isTrying, setIsTrying] = useState(false);
  return (
    <>
      <WorkbenchHead title="AI Models">
        <Button variant="secondary" onClick={() => setIsTrying(true)}>
          <FlaskConical aria-hidden className="size-5" />
          Dry run
        </Button>
      </WorkbenchHead>
      <p className="-mt-3 max-w-2xl text-grey-4">
        Each model has built-in eligibility rules. Here you switch models off, or narrow down what they get. Changes
        hold for studies that come from now on.
      </p>
      <Loaded query={models}>
        {(rows) => (
          <ul className="grid gap-4">
            {rows.map((model) => (
              <li key={model.id}>
                <Model model={model} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Dialog
        isOpen={isTrying}
        onClose={() => setIsTrying(false)}
        title="Dry run"
        description="Which of your last 20 studies would go to which model today, and why not. Nothing runs."
        size="large"
      >
        <DryRun />
      </Dialog>
    </>
  );
}

function Model({ model }: { readonly model: catalogueContract.Model }) {
  const params = { algorithmId: model.id };
  const [isAdding, setIsAdding] = useState(false);
  const switchModel = useTrialChange((isEnabled: boolean) =>
    call(catalogueContract.switchModel, { params, body: { isEnabled } }),
  );
  const removeRule = useTrialChange((ruleId: string) =>
    call(catalogueContract.removeRoutingRule, { params: { ruleId } }),
  );
  const title = model.title.en ?? model.id;
  const isOn = switchModel.isPending ? switchModel.variables : model.isEnabled;
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="font-mono text-sm text-grey-4">
            {model.id} {model.version}
          </p>
        </div>
        <label className="inline-flex min-h-10 items-center gap-2.5 font-semibold">
          <input
            type="checkbox"
            aria-label={`${title} is on`}
            className="size-5 accent-(--signal)"
            checked={isOn}
            disabled={switchModel.isPending}
            onChange={(event) => switchModel.mutate(event.target.checked)}
          />
          {isOn ? 'On' : 'Off'}
        </label>
      </div>
      <p className="max-w-3xl">{model.intendedUse.en}</p>
      <section aria-label={`Routing of ${title}`} className="grid justify-items-start gap-2">
        <h3 className="text-sm font-semibold">Routing</h3>
        {model.rules.length === 0 && <p className="text-sm text-grey-4">Every series that the model accepts.</p>}
        {model.rules.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="Only where">
            {model.rules.map((rule) => (
              <li key={rule.id} className="flex items-center rounded border border-grey-2 bg-grey-1 ps-3 text-sm">
                {ruleText(rule.conditions)}
                <IconButton
                  label={`Remove the rule ${ruleText(rule.conditions)}`}
                  onClick={() => removeRule.mutate(rule.id)}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <Button variant="quiet" size="small" className="-ms-3" onClick={() => setIsAdding(true)}>
          <Plus aria-hidden className="size-4" />
          Add a rule
        </Button>
      </section>
      <details>
        <summary className="cursor-pointer font-semibold text-signal">Model card</summary>
        <div className="mt-4 border-t border-grey-2 pt-4">
          <ModelCard title={title} markdown={model.card} />
          {model.weightsSha256 && <p className="mt-3 font-mono text-xs break-all text-grey-4">{model.weightsSha256}</p>}
        </div>
      </details>
      {isAdding && <RuleDialog model={model} title={title} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

const NAMES: Record<keyof catalogueContract.RoutingConditions, string> = {
  modality: 'modality is',
  bodyPart: 'body part has',
  kernel: 'kernel has',
  description: 'description has',
  sex: 'sex is',
  minAgeYears: 'age from',
  maxAgeYears: 'age up to',
};
const ruleText = (conditions: catalogueContract.RoutingConditions): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${NAMES[name as keyof catalogueContract.RoutingConditions]} ${value}`)
    .join(' and ');

function RuleDialog({
  model,
  title,
  onClose,
}: {
  readonly model: catalogueContract.Model;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const [isEmpty, setIsEmpty] = useState(false);
  const add = useTrialChange((conditions: catalogueContract.RoutingConditions) =>
    call(catalogueContract.addRoutingRule, { params: { algorithmId: model.id }, body: { conditions } }),
  );
  const submit = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
    const years = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
    const parsed = catalogueContract.routingConditionsSchema.safeParse(
      Object.fromEntries(
        Object.entries({
          modality: text('modality')?.toUpperCase(),
          bodyPart: text('bodyPart'),
          kernel: text('kernel'),
          description: text('description'),
          sex: text('sex'),
          minAgeYears: years('minAgeYears'),
          maxAgeYears: years('maxAgeYears'),
        }).filter(([, value]) => value !== undefined),
      ),
    );
    setIsEmpty(!parsed.success);
    if (parsed.success) add.mutate(parsed.data, { onSuccess: onClose });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Only where … – ${title}`}
      description="All conditions you fill in must hold. With several rules, one of them is enough."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Modality" help="DICOM code: CT, MR, DX …">
            <Input name="modality" maxLength={2} autoCapitalize="characters" />
          </Field>
          <Field label="Sex" help="As the header says">
            <Select name="sex">
              <option value="">Any</option>
              <option value="F">Female</option>
              <option value="M">Male</option>
              <option value="O">Other</option>
            </Select>
          </Field>
          <Field label="Body part contains">
            <Input name="bodyPart" />
          </Field>
          <Field label="Kernel contains">
            <Input name="kernel" />
          </Field>
          <Field label="Age from (years)">
            <Input name="minAgeYears" type="number" min={0} max={150} />
          </Field>
          <Field label="Age up to (years)">
            <Input name="maxAgeYears" type="number" min={0} max={150} />
          </Field>
          <Field label="Description contains" className="sm:col-span-2">
            <Input name="description" />
          </Field>
        </div>
        {isEmpty && (
          <p role="alert" className="font-medium text-red">
            Fill in at least one condition; a modality has two letters.
          </p>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={add.isPending}>
            Add the rule
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
