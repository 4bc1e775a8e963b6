import type { secondReads } from '@duai/contract';
import { useWorkTexts } from '../../../lib/messages.tsx';

/** Both opinions side by side, as saved. */
export function Opinions({ secondRead: { first, second } }: { readonly secondRead: secondReads.SecondRead }) {
  const texts = useWorkTexts().reporting.secondRead;
  return (
    <div className="grid gap-3">
      {([['first', first] as const, ['second', second] as const] as const).map(
        ([which, opinion]) =>
          opinion && (
            <article key={which} className="rounded border border-grey-2 p-3 text-sm">
              <h3 className="font-semibold">{texts[which]({ name: opinion.by })}</h3>
              <p className="mt-1 text-grey-4">{texts.findings}</p>
              <p lang={opinion.language} className="whitespace-pre-line">
                {opinion.findings}
              </p>
              <p className="mt-1 text-grey-4">{texts.impression}</p>
              <p lang={opinion.language} className="whitespace-pre-line">
                {opinion.impression}
              </p>
              {which === 'first' && first && <Further first={first} />}
            </article>
          ),
      )}
    </div>
  );
}

/** What the agreement stands for beside findings and impression. */
function Further({ first }: { readonly first: NonNullable<secondReads.SecondRead['first']> }) {
  const { reporting, readings } = useWorkTexts();
  const further = [
    [reporting.aids.rads, first.radsLine],
    [readings.report.sections.recommendations, first.recommendations.trim()],
  ] as const;
  return further.map(
    ([name, text]) =>
      text && (
        <div key={name}>
          <p className="mt-1 text-grey-4">{name}</p>
          <p lang={first.language} className="whitespace-pre-line">
            {text}
          </p>
        </div>
      ),
  );
}
