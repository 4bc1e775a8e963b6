import { MODEL_CARDS } from 'virtual:model-cards';
import Markdown, { type Components } from 'react-markdown';
import { useParams } from 'react-router';
import remarkGfm from 'remark-gfm';
import { type ModelCardPage, modelCardPath } from '../../../content/model-card.ts';
import { classes } from '../../../lib/class-names.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { NotFoundCard } from '../not-found-card.tsx';
import { PageMeta } from '../page-meta.tsx';
import { cellClasses, FigureTable, headCellClasses } from './card-tables.tsx';
import { CalibrationPlot, RocPlot } from './plots.tsx';

export const handle = STATIC_PAGE;

/** One model card: purpose, method, data, figures, plots, subgroups, failures, limits. */
export default function Model() {
  const { algorithmId } = useParams();
  const card = MODEL_CARDS.find(({ id }) => id === algorithmId);
  return card ? <Card card={card} /> : <NotFoundCard />;
}

/** Sections of the card that come before the figures, in this order; the others follow the figures. */
const FIRST = ['Intended use', 'Method', 'Gate', 'Population and exclusions', 'Data'];

function Card({ card }: { readonly card: ModelCardPage }) {
  const first = card.sections.filter(({ title }) => FIRST.some((name) => title.startsWith(name)));
  const evaluation = card.sections.filter(({ title }) => title.startsWith('Evaluation'));
  // The status is already shown among the facts, from the manifest.
  const rest = card.sections.filter(
    (section) => !first.includes(section) && !evaluation.includes(section) && section.title !== 'Regulatory status',
  );
  return (
    <article className="mx-auto max-w-4xl px-5 py-10 md:py-16">
      <PageMeta
        path={modelCardPath(card.id)}
        title={`${card.title} (${card.id}) – DUAI`}
        description={`Model card of ${card.id} ${card.version}: intended use, method, data, figures with intervals, failures and limits. ${card.intendedUse}`}
        image="trial"
      />
      <BackLink to="/duaicheck/models">All model cards</BackLink>
      <h1 className="mt-4 font-serif text-[clamp(2rem,4.6vw,3rem)] leading-[1.12] font-semibold tracking-tight">
        {card.title}
      </h1>
      <p className="mt-2 font-mono text-sm text-grey-4 wrap-anywhere">
        {card.id} {card.version}
      </p>
      {card.installCommand && (
        <p className="mt-5 border-s-3 border-orange-line bg-orange-soft px-4 py-3 text-orange">
          {card.figures.length > 0
            ? 'Weights not installed. One command installs them:'
            : 'Can be imported, not evaluated here. docs/algorithms.md says how to export the weights; then:'}{' '}
          <code className="font-mono text-[0.9em] wrap-anywhere">{card.installCommand}</code>
        </p>
      )}
      {first.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <section aria-labelledby="figures" className="mt-12">
        <h2 id="figures" className="font-serif text-2xl font-semibold">
          Figures
        </h2>
        {evaluation.map(({ text }) => (
          <Prose key={text} text={text} />
        ))}
        <Figures card={card} />
      </section>
      {card.roc && (
        <section aria-labelledby="roc" className="mt-12">
          <h2 id="roc" className="mb-4 font-serif text-2xl font-semibold">
            ROC curve and threshold
          </h2>
          <RocPlot {...card} />
        </section>
      )}
      {card.calibration && (
        <section aria-labelledby="calibration" className="mt-12">
          <h2 id="calibration" className="mb-4 font-serif text-2xl font-semibold">
            Calibration
          </h2>
          <CalibrationPlot {...card} />
        </section>
      )}
      {rest.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <Facts card={card} />
    </article>
  );
}

function Figures({ card: { figures, kind } }: { readonly card: ModelCardPage }) {
  if (figures.length === 0) return <p className="mt-4 text-grey-4">Not evaluated here: no figure is claimed.</p>;
  const subgroups = figures.filter(({ isSubgroup }) => isSubgroup);
  const [optimistic, others] = [true, false].map((isOptimistic) =>
    figures.filter((figure) => !figure.isSubgroup && figure.isOptimistic === isOptimistic),
  );
  return (
    <>
      {kind && <p className="mt-4 font-semibold">Of these figures: {kind}.</p>}
      <FigureTable
        caption="On data that chose a threshold, an augmentation or a limit"
        heading={OPTIMISTIC}
        figures={optimistic!}
      />
      <FigureTable
        caption={optimistic!.length > 0 ? 'On data of which nothing was chosen' : 'On phantoms and data at hand'}
        heading="Measured here"
        figures={others!}
      />
      <FigureTable
        caption="Subgroups"
        heading={subgroups.every(({ isOptimistic }) => isOptimistic) ? OPTIMISTIC : 'Measured here'}
        figures={subgroups}
      />
      <p className="mt-3 text-sm text-grey-4">
        Intervals are of 95 %. Independent data are those of which nothing was chosen and nobody looked before; the
        column stays empty until somebody runs the evaluation on such.
      </p>
    </>
  );
}

const OPTIMISTIC = 'Development data, optimistic';

function Section({ title, text }: { readonly title: string; readonly text: string }) {
  const id = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="font-serif text-2xl font-semibold">
        {title}
      </h2>
      <Prose text={text} />
    </section>
  );
}

const Prose = ({ text }: { readonly text: string }) => (
  <div className="mt-3 grid max-w-2xl gap-3 text-grey-5 wrap-anywhere [&_code]:font-mono [&_code]:text-[0.9em] [&_ul]:list-disc [&_ul]:ps-5">
    <Markdown skipHtml remarkPlugins={[remarkGfm]} components={TABLES}>
      {text}
    </Markdown>
  </div>
);

/** Like the tables of figures; words stay whole. */
const TABLES: Components = {
  table: ({ children }) => (
    <table className="w-full border-collapse text-sm tabular-nums wrap-normal">{children}</table>
  ),
  th: ({ children }) => (
    <th scope="col" className={headCellClasses}>
      {children}
    </th>
  ),
  td: ({ children }) => <td className={classes(cellClasses, 'border-b border-grey-2')}>{children}</td>,
};

/** Other facts from the manifest: exclusions, thresholds, status, licence, weights. */
function Facts({ card }: { readonly card: ModelCardPage }) {
  const facts: (readonly [string, React.ReactNode])[] = [
    ['Maker', card.maker],
    ['Not for', card.exclusions.length === 0 ? 'see the limits above' : card.exclusions.join(' ')],
    ...card.thresholds.map(({ name, value, chosen }) => [`Threshold: ${name}`, `${value} – ${chosen}`] as const),
    [
      'Regulatory status',
      card.regulatory.length === 0
        ? 'None in any region: for research and trial only.'
        : card.regulatory.map(({ region, status }) => `${region}: ${status}`).join('; '),
    ],
    ['Licence', card.licence],
    ...(card.citation ? [['Citation', card.citation] as const] : []),
    ...(card.weightsSha256
      ? [
          [
            'Weights, SHA-256',
            <code key="hash" className="font-mono text-sm wrap-anywhere">
              {card.weightsSha256}
            </code>,
          ] as const,
        ]
      : []),
  ];
  return (
    <section aria-labelledby="facts" className="mt-12">
      <h2 id="facts" className="font-serif text-2xl font-semibold">
        Limits and facts
      </h2>
      <dl className="mt-4 border-t border-grey-2">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-1 border-b border-grey-2 py-3 sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <dt className="font-semibold">{name}</dt>
            <dd className="text-grey-5 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
