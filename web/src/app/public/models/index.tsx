import { MODEL_CARDS } from 'virtual:model-cards';
import { type ModelCardPage, modelCardPath, originOf } from '../../../content/model-card.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { linkClasses } from '../../../ui/page.tsx';
import { PageMeta } from '../page-meta.tsx';
import { cellClasses, headCellClasses } from './card-tables.tsx';

export const handle = STATIC_PAGE;

/** The complete catalogue: every algorithm and recipe with its status and the data behind its figures. */
export default function Models() {
  const [installed, recipes] = [true, false].map((isInstalled) =>
    MODEL_CARDS.filter((card) => card.isInstalled === isInstalled),
  );
  return (
    <div className="mx-auto max-w-5xl px-5 py-10 md:py-16">
      <PageMeta
        path="/duaicheck/models"
        title="Model cards – DUAI"
        description="Every algorithm of DuaiCheck with its card: what it is for, how it works, on which data with which figures and intervals it was measured, and where it fails."
        image="trial"
      />
      <h1 className="font-serif text-[clamp(2.2rem,5vw,3.25rem)] leading-[1.1] font-semibold tracking-tight">
        Model cards
      </h1>
      <p className="mt-5 max-w-2xl text-lg text-grey-5">
        What each algorithm is for, how it was measured and where it fails. Every figure comes from an evaluation that
        is kept beside the algorithm; a card that is older than its weights is not published.
      </p>
      <p className="mt-3 max-w-2xl text-grey-4">
        No algorithm here has a regulatory status in any region: they are for research and trial. A physician decides
        and signs.
      </p>
      <Catalogue title="Installed" cards={installed!} />
      <Catalogue title="Can be imported: weights not installed" cards={recipes!} />
    </div>
  );
}

function Catalogue({ title, cards }: { readonly title: string; readonly cards: readonly ModelCardPage[] }) {
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="font-serif text-2xl font-semibold">
        {title}
      </h2>
      <table className="mt-4 w-full border-collapse text-sm max-md:block max-md:[&_:is(tbody,tr,td,th[scope=row])]:block">
        <thead className="max-md:sr-only">
          <tr>
            {['Algorithm', 'For', 'Figures from', 'Independent data'].map((heading) => (
              <th key={heading} scope="col" className={headCellClasses}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="border-t border-grey-2 md:border-t-0">
          {cards.map((card) => (
            <tr key={card.id} className="border-b border-grey-2 max-md:py-4">
              <th scope="row" className={`${cellClasses} max-md:p-0 text-start font-normal md:w-64`}>
                <a href={modelCardPath(card.id)} className={`${linkClasses} inline-block min-h-6 text-base`}>
                  {card.title}
                </a>
                <span className="mt-0.5 block font-mono text-xs text-grey-4 wrap-anywhere">
                  {card.id} {card.version}
                </span>
              </th>
              <td className={`${cellClasses} max-md:px-0 text-grey-5`}>{card.intendedUse}</td>
              <td className={`${cellClasses} max-md:px-0 max-md:py-0 text-grey-4 md:w-48`}>
                <span className="md:hidden">Figures from: </span>
                {originOf(card)}
              </td>
              <td className={`${cellClasses} max-md:px-0 max-md:py-0 text-grey-4 md:w-32`}>
                <span className="md:hidden">Independent data: </span>
                {card.hasIndependentData ? 'evaluated' : 'none yet'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
