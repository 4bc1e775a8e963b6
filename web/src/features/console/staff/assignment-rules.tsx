import { assignment, cases, SUBSPECIALTIES } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';

type Rule = assignment.AssignmentRule;

/** The rules that assign new cases to radiologists. */
export function AssignmentRules() {
  const known = useQuery({
    queryKey: keyOf(assignment.getAssignment),
    queryFn: () => call(assignment.getAssignment),
    staleTime: 0,
  });
  if (!known.data) return null;
  return <Rules known={known.data} onRefused={() => void known.refetch()} />;
}

/** A key of its own, so that a row keeps its fields when another one is removed. */
const rowOf = (rule: Rule) => ({ id: crypto.randomUUID(), rule });

/** Leaves out radiologists who no longer read here; a rule without radiologists says so. */
function rowsOf({ rules, radiologists }: assignment.Assignment) {
  const known = new Set(radiologists.map(({ id }) => id));
  return rules.map((rule) => rowOf({ ...rule, readers: rule.readers.filter((id) => known.has(id)) }));
}

function Rules({ known, onRefused }: { readonly known: assignment.Assignment; readonly onRefused: () => void }) {
  const texts = useWorkTexts().team;
  /** The rules that the fields began with: what is typed stays when others come. */
  const [begun, setBegun] = useState(known);
  const [rows, setRows] = useState(() => rowsOf(known));
  const typed = rows.map(({ rule }) => rule);
  const [hours, setHours] = useState(String(known.claimIdleHours));
  const { rules, claimIdleHours } = begun;
  const idleHours = /^\d{1,2}$/.test(hours) && Number(hours) >= 1 && Number(hours) <= 72 ? Number(hours) : null;
  const save = useChange(
    assignment.getAssignment,
    async () => {
      const body = { rules: typed, ...(idleHours && { claimIdleHours: idleHours }), seen: begun.updatedAt };
      setBegun(await call(assignment.setAssignment, { body }));
    },
    texts.rulesSaved,
  );
  const trySave = () => save.mutate(undefined, { onError: onRefused });
  const isChanged = JSON.stringify(typed) !== JSON.stringify(rules) || idleHours !== claimIdleHours;
  const adopt = () => {
    setBegun(known);
    setRows(rowsOf(known));
    setHours(String(known.claimIdleHours));
  };
  const haveMoved = (known.updatedAt ?? '') > (begun.updatedAt ?? '');
  if (haveMoved && !isChanged) adopt();
  const lacksReader = typed.some(({ readers, subspecialty }) => readers.length === 0 && subspecialty === null);
  const change = (id: string, changed: Partial<Rule>) =>
    setRows(rows.map((row) => (row.id === id ? { id, rule: { ...row.rule, ...changed } } : row)));
  return (
    <section aria-labelledby="assignment-rules" className="mb-6 grid gap-3 rounded border border-grey-2 bg-surface p-4">
      <h2 id="assignment-rules" className="font-semibold">
        {texts.rules}
      </h2>
      <p className="max-w-3xl text-sm text-grey-4">{texts.rulesText}</p>
      {typed.length === 0 && <p>{texts.noRules}</p>}
      <ol className="grid gap-3">
        {rows.map(({ id, rule }, at) => (
          <li key={id}>
            <RuleFields
              number={at + 1}
              rule={rule}
              radiologists={known.radiologists}
              onChange={(changed) => change(id, changed)}
              onRemove={() => setRows(rows.filter((row) => row.id !== id))}
            />
          </li>
        ))}
      </ol>
      <Field label={texts.idleHours} help={texts.idleHoursHelp}>
        <span className="flex items-center gap-2">
          <Input
            type="number"
            min={1}
            max={72}
            className="max-w-24"
            value={hours}
            onChange={({ target }) => setHours(target.value)}
          />
          {texts.hours}
        </span>
      </Field>
      {haveMoved && isChanged && (
        <Banner
          tone="warning"
          title={texts.rulesMoved}
          action={
            <Button size="small" variant="secondary" onClick={adopt}>
              {texts.showRules}
            </Button>
          }
        />
      )}
      {lacksReader && <p className="text-sm text-grey-4">{texts.needsReader}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          onClick={() => setRows([...rows, rowOf({ modality: null, urgency: null, subspecialty: null, readers: [] })])}
        >
          {texts.addRule}
        </Button>
        <Button
          size="small"
          disabled={!isChanged || lacksReader || idleHours === null}
          isPending={save.isPending}
          onClick={trySave}
        >
          {texts.saveRules}
        </Button>
      </div>
    </section>
  );
}

type Radiologist = assignment.Assignment['radiologists'][number];

/** Two of the same name have their addresses beside it. */
const toldApart = ({ name, email }: Pick<Radiologist, 'name' | 'email'>, all: readonly Radiologist[]): string =>
  all.filter((each) => each.name === name).length > 1 ? `${name}, ${email}` : name;

function RuleFields({
  number,
  rule,
  radiologists,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly rule: Rule;
  readonly radiologists: readonly Radiologist[];
  readonly onChange: (changed: Partial<Rule>) => void;
  readonly onRemove: () => void;
}) {
  const { team: texts, names } = useWorkTexts();
  return (
    <fieldset className="grid items-start gap-3 border-t border-grey-2 pt-3 sm:grid-cols-2 lg:grid-cols-[11rem_11rem_12rem_1fr_auto]">
      <legend className="sr-only">{texts.rule({ number })}</legend>
      <Field label={texts.modality}>
        <Select
          value={rule.modality ?? ''}
          onChange={({ target }) =>
            onChange({ modality: cases.CASE_MODALITIES.find((each) => each === target.value) ?? null })
          }
        >
          <option value="">{texts.anyModality}</option>
          {cases.CASE_MODALITIES.map((modality) => (
            <option key={modality} value={modality}>
              {names.caseModalities[modality]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.urgency}>
        <Select
          value={rule.urgency ?? ''}
          onChange={({ target }) =>
            onChange({ urgency: cases.URGENCIES.find((each) => each === target.value) ?? null })
          }
        >
          <option value="">{texts.anyUrgency}</option>
          {cases.URGENCIES.map((urgency) => (
            <option key={urgency} value={urgency}>
              {names.urgencies[urgency]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.subspecialty}>
        <Select
          value={rule.subspecialty ?? ''}
          onChange={({ target }) =>
            onChange({ subspecialty: SUBSPECIALTIES.find((each) => each === target.value) ?? null })
          }
        >
          <option value="">{texts.anySubspecialty}</option>
          {SUBSPECIALTIES.map((subspecialty) => (
            <option key={subspecialty} value={subspecialty}>
              {names.subspecialties[subspecialty]}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{texts.readers}</legend>
        {radiologists.map(({ id, isAbsent, ...reader }) => (
          <Checkbox
            key={id}
            label={
              isAbsent ? texts.readerAbsent({ name: toldApart(reader, radiologists) }) : toldApart(reader, radiologists)
            }
            checked={rule.readers.includes(id)}
            onChange={({ target }) =>
              onChange({
                readers: target.checked ? [...rule.readers, id] : rule.readers.filter((reader) => reader !== id),
              })
            }
          />
        ))}
        {rule.subspecialty !== null && rule.readers.length === 0 && (
          <p className="text-sm text-grey-4">
            {radiologists.some(({ subspecialties }) => rule.subspecialty && subspecialties.includes(rule.subspecialty))
              ? texts.bySubspecialty
              : texts.nobodyReads}
          </p>
        )}
      </fieldset>
      <IconButton label={texts.removeRule({ number })} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </fieldset>
  );
}
