import { useId } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { AuditChange, AuditFilterValues } from './audit-search.ts';

/** As the trail calls those who act (server/src/core/actor.ts). */
const REALMS = ['anonymous', 'api-key', 'institution', 'patient', 'shared', 'staff', 'system'];

/** A word is taken when the field is left or Enter is pressed, a choice at once. */
export function AuditFilter({
  filter,
  actions,
  onChange,
}: {
  readonly filter: AuditFilterValues;
  /** Every action that was ever done. */
  readonly actions: readonly string[];
  readonly onChange: (change: AuditChange) => void;
}) {
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
    <search
      aria-label="Filter the audit trail"
      className="mb-4 grid grid-cols-2 gap-3 text-sm md:grid-cols-3 xl:grid-cols-6"
    >
      <Field label="Who" help="Kind or id">
        {word('who', `${listId}-realms`)}
      </Field>
      <Field label="What" help="Part of an action">
        {word('what', `${listId}-actions`)}
      </Field>
      <Field label="On whom" help="Kind or id">
        {word('whom')}
      </Field>
      <Field label="Outcome" help="ok or refused">
        <Select value={filter.outcome} onChange={(event) => onChange({ outcome: event.target.value })}>
          <option value="">All</option>
          <option value="ok">ok</option>
          <option value="refused">refused</option>
        </Select>
      </Field>
      <Field label="From" help="Day, UTC">
        {day('from', { max: filter.to })}
      </Field>
      <Field label="Until" help="Day, UTC">
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
