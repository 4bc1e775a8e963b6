import { evaluation, evaluationFigures } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { Dossiers } from '../../features/evaluation/dossiers.tsx';
import { ProofCard } from '../../features/evaluation/proof-card.tsx';
import { QuestionForm } from '../../features/evaluation/question-form.tsx';
import { call } from '../../lib/api.ts';
import { TRIAL } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** The trial proves itself: the institution's own questions, its own truth, figures with their intervals. */
export default function TrialProof() {
  const [isAsking, setIsAsking] = useState(false);
  const proof = useQuery({
    queryKey: [TRIAL, 'proof'],
    queryFn: ({ signal }) => call(evaluation.listProofs, { signal }),
  });
  const ask = (
    <Button onClick={() => setIsAsking(true)}>
      <Plus aria-hidden className="size-5" />
      New endpoint
    </Button>
  );
  return (
    <>
      <WorkbenchHead title="Performance">{ask}</WorkbenchHead>
      <p className="-mt-3 max-w-2xl text-grey-4">
        How good are the algorithms on your own studies? Create a yes-or-no endpoint, upload ground truth (CSV) or build
        it by agreeing and disagreeing, and read the figures with their 95 % confidence intervals.
      </p>
      <Loaded query={proof}>
        {({ proofs, turnaround }) => (
          <>
            {turnaround && <TurnaroundCard turnaround={turnaround} />}
            {proofs.length === 0 ? (
              <EmptyState
                icon={Target}
                title="No question yet"
                description="For example: is the mean lung density at most −880 HU where your radiologists see emphysema?"
                action={ask}
              />
            ) : (
              <ul className="grid grid-cols-1 gap-4">
                {proofs.map((each) => (
                  <li key={each.question.id}>
                    <ProofCard proof={each} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      <Dossiers />
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title="New endpoint">
        <QuestionForm onDone={() => setIsAsking(false)} />
      </Dialog>
    </>
  );
}

function TurnaroundCard({ turnaround }: { readonly turnaround: NonNullable<evaluation.Turnaround> }) {
  const facts = [
    ['Median', turnaround.medianSeconds],
    ['90th percentile', turnaround.p90Seconds],
    ['Shortest', turnaround.minSeconds],
    ['Longest', turnaround.maxSeconds],
  ] as const;
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-semibold">
        Turnaround{' '}
        <span className="text-sm font-normal text-grey-4">
          from the last image to the result, {turnaround.count} {turnaround.count === 1 ? 'study' : 'studies'}
        </span>
      </h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {facts.map(([label, seconds]) => (
          <div key={label}>
            <dt className="text-sm text-grey-4">{label}</dt>
            <dd className="font-serif text-2xl font-semibold tabular-nums">
              {evaluationFigures.durationText(seconds)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
