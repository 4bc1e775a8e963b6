import { comparison, type evaluation, evaluationFigures } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useReader, useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { PLOT, SharePlot } from '../../ui/charts/share-plot.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/input.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const { aucText, MEASURES, shareText } = evaluationFigures;

/** Compares a question with another one, or with a shadow version, on the same studies. */
export function CompareAnswers({
  question,
  others,
}: {
  readonly question: evaluation.Question;
  readonly others: readonly evaluation.Question[];
}) {
  const texts = useWorkTexts().evaluation.compare;
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const params = { questionId: question.id };
  const versions = useQuery({
    queryKey: keyOf(comparison.listComparable, { params }),
    queryFn: ({ signal }) => call(comparison.listComparable, { params, signal }),
    enabled: isOpen,
  });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold text-signal">{texts.compareWith}</summary>
      {isOpen && (
        <div className="mt-4 grid grid-cols-1 gap-5">
          <Loaded query={versions}>
            {(rows) =>
              rows.length + others.length === 0 ? (
                <p className="text-grey-4">{texts.nothing}</p>
              ) : (
                <Field label={texts.with}>
                  <Select value={chosen} onChange={(event) => setChosen(event.target.value)}>
                    <option value="">{texts.choose}</option>
                    {others.length > 0 && (
                      <optgroup label={texts.otherQuestions}>
                        {others.map(({ id, name }) => (
                          <option key={id} value={`question:${id}`}>
                            {name}
                          </option>
                        ))}
                      </optgroup>
                    )}
                    {rows.length > 0 && (
                      <optgroup label={texts.versions}>
                        {rows.map(({ version, studies }) => (
                          <option key={version} value={`version:${version}`}>
                            {texts.version({ algorithmId: question.algorithmId, version, studies })}
                          </option>
                        ))}
                      </optgroup>
                    )}
                  </Select>
                </Field>
              )
            }
          </Loaded>
          {chosen !== '' && <Compared key={chosen} question={question} chosen={chosen} />}
        </div>
      )}
    </details>
  );
}

/** The ROC curve and the confusion matrix of one question: the comparison of it with itself. */
export function OwnPlots({ question }: { readonly question: evaluation.Question }) {
  const texts = useWorkTexts().evaluation.compare;
  const [isOpen, setIsOpen] = useState(false);
  const params = { questionId: question.id };
  const query = { otherQuestionId: question.id };
  const plotted = useQuery({
    queryKey: keyOf(comparison.compareAnswers, { params, query }),
    queryFn: ({ signal }) => call(comparison.compareAnswers, { params, query, signal }),
    enabled: isOpen,
    staleTime: 0,
  });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold text-signal">{texts.ownPlots}</summary>
      {isOpen && (
        <div className="mt-4 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <Loaded query={plotted}>
            {({ sides: [side] }) => {
              const name = `${side.name}, ${side.algorithmId}`;
              return (
                <>
                  <Curves
                    id={`own-roc-${question.id}`}
                    title={texts.ownRoc({ name: question.name })}
                    description={name}
                    sides={[side]}
                  />
                  <Confusion caption={name} side={side} />
                </>
              );
            }}
          </Loaded>
        </div>
      )}
    </details>
  );
}

/** ROC curves in one plot, the second one dashed. */
function Curves({
  id,
  title,
  description,
  sides,
}: {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly sides: readonly comparison.Compared[];
}) {
  const texts = useWorkTexts().evaluation.compare;
  if (sides.every(({ roc }) => roc === null)) return <p className="text-grey-4">{texts.noCurve}</p>;
  return (
    <SharePlot id={id} title={title} description={description} across={texts.falseAlarms} up={texts.sensitivity}>
      {sides.map(({ roc, name, version }, at) =>
        roc ? (
          <path
            key={`${name} ${version}`}
            d={roc.map(([x, y], point) => `${point === 0 ? 'M' : 'L'}${PLOT.x(x)} ${PLOT.y(y)}`).join('')}
            className={at === 0 ? 'stroke-signal' : 'stroke-orange'}
            strokeWidth={2.5}
            strokeDasharray={at === 0 ? undefined : '7 5'}
            fill="none"
          />
        ) : null,
      )}
    </SharePlot>
  );
}

function Compared({ question, chosen }: { readonly question: evaluation.Question; readonly chosen: string }) {
  const [kind, value] = chosen.split(':') as [string, string];
  const query = kind === 'version' ? { version: value } : { otherQuestionId: value };
  const params = { questionId: question.id };
  const compared = useQuery({
    queryKey: keyOf(comparison.compareAnswers, { params, query }),
    queryFn: ({ signal }) => call(comparison.compareAnswers, { params, query, signal }),
    staleTime: 0,
  });
  return <Loaded query={compared}>{(answer) => <Answer question={question} answer={answer} />}</Loaded>;
}

function Answer({
  question,
  answer,
}: {
  readonly question: evaluation.Question;
  readonly answer: comparison.Comparison;
}) {
  const texts = useWorkTexts().evaluation.compare;
  const { figures } = useWorkTexts().evaluation;
  const written = { texts: figures, language: useReader().language };
  const { sides, studies, leftOut, together } = answer;
  const names = sides.map((side) => `${side.name}, ${side.algorithmId} ${side.version ?? texts.active}`);
  return (
    <>
      <p>{texts.counted({ studies, leftOut })}</p>
      {answer.isCut && <p className="text-grey-4">{texts.cut({ most: comparison.COMPARED_AT_MOST })}</p>}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Curves
          id={`roc-${question.id}`}
          title={texts.roc({ name: question.name })}
          description={texts.rocText({ first: names[0]!, second: names[1]! })}
          sides={sides}
        />
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {sides.map((side, at) => (
            <Confusion key={names[at]} caption={`${at === 0 ? texts.first : texts.second}: ${names[at]}`} side={side} />
          ))}
          <p className="text-sm text-grey-4">{texts.together(together)}</p>
        </div>
      </div>
      <Table caption={texts.figures}>
        <thead>
          <tr>
            <HeaderCell>{texts.measure}</HeaderCell>
            <HeaderCell>{texts.first}</HeaderCell>
            <HeaderCell>{texts.second}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((key) => (
            <tr key={key}>
              <Cell className="font-semibold">{figures.measures[key]}</Cell>
              {sides.map(({ accuracy }, at) => (
                <Cell key={names[at]}>{shareText(accuracy[key], written)}</Cell>
              ))}
            </tr>
          ))}
          <tr>
            <Cell className="font-semibold">{texts.auc}</Cell>
            {sides.map(({ accuracy }, at) => (
              <Cell key={names[at]}>{aucText(accuracy.auc, written)}</Cell>
            ))}
          </tr>
        </tbody>
      </Table>
    </>
  );
}

/** Shading by the proportion of the row: light is few, strong is many; the cell shows the number. */
const SHADES = ['', 'bg-signal-soft', 'bg-signal text-on-signal'];
const shadeOf = (count: number, of: number): string => SHADES[count === 0 ? 0 : count * 2 < of ? 1 : 2]!;

function Confusion({ caption, side }: { readonly caption: string; readonly side: comparison.Compared }) {
  const texts = useWorkTexts().evaluation.compare;
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = side.accuracy;
  const rows = [
    [texts.positive, truePositives, falseNegatives],
    [texts.negative, falsePositives, trueNegatives],
  ] as const;
  return (
    <div className="min-w-0">
      <p aria-hidden className="mb-1 text-sm font-semibold wrap-anywhere">
        {caption}
      </p>
      <Table caption={texts.confusion({ side: caption })}>
        <thead>
          <tr>
            <HeaderCell>{texts.truth}</HeaderCell>
            <HeaderCell>{texts.aiPositive}</HeaderCell>
            <HeaderCell>{texts.aiNegative}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, positive, negative]) => (
            <tr key={name}>
              <Cell className="font-semibold">{name}</Cell>
              <Cell className={shadeOf(positive, positive + negative)}>{positive}</Cell>
              <Cell className={shadeOf(negative, positive + negative)}>{negative}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
