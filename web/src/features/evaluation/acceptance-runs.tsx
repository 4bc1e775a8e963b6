import { type acceptance, evaluationFigures, type Language } from '@duai/contract';
import { formatDateTime } from '../../lib/formatting.ts';
import { useReader, useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { positiveWhenText } from './figures.ts';

const TONES = { running: 'blue', passed: 'green', 'not-passed': 'red' } as const;
/** While a run is under way, its page looks again. */
export const LOOK_AGAIN_MS = 2000;
export const isUnderWay = ({ runs }: acceptance.Acceptance): boolean => runs.some(({ status }) => status === 'running');

type Texts = WorkTexts['evaluation']['acceptance'];

/** What a rule asks, in one sentence. */
export function ruleText(rule: acceptance.AcceptanceRule, texts: Texts, language: Language): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const { leastSensitivity, leastSpecificity, leastStudies } = rule;
  return texts.asks({
    sensitivity: percent.format(leastSensitivity),
    specificity: percent.format(leastSpecificity),
    studies: leastStudies,
  });
}

/** Versions that ran on the labelled studies of an institution, the newest first, with figures and what they do not reach. */
export function AcceptanceRuns({ runs }: { readonly runs: readonly acceptance.AcceptanceRun[] }) {
  const texts = useWorkTexts().evaluation.acceptance;
  if (runs.length === 0) return <p className="text-grey-4">{texts.noRuns}</p>;
  return (
    <ul className="grid grid-cols-1 gap-4">
      {runs.map((run) => (
        <li key={run.id}>
          <Run run={run} />
        </li>
      ))}
    </ul>
  );
}

function Run({ run }: { readonly run: acceptance.AcceptanceRun }) {
  const texts = useWorkTexts().evaluation.acceptance;
  const { figures } = useWorkTexts().evaluation;
  const { language } = useReader();
  const written = { texts: figures, language };
  const name = `${run.algorithmId} ${run.version}`;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-mono font-semibold wrap-anywhere">{name}</h3>
        <Badge tone={TONES[run.status]}>{texts.states[run.status]}</Badge>
      </div>
      <p className="text-sm text-grey-4">
        {[
          formatDateTime(run.startedAt, language),
          texts.looked({ done: run.done, studies: run.studies }),
          ruleText(run.rule, texts, language),
        ].join(' · ')}
      </p>
      {run.questions?.length === 0 && <p>{texts.noQuestion}</p>}
      {run.questions && run.questions.length > 0 && (
        <Table caption={texts.figuresOf({ name })}>
          <TableHead
            headings={[texts.question, texts.sensitivity, texts.specificity, texts.auc, texts.unanswered, texts.result]}
          />
          <tbody>
            {run.questions.map((question) => (
              <tr key={question.name}>
                <Cell>
                  <span className="font-semibold">{question.name}</span>
                  <span className="block text-sm text-grey-4">{positiveWhenText(question.positiveWhen, figures)}</span>
                </Cell>
                <Cell className="tabular-nums">
                  {evaluationFigures.shareText(question.accuracy.sensitivity, written)}
                </Cell>
                <Cell className="tabular-nums">
                  {evaluationFigures.shareText(question.accuracy.specificity, written)}
                </Cell>
                <Cell className="tabular-nums">{evaluationFigures.aucText(question.accuracy.auc, written)}</Cell>
                <Cell className="tabular-nums">{question.withoutAnswer}</Cell>
                <Cell>
                  {question.gaps.length === 0 ? texts.reached : question.gaps.map((gap) => texts.gaps[gap]).join(' ')}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
