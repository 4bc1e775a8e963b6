import { evaluation, evaluationFigures } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatFigure } from '../../lib/formatting.ts';
import { useReader, useWorkTexts } from '../../lib/messages.tsx';
import { useTrialChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';
import { CompareAnswers, OwnPlots } from './compare-answers.tsx';
import { groupText, positiveWhenText } from './figures.ts';
import { GroundTruthForm } from './ground-truth-form.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { ProofCases } from './proof-cases.tsx';

const { aucText, countOf, MEASURES, shareText } = evaluationFigures;

/** The texts and number format for figures on this page. */
function useWritten(): evaluationFigures.Written {
  const texts = useWorkTexts().evaluation.figures;
  const { language } = useReader();
  return { texts, language };
}

/** One question with its figures, the studies behind them, and the ways to give ground truth. */
export function ProofCard({
  proof,
  others,
}: {
  readonly proof: evaluation.Proof;
  readonly others: readonly evaluation.Question[];
}) {
  const texts = useWorkTexts().evaluation.proofCard;
  const { figures } = useWorkTexts().evaluation;
  const { question, all } = proof;
  const [isLabelling, setIsLabelling] = useState(false);
  const params = { questionId: question.id };
  const remove = useTrialChange(() => call(evaluation.deleteQuestion, { params }), texts.theQuestionWasRemoved);
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{question.name}</h2>
          <p className="text-sm text-grey-4">
            <span className="font-mono">{question.algorithmId}</span> {texts.positiveWhen}{' '}
            {positiveWhenText(question.positiveWhen, figures)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => setIsLabelling(true)}>
            {texts.groundTruth}
          </Button>
          <ConfirmButton
            isDestructive
            label={texts.remove}
            accessibleLabel={texts.removeNamed({ name: question.name })}
            title={texts.removeThisQuestion}
            consequence={texts.itsGroundTruthAndVerdicts}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate(undefined)}
            variant="quiet"
          />
        </div>
      </div>
      <p>
        <strong className="font-semibold">{proof.evaluated}</strong>{' '}
        {texts.withAnswer({
          count: proof.evaluated,
          withoutTruth: proof.withoutTruth,
          withoutAnswer: proof.withoutAnswer,
        })}
      </p>
      {proof.evaluated > 0 && (
        <>
          {all.isSmall && (
            <Banner tone="warning" title={texts.smallNumbers}>
              {texts.fewerThanPositiveOrFewer({
                count: evaluation.STABLE_FROM,
              })}
            </Banner>
          )}
          <Figures accuracy={all} name={question.name} />
          <OwnPlots question={question} />
          {proof.subgroups.length > 0 && <Subgroups proof={proof} />}
        </>
      )}
      {proof.readers && <Readers agreement={proof.readers} />}
      <details>
        <summary className="cursor-pointer font-semibold text-signal">{texts.studiesAndVerdicts}</summary>
        <div className="mt-4">
          <ProofCases question={question} />
        </div>
      </details>
      <CompareAnswers question={question} others={others} />
      <Dialog
        isOpen={isLabelling}
        onClose={() => setIsLabelling(false)}
        title={texts.groundTruth2({ name: question.name })}
        description={texts.whatIsTrueOfYour}
      >
        <GroundTruthForm questionId={question.id} onDone={() => setIsLabelling(false)} />
      </Dialog>
    </Card>
  );
}

function Figures({ accuracy, name }: { readonly accuracy: evaluation.Accuracy; readonly name: string }) {
  const texts = useWorkTexts().evaluation.proofCard;
  const { figures } = useWorkTexts().evaluation;
  const written = useWritten();
  return (
    <Table caption={texts.figuresOfWith95Confidence({ name })}>
      <tbody>
        {MEASURES.map((key) => {
          const share = accuracy[key];
          return (
            <tr key={key}>
              <th scope="row" className="border-b border-grey-2 px-3 py-2 text-start font-semibold">
                {figures.measures[key]}
              </th>
              <Cell className="sm:whitespace-nowrap">{shareText(share, written)}</Cell>
              <Cell className="hidden lg:table-cell">{share && <IntervalBar share={share} />}</Cell>
            </tr>
          );
        })}
        <tr>
          <th scope="row" className="border-b border-grey-2 px-3 py-2 text-start font-semibold">
            {texts.areaUnderTheRocCurve}
          </th>
          <Cell>{aucText(accuracy.auc, written, texts.needsAMeasuredScoreAnd)}</Cell>
          <Cell className="hidden lg:table-cell" />
        </tr>
        <tr>
          <th scope="row" className="px-3 py-2 text-start font-semibold">
            {texts.counts}
          </th>
          <Cell className="border-b-0">
            {texts.trueAndFalsePositiveTrue({
              truePositives: accuracy.truePositives,
              falsePositives: accuracy.falsePositives,
              trueNegatives: accuracy.trueNegatives,
              falseNegatives: accuracy.falseNegatives,
            })}
          </Cell>
          <Cell className="hidden border-b-0 lg:table-cell" />
        </tr>
      </tbody>
    </Table>
  );
}

/** The names of the kappa statistics; the same in every language. */
const AFTER = { cohen: 'Cohen', fleiss: 'Fleiss' } as const;

/** Agreement between readers beyond chance. */
function Readers({ agreement }: { readonly agreement: evaluation.ReaderAgreement }) {
  const texts = useWorkTexts().evaluation.proofCard.readers;
  const { language } = useReader();
  const { method, readers, studies, unanimous, kappa } = agreement;
  const number = (value: number) => formatFigure(value, 2, language);
  return (
    <section aria-label={texts.heading} className="grid gap-1">
      <h3 className="font-semibold">{texts.heading}</h3>
      <p>
        {kappa === null
          ? texts.notDefined
          : kappa.low === null || kappa.high === null
            ? texts.kappaAlone({ method: texts.of({ name: AFTER[method] }), value: number(kappa.value) })
            : texts.kappa({
                method: texts.of({ name: AFTER[method] }),
                value: number(kappa.value),
                low: number(kappa.low),
                high: number(kappa.high),
              })}
      </p>
      <p className="text-sm text-grey-4">{texts.counts({ readers, studies, unanimous })}</p>
    </section>
  );
}

function Subgroups({ proof }: { readonly proof: evaluation.Proof }) {
  const texts = useWorkTexts().evaluation.proofCard;
  const { figures } = useWorkTexts().evaluation;
  const written = useWritten();
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-signal">{texts.bySexAgeAndDevice}</summary>
      <div className="mt-4">
        <Table caption={texts.subgroupsOf({ name: proof.question.name })}>
          <thead>
            <tr>
              <HeaderCell>{texts.group}</HeaderCell>
              <HeaderCell className="text-end">{texts.studies}</HeaderCell>
              <HeaderCell className="max-lg:hidden">{texts.sensitivity}</HeaderCell>
              <HeaderCell className="max-lg:hidden">{texts.specificity}</HeaderCell>
              <HeaderCell className="max-lg:hidden">{texts.auc}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {proof.subgroups.map(({ by, group, accuracy }) => (
              <tr key={`${by} ${group}`}>
                <Cell>
                  <span className="text-grey-4">{figures.subgroups[by]}</span> {groupText({ by, group }, figures)}
                  <div className="mt-1 text-grey-4 lg:hidden">
                    <p>{texts.sensitivity2({ sensitivity: shareText(accuracy.sensitivity, written) })}</p>
                    <p>{texts.specificity2({ specificity: shareText(accuracy.specificity, written) })}</p>
                    <p>{texts.auc2({ auc: aucText(accuracy.auc, written) })}</p>
                  </div>
                </Cell>
                <Cell className="text-end">{countOf(accuracy)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{shareText(accuracy.sensitivity, written)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{shareText(accuracy.specificity, written)}</Cell>
                <Cell className="whitespace-nowrap max-lg:hidden">{aucText(accuracy.auc, written)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
