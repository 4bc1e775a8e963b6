import { catalogue as catalogueContract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { DryRun } from '../../features/catalogue/dry-run.tsx';
import { ModelCard } from '../../features/catalogue/model-card.tsx';
import { VendorSending } from '../../features/catalogue/vendor-sending.tsx';
import { AcceptanceRule } from '../../features/evaluation/acceptance-rule.tsx';
import { call } from '../../lib/api.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** The AI Models tab: the catalogue with its model cards, which models the institution uses, and for which studies. */
export default function TrialModels() {
  const texts = useWorkTexts().portal.models;
  const models = useQuery({
    queryKey: keyOf(catalogueContract.listModels),
    queryFn: ({ signal }) => call(catalogueContract.listModels, { signal }),
  });
  const [isTrying, setIsTrying] = useState(false);
  return (
    <>
      <WorkbenchHead title={texts.aiModels}>
        <Button variant="secondary" onClick={() => setIsTrying(true)}>
          <FlaskConical aria-hidden className="size-5" />
          {texts.dryRun}
        </Button>
      </WorkbenchHead>
      <p className="-mt-3 max-w-2xl text-grey-4">{texts.eachModelHasBuiltIn}</p>
      <Loaded query={models}>
        {(rows) => (
          <>
            {rows.some(({ isSentOut }) => isSentOut) && <VendorSending />}
            <ul className="grid gap-4">
              {rows.map((model) => (
                <li key={model.id}>
                  <Model model={model} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <AcceptanceRule />
      <Dialog
        isOpen={isTrying}
        onClose={() => setIsTrying(false)}
        title={texts.dryRun}
        description={texts.whichOfYourLast20}
        size="large"
      >
        <DryRun />
      </Dialog>
    </>
  );
}

function Model({ model }: { readonly model: catalogueContract.Model }) {
  const texts = useWorkTexts().portal.models;
  const params = { algorithmId: model.id };
  const [isAdding, setIsAdding] = useState(false);
  const switchModel = useTrialChange((isEnabled: boolean) =>
    call(catalogueContract.switchModel, { params, body: { isEnabled } }),
  );
  const removeRule = useTrialChange((ruleId: string) =>
    call(catalogueContract.removeRoutingRule, { params: { ruleId } }),
  );
  const title = model.title[activeLanguage()] ?? model.id;
  const isOn = switchModel.isPending ? switchModel.variables : model.isEnabled;
  return (
    <Card className="grid gap-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="font-mono text-sm text-grey-4">
            {model.id} {model.version}
          </p>
        </div>
        {!model.isAssisted && (
          <label className="inline-flex min-h-10 shrink-0 items-center gap-2.5 font-semibold">
            <input
              type="checkbox"
              aria-label={texts.isOn({ title })}
              className="size-5 accent-(--signal)"
              checked={isOn}
              disabled={switchModel.isPending}
              onChange={(event) => switchModel.mutate(event.target.checked)}
            />
            {isOn ? texts.on : texts.off}
          </label>
        )}
      </div>
      <p className="max-w-3xl">{model.intendedUse[activeLanguage()]}</p>
      {model.isSentOut && <p className="font-semibold">{texts.imagesGoToItsMaker}</p>}
      {model.isAssisted ? (
        <p className="text-sm text-grey-4">{texts.measuresARegion}</p>
      ) : (
        <section aria-label={texts.routingOf({ title })} className="grid justify-items-start gap-2">
          <h3 className="text-sm font-semibold">{texts.routing}</h3>
          {model.rules.length === 0 && <p className="text-sm text-grey-4">{texts.everySeriesThatTheModel}</p>}
          {model.rules.length > 0 && (
            <ul className="flex flex-wrap gap-2" aria-label={texts.onlyWhere}>
              {model.rules.map((rule) => (
                <li key={rule.id} className="flex items-center rounded border border-grey-2 bg-grey-1 ps-3 text-sm">
                  {ruleText(rule.conditions, texts)}
                  <IconButton
                    label={texts.removeTheRule({ conditions: ruleText(rule.conditions, texts) })}
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
            {texts.addARule}
          </Button>
        </section>
      )}
      <details>
        <summary className="cursor-pointer font-semibold text-signal">{texts.modelCard}</summary>
        <div className="mt-4 border-t border-grey-2 pt-4">
          <ModelCard title={title} markdown={model.card} />
          {model.weightsSha256 && <p className="mt-3 font-mono text-xs break-all text-grey-4">{model.weightsSha256}</p>}
        </div>
      </details>
      {isAdding && <RuleDialog model={model} title={title} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

type ModelTexts = WorkTexts['portal']['models'];
const namesOf = (texts: ModelTexts): Record<keyof catalogueContract.RoutingConditions, string> => ({
  modality: texts.modalityIs,
  bodyPart: texts.bodyPartHas,
  kernel: texts.kernelHas,
  description: texts.descriptionHas,
  sex: texts.sexIs,
  minAgeYears: texts.ageFrom,
  maxAgeYears: texts.ageUpTo,
});
const ruleText = (conditions: catalogueContract.RoutingConditions, texts: ModelTexts): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${namesOf(texts)[name as keyof catalogueContract.RoutingConditions]} ${value}`)
    .join(texts.and);

function RuleDialog({
  model,
  title,
  onClose,
}: {
  readonly model: catalogueContract.Model;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const texts = useWorkTexts().portal.models;
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
    <Dialog isOpen onClose={onClose} title={texts.onlyWhere2({ title })} description={texts.allConditionsYouFillIn}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.modality} help={texts.dicomCodeCtMrDx}>
            <Input name="modality" maxLength={2} autoCapitalize="characters" />
          </Field>
          <Field label={texts.sex} help={texts.asTheHeaderSays}>
            <Select name="sex">
              <option value="">{texts.any}</option>
              <option value="F">{texts.female}</option>
              <option value="M">{texts.male}</option>
              <option value="O">{texts.other}</option>
            </Select>
          </Field>
          <Field label={texts.bodyPartContains}>
            <Input name="bodyPart" />
          </Field>
          <Field label={texts.kernelContains}>
            <Input name="kernel" />
          </Field>
          <Field label={texts.ageFromYears}>
            <Input name="minAgeYears" type="number" min={0} max={150} />
          </Field>
          <Field label={texts.ageUpToYears}>
            <Input name="maxAgeYears" type="number" min={0} max={150} />
          </Field>
          <Field label={texts.descriptionContains} className="sm:col-span-2">
            <Input name="description" />
          </Field>
        </div>
        {isEmpty && (
          <p role="alert" className="font-medium text-red">
            {texts.fillInAtLeastOne}
          </p>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" isPending={add.isPending}>
            {texts.addTheRule}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
