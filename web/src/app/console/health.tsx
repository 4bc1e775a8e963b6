import { operations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import { Fragment } from 'react';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const KEY = operations.getSystemHealth.path;

export default function Health() {
  const health = useQuery({ queryKey: [KEY], queryFn: () => call(operations.getSystemHealth), staleTime: 0 });
  return (
    <>
      <PageHead title="System health">
        <Button variant="quiet" size="small" isPending={health.isFetching} onClick={() => void health.refetch()}>
          {!health.isFetching && <RefreshCw aria-hidden className="size-4" />}
          Refresh
        </Button>
      </PageHead>
      <Loaded query={health}>{(data) => <Parts health={data} />}</Loaded>
    </>
  );
}

function Parts({ health }: { readonly health: operations.SystemHealth }) {
  return (
    <div className="grid gap-6">
      <StoredFiles files={health.files} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {health.parts.map((part) => (
          <Card key={part.name} className="grid content-start gap-2">
            <div className="flex items-center justify-between gap-2">
              <h2 className="font-semibold first-letter:uppercase">{part.name}</h2>
              <Badge tone={part.isHealthy ? 'green' : 'red'} icon={part.isHealthy ? CircleCheck : CircleX}>
                {part.isHealthy ? 'Healthy' : part.detail}
              </Badge>
            </div>
            <p className="text-sm text-grey-4 tabular-nums">{part.latencyMs} ms</p>
          </Card>
        ))}
        <Card className="grid content-start gap-2">
          <div className="flex items-center justify-between gap-2">
            <h2 className="font-semibold">Stored files</h2>
            <FilesBadge files={health.files} />
          </div>
          <p className="text-sm text-grey-4">
            {health.files.oldestCheckAt
              ? `Each was read since ${formatDateTime(health.files.oldestCheckAt, 'en')}`
              : 'None was read yet'}
            {health.files.unchecked > 0 && `; ${health.files.unchecked} still to be read for the first time`}
          </p>
        </Card>
        <Card className="grid content-start gap-2">
          <h2 className="font-semibold">Messages</h2>
          <p className="text-sm text-grey-4 tabular-nums">
            {health.outbox.pending} to send, {health.outbox.failed} failed
          </p>
        </Card>
      </div>
      <Table caption="Work in the background">
        <TableHead headings={['Job', ['Waiting', 'text-end'], ['Active', 'text-end'], ['Dead', 'text-end']]} />
        <tbody>
          {health.queues.map((queue) => (
            <tr key={queue.name}>
              <Cell className="font-mono [overflow-wrap:anywhere]">
                {/* Long names break behind their dot first. */}
                {queue.name.split('.').map((part, place) => (
                  <Fragment key={part}>
                    {place > 0 && (
                      <>
                        .<wbr />
                      </>
                    )}
                    {part}
                  </Fragment>
                ))}
              </Cell>
              <Cell className="text-end">{queue.waiting}</Cell>
              <Cell className="text-end">{queue.active}</Cell>
              <Cell className="text-end">{queue.dead}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <DeadJobs jobs={health.deadJobs} />
      <p className="text-sm text-grey-4">
        Version {health.version}, running since {formatDateTime(health.startedAt, 'en')}
      </p>
    </div>
  );
}

type Files = operations.SystemHealth['files'];
const countOf = ({ damaged, missing }: Files) => damaged + missing;

function FilesBadge({ files }: { readonly files: Files }) {
  const count = countOf(files);
  return (
    <Badge tone={count === 0 ? 'green' : 'red'} icon={count === 0 ? CircleCheck : CircleX}>
      {count === 0 ? 'Whole' : `${count} damaged`}
    </Badge>
  );
}

/** What to do about each kind of file. */
const REPAIRS = {
  image: 'Restore it from a backup, or have the same file uploaded again',
  preview: 'Is made again from its image within the hour',
  report: 'Is rendered again within the hour; restore it from a backup if it stays here',
} as const;

function StoredFiles({ files }: { readonly files: Files }) {
  const count = countOf(files);
  if (count === 0) return null;
  return (
    <section
      role="alert"
      aria-labelledby="damaged"
      className="grid gap-3 rounded border border-red-strong bg-red-soft p-4"
    >
      <div className="grid gap-1">
        <h2 id="damaged" className="font-semibold">
          {count === 1 ? '1 stored file is damaged' : `${count} stored files are damaged`}
        </h2>
        <p className="text-sm">
          Their bytes differ from what was stored, or are missing. They are not shown to anybody. Check the disk or the
          bucket: damage seldom comes alone.
        </p>
      </div>
      <Table caption="Damaged stored files">
        <TableHead headings={['File', 'Used as', 'State', 'Found', 'Repair']} />
        <tbody>
          {files.found.map((file) => (
            <tr key={file.sha256}>
              <Cell className="font-mono text-sm [overflow-wrap:anywhere]">{file.sha256}</Cell>
              <Cell>{file.use}</Cell>
              <Cell>{file.damage}</Cell>
              <Cell>{formatDateTime(file.foundAt, 'en')}</Cell>
              <Cell>{REPAIRS[file.use]}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {count > files.found.length && <p className="text-sm">The first {files.found.length} are listed.</p>}
    </section>
  );
}

function DeadJobs({ jobs }: { readonly jobs: operations.SystemHealth['deadJobs'] }) {
  const retry = useChange(
    KEY,
    (jobId: string) => call(operations.retryDeadJob, { params: { jobId } }),
    'The job runs again',
  );
  const goOn = useChange(
    KEY,
    (jobId: string) => call(operations.goOnWithoutImages, { params: { jobId } }),
    'The rest goes on without these images',
  );
  return (
    <section aria-labelledby="dead" className="grid gap-2">
      <h2 id="dead" className="font-semibold">
        Dead jobs
      </h2>
      {jobs.length === 0 && <p className="text-sm text-grey-4">None: every job ended well or is being tried again.</p>}
      {jobs.map((job) => (
        <Card key={job.id} className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-mono">{job.name}</p>
            <p className="text-sm text-grey-4">
              {formatDateTime(job.failedAt, 'en')} · {job.reason}
            </p>
            {job.canGoOnWithoutImages && (
              <p className="max-w-[65ch] text-sm">
                The files are stored and not to blame; their case or study waits. Going on without them lets it be
                evaluated; its sender and its radiologist are told which images are missing.
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {job.canGoOnWithoutImages && (
              <Button
                size="small"
                variant="quiet"
                isPending={goOn.isPending && goOn.variables === job.id}
                onClick={() => goOn.mutate(job.id)}
              >
                Go on without the images
              </Button>
            )}
            <Button
              size="small"
              variant="secondary"
              isPending={retry.isPending && retry.variables === job.id}
              aria-label={`Run ${job.name} again`}
              onClick={() => retry.mutate(job.id)}
            >
              Run again
            </Button>
          </div>
        </Card>
      ))}
    </section>
  );
}
