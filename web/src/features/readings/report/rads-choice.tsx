import {
  type ChosenRads,
  given,
  overallOf,
  RADS,
  RADS_SYSTEMS,
  type RadsOfSides,
  radsFor,
  radsInWords,
  radsOfSides,
} from '@duai/contract';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/input.tsx';
import type { AidsProps } from './report-aids.tsx';
import { linesOf, withLine, withRads } from './write-report.ts';

type System = ChosenRads['system'];

/** The categories of the lists for these images, for each side where a list tells it so, and what they recommend. */
export function RadsChoice({ examination, language, content: { rads, recommendations }, onChange }: AidsProps) {
  const texts = useWorkTexts().reporting.aids;
  const fitting = radsFor(examination.examined);
  if (fitting.length === 0 && rads === null) return null;
  // A category of the whole from before the list had sides stays until it is chosen for each side.
  const ofWhole = fitting.filter((system) => !RADS[system].sides || (rads?.system === system && !rads.sides));
  const choose = (chosen: ChosenRads | null) => onChange(withRads({ rads, recommendations }, chosen, language));
  const recommendation = rads && radsInWords(rads, language).recommendation;
  return (
    <div className="flex flex-wrap items-end gap-2">
      {(ofWhole.length > 0 || (rads && !rads.sides)) && (
        <Field label={texts.rads} className="min-w-48 flex-1">
          <Select
            value={rads && !rads.sides ? `${rads.system} ${rads.category}` : ''}
            onChange={({ target }) => {
              const system = RADS_SYSTEMS.find((each) => target.value.startsWith(`${each} `));
              choose(system ? { system, category: target.value.slice(system.length + 1) } : null);
            }}
          >
            <option value="">{texts.noRads}</option>
            {ofWhole.map((system) => (
              <optgroup key={system} label={RADS[system].title}>
                <Categories system={system} language={language} />
              </optgroup>
            ))}
          </Select>
        </Field>
      )}
      {fitting
        .filter((system) => RADS[system].sides)
        .map((system) => (
          <SideCategories
            key={system}
            system={system}
            rads={rads?.system === system ? rads : null}
            language={language}
            onChange={choose}
          />
        ))}
      {recommendation && (
        <Button
          size="small"
          variant="secondary"
          disabled={linesOf(recommendations).includes(recommendation)}
          onClick={() => onChange({ recommendations: withLine(recommendations, recommendation) })}
        >
          {texts.recommend}
        </Button>
      )}
    </div>
  );
}

const Categories = ({ system, language }: { readonly system: System; readonly language: 'tr' | 'en' }) =>
  RADS[system].categories.map(({ code }) => (
    <option key={code} value={`${system} ${code}`} lang={language}>
      {radsInWords({ system, category: code }, language).line}
    </option>
  ));

/** A category for each side. That of the whole follows from them, or is chosen where the list does not rank the two. */
function SideCategories({
  system,
  rads,
  language,
  onChange,
}: {
  readonly system: System;
  readonly rads: ChosenRads | null;
  readonly language: 'tr' | 'en';
  readonly onChange: (rads: ChosenRads | null) => void;
}) {
  const texts = useWorkTexts().reporting.aids;
  const shown = useShownLanguage() === 'en' ? 'en' : 'tr';
  const { title, sides: names } = RADS[system];
  const sides: RadsOfSides = rads?.sides ?? { right: null, left: null };
  const isOpen = sides.right !== null && sides.left !== null && overallOf(system, sides) === null;
  return (
    <>
      {(['right', 'left'] as const).map((side) => (
        <Field
          key={side}
          label={`${title}, ${given(names, 'a list with sides')[side][shown]}`}
          className="min-w-48 flex-1"
        >
          <Select
            value={sides[side] === null ? '' : `${system} ${sides[side]}`}
            onChange={({ target }) =>
              onChange(radsOfSides(system, { ...sides, [side]: target.value.slice(system.length + 1) || null }))
            }
          >
            <option value="">{texts.notAssessed}</option>
            <Categories system={system} language={language} />
          </Select>
        </Field>
      ))}
      {isOpen && rads && (
        <Field
          label={texts.overall({ list: title })}
          help={texts.overallHelp}
          isRequired
          error={rads.category === null ? texts.overallMissing : undefined}
          className="min-w-48 basis-full"
        >
          <Select
            value={rads.category ?? ''}
            onChange={({ target }) => onChange({ ...rads, category: target.value || null })}
          >
            <option value="">{texts.chooseOverall}</option>
            {[sides.right, sides.left].map(
              (code) => code && <option key={code} value={code}>{`${title} ${code}`}</option>,
            )}
          </Select>
        </Field>
      )}
      {!isOpen && rads?.sides && (
        <p className="basis-full">{texts.overallIs({ category: `${title} ${rads.category}` })}</p>
      )}
    </>
  );
}
