import { presentationStates as contract } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';
import type { ViewportTools } from '../stage/viewport-tools.ts';

/**
 * Presentation states of the series: none is applied until the reader chooses one. What the chosen one asks for and is not done
 * is told beside it.
 */
export function PresentationTools({ presentations, view, run }: ViewportTools) {
  const texts = useWorkTexts().viewer.presentation;
  if (!presentations) return null;
  const { states, elsewhere, isCut, chosenId, problem, gaps, isAbout, choose } = presentations;
  const chosen = states.find(({ id }) => id === chosenId);
  return (
    <>
      {states.length > 0 && (
        <label className="ms-2 inline-flex min-h-8 max-w-full shrink-0 flex-wrap items-center gap-2 text-sm">
          {texts.choose({ count: states.length })}
          <select
            value={chosenId ?? ''}
            onChange={(event) => choose(event.target.value || null)}
            className="h-8 max-w-64 rounded border border-grey-2 bg-surface px-1.5 pointer-coarse:h-11"
          >
            <option value="">{texts.asStored}</option>
            <Options states={states.filter(({ isOurs }) => !isOurs)} />
            {states.some(({ isOurs }) => isOurs) && (
              <optgroup label={texts.ofOurs}>
                <Options states={states.filter(({ isOurs }) => isOurs)} />
              </optgroup>
            )}
          </select>
        </label>
      )}
      {chosen && isAbout && (
        <label className="ms-2 inline-flex min-h-8 shrink-0 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--signal)"
            checked={view.areGraphicsShown}
            onChange={() => run({ do: 'toggle-graphics' })}
          />
          {texts.annotations}
        </label>
      )}
      <div role="status" className="contents text-sm">
        {chosen && (
          <p className="ms-2 max-w-full shrink-0 text-grey-4">
            {isAbout ? texts.applied({ name: nameOf(chosen) }) : texts.notAbout}
            {chosen.isOurs && ` ${texts.isOurs}`}
          </p>
        )}
        {gaps.length > 0 && (
          <p className="ms-2 max-w-full shrink-0 font-medium text-red">
            {texts.notApplied({ parts: gaps.map((gap) => texts.gaps[gap]).join('; ') })}
          </p>
        )}
        {isCut && (
          <p className="ms-2 max-w-full shrink-0 font-medium text-red">
            {texts.cut({ count: contract.MOST_PRESENTATION_STATES })}
          </p>
        )}
        {problem && <p className="ms-2 max-w-full shrink-0 font-medium text-red">{texts[problem]}</p>}
        {elsewhere.map((state) => (
          <p
            key={state.id}
            className={`ms-2 max-w-full shrink-0 ${state.isRead ? 'text-grey-4' : 'font-medium text-red'}`}
          >
            {(state.isRead ? texts.withoutImages : texts.unread)({ name: nameOf(state) })}
          </p>
        ))}
      </div>
    </>
  );
}

const Options = ({ states }: { readonly states: readonly contract.PresentationState[] }) =>
  states.map((state) => (
    <option key={state.id} value={state.id}>
      {nameOf(state)}
    </option>
  ));

/** Label, description, who made it and when, as far as the file says. */
export const nameOf = ({ label, description, creator, createdAt }: contract.PresentationState): string =>
  [
    [label, description].filter(Boolean).join(' – '),
    creator?.split('=')[0]?.split('^').filter(Boolean).join(' '),
    createdAt?.replace('T', ' '),
  ]
    .filter(Boolean)
    .join(' · ');
