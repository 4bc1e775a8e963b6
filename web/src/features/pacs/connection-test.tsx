import type { pacs } from '@duai/contract';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { classes } from '../../lib/class-names.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import type { Renewed } from '../../lib/renewals.ts';
import { useChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';

const ICONS = {
  passed: [CircleCheck, 'text-green'],
  failed: [CircleX, 'text-red'],
  'not-done': [CircleMinus, 'text-grey-4'],
} as const;

export interface TestWish {
  store: boolean;
  query: boolean;
}

/** Tests the connection to a system, with the result and advice for each step. */
export function ConnectionTest({
  node,
  ownTitle,
  renews,
  test,
}: {
  readonly node: pacs.PacsPeer;
  /** The AE title of this server. */
  readonly ownTitle: string;
  /** Queries with this key are renewed, because a test is an association too. */
  readonly renews: Renewed;
  readonly test: (wish: TestWish) => Promise<pacs.ConnectionStepResult[]>;
}) {
  const texts = useWorkTexts().pacs.test;
  const [wish, setWish] = useState<TestWish>({ store: false, query: false });
  const run = useChange(renews, test, undefined, { showsFailure: true });
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Checkbox
          label={texts.withImage}
          help={texts.withImageHelp}
          checked={wish.store}
          onChange={(event) => setWish({ ...wish, store: event.target.checked })}
        />
        <Checkbox
          label={texts.withQuery}
          help={texts.withQueryHelp}
          checked={wish.query}
          onChange={(event) => setWish({ ...wish, query: event.target.checked })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button isPending={run.isPending} onClick={() => run.mutate(wish)}>
          {run.data || run.isError ? texts.again : texts.start}
        </Button>
        {run.isPending && (
          <p role="status" className="text-sm text-grey-4">
            {texts.running}
          </p>
        )}
      </div>
      {run.isError && (
        <Banner tone="error" title={texts.failed}>
          {messageOf(run.error, texts.failed)}
        </Banner>
      )}
      {run.data && !run.isPending && <Steps steps={run.data} node={node} ownTitle={ownTitle} />}
    </div>
  );
}

function Steps({
  steps,
  node,
  ownTitle,
}: {
  readonly steps: readonly pacs.ConnectionStepResult[];
  readonly node: pacs.PacsPeer;
  readonly ownTitle: string;
}) {
  const { test, steps: names, states, problems } = useWorkTexts().pacs;
  const explain = (problem: pacs.ConnectionProblem): string => {
    const text = problems[problem];
    if (typeof text === 'string') return text;
    return text({ host: node.host ?? '', port: String(node.port ?? ''), aeTitle: node.aeTitle, ownTitle });
  };
  return (
    <div role="status" aria-label={test.result} className="grid gap-3">
      {steps.every(({ state }) => state !== 'failed') && <Banner tone="success" title={test.allPassed} />}
      <ol className="grid gap-2">
        {steps.map(({ step, state, problem, detail }) => {
          const [Icon, colour] = ICONS[state];
          return (
            <li
              key={step}
              data-step={step}
              data-state={state}
              className="flex items-start gap-3 border-t border-grey-2 pt-2"
            >
              <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', colour)} />
              <div className="min-w-0">
                <p className={state === 'not-done' ? 'text-grey-4' : undefined}>
                  <span className="font-semibold">{names[step]}</span>{' '}
                  <span className="text-grey-4">{states[state]}</span>
                </p>
                {problem && <p className="break-words">{explain(problem)}</p>}
                {detail && <p className="font-mono text-sm break-words text-grey-4">{test.cause({ code: detail })}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
