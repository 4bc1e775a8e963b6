import { cases, SUBSPECIALTIES, type Urgency } from '@duai/contract';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';

/** Search and filters of the worklist. */
export function WorklistFilters({
  wish,
  hasSubspecialties,
  onChange,
}: {
  readonly wish: cases.WorklistWish;
  /** Of this reader it is known what they read. */
  readonly hasSubspecialties: boolean;
  readonly onChange: (change: Partial<cases.WorklistWish>) => void;
}) {
  const { console: room, names } = useWorkTexts();
  const texts = room.worklist.table;
  return (
    <search
      aria-label={texts.find}
      className="grid grow basis-full grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap min-[1400px]:basis-[65rem]"
    >
      <Input
        type="search"
        aria-label={texts.find}
        placeholder={texts.findHelp}
        maxLength={200}
        className="max-sm:col-span-2 sm:max-w-80"
        value={wish.text}
        // A cell pasted from a table brings its tab.
        onChange={({ target }) => onChange({ text: target.value.replaceAll(/\p{Cc}/gu, ' ') })}
      />
      <Select
        aria-label={texts.modality}
        className="sm:max-w-44"
        value={wish.modality ?? ''}
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
      <Select
        aria-label={texts.urgency}
        className="sm:max-w-44"
        value={wish.urgency ?? ''}
        onChange={({ target }) =>
          onChange({ urgency: cases.URGENCIES.find((each: Urgency) => each === target.value) ?? null })
        }
      >
        <option value="">{texts.anyUrgency}</option>
        {cases.URGENCIES.map((urgency) => (
          <option key={urgency} value={urgency}>
            {names.urgencies[urgency]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={texts.subspecialty}
        className="max-sm:col-span-2 sm:max-w-48"
        value={wish.subspecialty ?? ''}
        onChange={({ target }) =>
          onChange({
            subspecialty: ([...SUBSPECIALTIES, 'mine'] as const).find((each) => each === target.value) ?? null,
          })
        }
      >
        <option value="">{texts.anySubspecialty}</option>
        {(hasSubspecialties || wish.subspecialty === 'mine') && <option value="mine">{texts.mySubspecialties}</option>}
        {SUBSPECIALTIES.map((subspecialty) => (
          <option key={subspecialty} value={subspecialty}>
            {names.subspecialties[subspecialty]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={texts.claim}
        className="max-sm:col-span-2 sm:max-w-36"
        value={wish.claim}
        onChange={({ target }) =>
          onChange({ claim: cases.WORKLIST_CLAIMS.find((each) => each === target.value) ?? 'any' })
        }
      >
        {cases.WORKLIST_CLAIMS.map((claim) => (
          <option key={claim} value={claim}>
            {texts.claims[claim]}
          </option>
        ))}
      </Select>
    </search>
  );
}
