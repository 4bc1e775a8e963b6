import { evaluation, evaluationFigures } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { Dossiers } from '../../../features/evaluation/dossiers.tsx';
import { ProofCard } from '../../../features/evaluation/proof-card.tsx';
import { QuestionForm } from '../../../features/evaluation/question-form.tsx';
import { OwnFigures } from '../../../features/monitoring/own-figures.tsx';
import { call } from '../../../lib/api.ts';
import { useReader, useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

/** The trial's evaluation: the institution's own questions and ground truth, and figures with their intervals. */
export default function TrialProof() {
  const texts = useWorkTexts().portal.proof;
  const [isAsking, setIsAsking] = useState(false);
  const proof = useQuery({
    queryKey: keyOf(evaluation.listProofs),
    queryFn: ({ signal }) => call(evaluation.listProofs, { signal }),
  });
  const ask = (
    <Button onClick={() => setIsAsking(true)}>
      <Plus aria-hidden className="size-5" />
      {texts.newEndpoint}
    </Button>
  );
  return (
    <>
      <WorkbenchHead title={texts.performance}>{ask}</WorkbenchHead>
      <p className="-mt-3 max-w-2xl text-grey-4">{texts.howGoodAreTheAlgorithms}</p>
      <Loaded query={proof}>
        {({ proofs, turnaround }) => (
          <>
            {turnaround && <TurnaroundCard turnaround={turnaround} />}
            {proofs.length === 0 ? (
              <EmptyState
                icon={Target}
                title={texts.noQuestionYet}
                description={texts.forExampleIsTheMean}
                action={ask}
              />
            ) : (
              <ul className="grid grid-cols-1 gap-4">
                {proofs.map((each) => (
                  <li key={each.question.id}>
                    <ProofCard
                      proof={each}
                      others={proofs.flatMap(({ question }) => (question.id === each.question.id ? [] : [question]))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <OwnFigures />
      <Dossiers />
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={texts.newEndpoint}>
        <QuestionForm onDone={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

function TurnaroundCard({ turnaround }: { readonly turnaround: NonNullable<evaluation.Turnaround> }) {
  const texts = useWorkTexts().portal.proof;
  const facts = [
    [texts.median, turnaround.medianSeconds],
    [texts.n90thPercentile, turnaround.p90Seconds],
    [texts.shortest, turnaround.minSeconds],
    [texts.longest, turnaround.maxSeconds],
  ] as const;
  const written = { texts: useWorkTexts().evaluation.figures, language: useReader().language };
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-semibold">
        {texts.turnaround}{' '}
        <span className="text-sm font-normal text-grey-4">{texts.fromTheLastImageTo({ count: turnaround.count })}</span>
      </h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {facts.map(([label, seconds]) => (
          <div key={label}>
            <dt className="text-sm text-grey-4">{label}</dt>
            <dd className="font-serif text-2xl font-semibold tabular-nums">
              {evaluationFigures.durationText(seconds, written)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
