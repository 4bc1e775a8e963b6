import { operations } from '@duai/contract';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { isAnswerOf } from '../../lib/query-keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { type PagedList, PagesOfList } from '../../ui/pages-of-list.tsx';

/** How often what it shows is renewed while the page is visible. */
export const HEALTH_RENEW_MS = 60_000;
/** All that the health page shows. */
export const OF_HEALTH = isAnswerOf(operations.getSystemHealth, operations.getHealthHistory, operations.listDeadJobs);
const DEAD_JOBS: PagedList<operations.DeadJob> = {
  endpoint: operations.listDeadJobs,
  load: (asked) => call(operations.listDeadJobs, asked),
};

/** Says at the top of the page that there are some. */
export function DeadJobsAlert({ count }: { readonly count: number }) {
  const texts = useWorkTexts().console.health;
  if (count === 0) return null;
  return (
    <section
      role="alert"
      aria-labelledby="dead-title"
      className="grid gap-1 rounded border border-red-strong bg-red-soft p-4"
    >
      <h2 id="dead-title" className="font-semibold">
        {texts.deadTitle({ count })}
      </h2>
      <p className="text-sm">
        {texts.deadText}{' '}
        <a href="#dead" className={linkClasses}>
          {texts.showDead}
        </a>
      </p>
    </section>
  );
}

export function DeadJobs() {
  const texts = useWorkTexts().console.health;
  return (
    <section aria-labelledby="dead" className="grid gap-2">
      <h2 id="dead" className="scroll-mt-24 font-semibold">
        {texts.deadJobs}
      </h2>
      <PagesOfList list={DEAD_JOBS} renewMs={HEALTH_RENEW_MS}>
        {(jobs, pages) => (
          <>
            <DeadJobRows jobs={jobs} />
            {pages}
          </>
        )}
      </PagesOfList>
    </section>
  );
}

function DeadJobRows({ jobs }: { readonly jobs: readonly operations.DeadJob[] }) {
  const texts = useWorkTexts().console.health;
  const retry = useChange(
    OF_HEALTH,
    (jobId: string) => call(operations.retryDeadJob, { params: { jobId } }),
    texts.runsAgain,
  );
  const goOn = useChange(
    OF_HEALTH,
    (jobId: string) => call(operations.goOnWithoutImages, { params: { jobId } }),
    texts.goesOn,
  );
  return (
    <>
      {jobs.length === 0 && <p className="text-sm text-grey-4">{texts.noDeadJobs}</p>}
      {jobs.map((job) => {
        const subject = job.subject && texts.subjects[job.subject.kind]({ id: job.subject.id });
        const name = subject ? `${job.name}, ${subject}` : job.name;
        return (
          <Card key={job.id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="font-mono wrap-anywhere">{job.name}</p>
              {subject && <p className="text-sm wrap-anywhere">{subject}</p>}
              <p className="text-sm text-grey-4">
                {formatDateTime(job.failedAt, activeLanguage())} · <span lang="en">{job.reason}</span>
              </p>
              {job.canGoOnWithoutImages && <p className="max-w-[65ch] text-sm">{texts.stalled}</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              {job.canGoOnWithoutImages && (
                <ConfirmButton
                  variant="quiet"
                  label={texts.goOn}
                  accessibleLabel={texts.goOnNamed({ subject: subject ?? job.name })}
                  title={texts.goOnTitle}
                  consequence={texts.goOnHelp({ subject: subject ?? job.name })}
                  isPending={goOn.isPending && goOn.variables === job.id}
                  onConfirm={() => goOn.mutate(job.id)}
                />
              )}
              <Button
                size="small"
                variant="secondary"
                isPending={retry.isPending && retry.variables === job.id}
                aria-label={texts.runNamedAgain({ name })}
                onClick={() => retry.mutate(job.id)}
              >
                {texts.runAgain}
              </Button>
            </div>
          </Card>
        );
      })}
    </>
  );
}
