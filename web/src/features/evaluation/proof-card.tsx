import { evaluation, evaluationFigures } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { positiveWhenText } from './figures.ts';
import { GroundTruthForm } from './ground-truth-form.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { ProofCases } from './proof-cases.tsx';

const { aucText, countOf, MEASURES, shareText } = evaluationFigures;

/** One question with its figures, the studies behind them, and the ways to give the truth. */
export function ProofCard({ proof }: { readonly proof: evaluation.Proof }) {
  const { question, all } = proof;
  const [isLabelling, setIsLabelling] = useState(false);
  const params = { questionId: question.id };
  const remove = useTrialChange(() => call(evaluation.deleteQuestion, { params }), 'The question was removed');
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{question.name}</h2>
          <p className="text-sm text-grey-4">
            <span className="font-mono">{question.algorithmId}</span> · positive when{' '}
            {positiveWhenText(question.positiveWhen)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => setIsLabelling(true)}>
            Ground truth
          </Button>
          <ConfirmButton
            isDestructive
            label="Remove"
            accessibleLabel={`Remove ${question.name}`}
            title="Remove this question?"
            consequence="Its ground truth and verdicts are deleted. Dossiers that were made stay as they are."
            isPending={remove.isPending}
            onConfirm={() => remove.mutate(undefined)}
            variant="quiet"
          />
        </div>
      </div>
      <p>
        <strong className="font-semibold">{proof.evaluated}</strong>{' '}
        {proof.evaluated === 1 ? 'study has' : 'studies have'} an answer and ground truth; {proof.withoutTruth}{' '}
        {proof.withoutTruth === 1 ? 'has' : 'have'} no ground truth yet, {proof.withoutAnswer} no answer of the AI.
      </p>
      {proof.evaluated > 0 && (
        <>
          {all.isSmall && (
            <Banner tone="warning" title="Small numbers">
              Fewer than {evaluation.STABLE_FROM} positive or fewer than {evaluation.STABLE_FROM} negative studies. Read
              the intervals, not the values.
            </Banner>
          )}
          <Figures accuracy={all} name={question.name} />
          {proof.subgroups.length > 0 && <Subgroups proof={proof} />}
        </>
      )}
      <details>
        <summary className="cursor-pointer font-semibold text-signal">Studies and verdicts</summary>
        <div className="mt-4">
          <ProofCases question={question} />
        </div>
      </details>
      <Dialog
        isOpen={isLabelling}
        onClose={() => setIsLabelling(false)}
        title={`Ground truth: ${question.name}`}
        description="What is true of your studies, by your own reference standard. A label counts more than a verdict."
      >
        <GroundTruthForm questionId={question.id} onDone={() => setIsLabelling(false)} />
      </Dialog>
    </Card>
  );
}

function Figures({ accuracy, name }: { readonly accuracy: evaluation.Accuracy; readonly name: string }) {
  return (
    <Table caption={`Figures of ${name}, with 95 % confidence intervals`}>
      <tbody>
        {MEASURES.map(([label, key]) => {
          const share = accuracy[key];
          return (
            <tr key={key}>
              <th scope="row" className="border-b border-grey-2 px-3 py-2 text-start font-semibold">
                {label}
              </th>
              <Cell className="sm:whitespace-nowrap">{shareText(share)}</Cell>
              <Cell className="hidden lg:table-cell">{share && <IntervalBar share={share} />}</Cell>
            </tr>
          );
        })}
        <tr>
          <th scope="row" className="border-b border-grey-2 px-3 py-2 text-start font-semibold">
            Area under the ROC curve
          </th>
          <Cell>{aucText(accuracy.auc, 'needs a measured score and studies of both kinds')}</Cell>
          <Cell className="hidden lg:table-cell" />
        </tr>
        <tr>
          <th scope="row" className="px-3 py-2 text-start font-semibold">
            Counts
          </th>
          <Cell className="border-b-0">
            {accuracy.truePositives} true and {accuracy.falsePositives} false positive, {accuracy.trueNegatives} true
            and {accuracy.falseNegatives} false negative
          </Cell>
          <Cell className="hidden border-b-0 lg:table-cell" />
        </tr>
      </tbody>
    </Table>
  );
}

function Subgroups({ proof }: { readonly proof: evaluation.Proof }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-signal">By sex, age and device</summary>
      <div className="mt-4">
        <Table caption={`Subgroups of ${proof.question.name}`}>
          <thead>
            <tr>
              <HeaderCell>Group</HeaderCell>
              <HeaderCell className="text-end">Studies</HeaderCell>
              <HeaderCell className="max-lg:hidden">Sensitivity</HeaderCell>
              <HeaderCell className="max-lg:hidden">Specificity</HeaderCell>
              <HeaderCell className="max-lg:hidden">AUC</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {proof.subgroups.map(({ by, group, accuracy }) => (
              <tr key={`${by} ${group}`}>
                <Cell>
                  <span className="text-grey-4">{by}</span> {group}
                  <div className="mt-1 text-grey-4 lg:hidden">
                    <p>Sensitivity {shareText(accuracy.sensitivity)}</p>
                    <p>Specificity {shareText(accuracy.specificity)}</p>
                    <p>AUC {aucText(accuracy.auc)}</p>
                  </div>
                </Cell>
                <Cell className="text-end">{countOf(accuracy)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{shareText(accuracy.sensitivity)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{shareText(accuracy.specificity)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{aucText(accuracy.auc)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
