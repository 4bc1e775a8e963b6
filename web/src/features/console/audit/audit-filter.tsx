import { useId } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';
import { SearchInput } from '../../../ui/forms/search-input.tsx';
import type { AuditChange, AuditFilterValues } from './audit-search.ts';

/** The kinds of actor in the audit trail (server/src/core/actor.ts). */
const REALMS = ['anonymous', 'api-key', 'institution', 'patient', 'record-system', 'shared', 'staff', 'system'];

/** A text field applies when it loses focus or Enter is pressed, a select at once. */
export function AuditFilter({
  filter,
  actions,
  onChange,
}: {
  readonly filter: AuditFilterValues;
  /** All actions in the audit trail. */
  readonly actions: readonly string[];
  readonly onChange: (change: AuditChange) => void;
}) {
  const texts = useWorkTexts().console.audit;
  const listId = useId();
  const word = (name: 'who' | 'what' | 'whom', suggestions?: string) => (
    <SearchInput
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      list={suggestions}
      value={filter[name]}
      onTake={(text) => onChange({ [name]: text })}
    />
  );
  const day = (name: 'from' | 'to', { min, max }: { min?: string; max?: string }) => (
    <Input
      type="date"
      value={filter[name]}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <search aria-label={texts.filter} className="mb-4 grid grid-cols-2 gap-3 text-sm md:grid-cols-3 xl:grid-cols-6">
      <Field label={texts.who} help={texts.kindOrId}>
        {word('who', `${listId}-realms`)}
      </Field>
      <Field label={texts.what} help={texts.partOfAction}>
        {word('what', `${listId}-actions`)}
      </Field>
      <Field label={texts.whom} help={texts.kindIdOrNumber}>
        {word('whom')}
      </Field>
      <Field label={texts.outcome} help={texts.okOrRefused}>
        <Select value={filter.outcome} onChange={(event) => onChange({ outcome: event.target.value })}>
          <option value="">{texts.all}</option>
          <option value="ok">{texts.outcomes.ok}</option>
          <option value="refused">{texts.outcomes.refused}</option>
        </Select>
      </Field>
      <Field label={texts.from} help={texts.dayUtc}>
        {day('from', { max: filter.to })}
      </Field>
      <Field label={texts.until} help={texts.dayUtc}>
        {day('to', { min: filter.from })}
      </Field>
      <datalist id={`${listId}-realms`}>
        {REALMS.map((realm) => (
          <option key={realm} value={realm} />
        ))}
      </datalist>
      <datalist id={`${listId}-actions`}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
    </search>
  );
}
