import type { installedAlgorithms } from '@duai/contract';
import { formatFileSize } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';

type Imported = installedAlgorithms.ImportedPackage;
interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The facts of an imported package. */
export function ImportedFacts({ imported }: { readonly imported: Imported }) {
  const texts = useWorkTexts().console.algorithms.import;
  const { facts } = texts;
  const language = activeLanguage();
  const inputs = useInputsInWords(imported.inputs);
  const { maker, licence, engine, weights, hasEvaluation, card, title } = imported;
  const rows = [
    [facts.maker, maker],
    [facts.licence, licence],
    [facts.engine, engine],
    [facts.inputs, inputs],
    [
      facts.weights,
      weights ? texts.hashChecked({ ...weights, size: formatFileSize(weights.bytes, language) }) : texts.elsewhere,
    ],
    [facts.evaluation, hasEvaluation ? texts.hasEvaluation : texts.noEvaluation],
  ] as const;
  return (
    <div className="text-sm text-ink">
      <p>{title[language]}</p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-semibold max-sm:mt-1">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-3">
        <summary className="cursor-pointer font-semibold">{texts.showCard}</summary>
        <p dir="auto" className="mt-2 max-h-96 overflow-y-auto whitespace-pre-wrap font-mono text-xs wrap-anywhere">
          {card}
        </p>
      </details>
    </div>
  );
}

/** All requirements of the manifest on images, in one line. */
function useInputsInWords(inputs: Imported['inputs']): string {
  const texts = useWorkTexts().console.algorithms.import;
  const range = ({ min, max }: Range) =>
    [min === undefined ? '' : texts.from({ min }), max === undefined ? '' : texts.to({ max })]
      .filter(Boolean)
      .join(' ');
  const value = (wanted: readonly string[] | Range | 'with' | 'without') => {
    if (wanted === 'with' || wanted === 'without') return texts[wanted];
    return 'length' in wanted ? wanted.join(', ') : range(wanted);
  };
  const asked = (Object.keys(texts.inputs) as (keyof Imported['inputs'])[]).flatMap((name) => {
    const wanted = inputs[name];
    const said = wanted === undefined ? '' : value(wanted);
    return said === '' ? [] : [texts.inputs[name]({ value: said })];
  });
  return asked.length === 0 ? texts.anyImages : asked.join('; ');
}
