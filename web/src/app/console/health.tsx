import { operations } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { DeadJobs, DeadJobsAlert, HEALTH_RENEW_MS, OF_HEALTH } from '../../features/console/dead-jobs.tsx';
import { HealthCard } from '../../features/console/health-card.tsx';
import { HealthHistory } from '../../features/console/health-history.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { PatientsToCall } from '../../features/critical-calls/patients-to-call.tsx';
import { breachText } from '../../features/monitoring/breach-text.ts';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { renew } from '../../lib/renewals.ts';
import { Button } from '../../ui/button.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

export default function Health() {
  const texts = useWorkTexts().console.health;
  const queryClient = useQueryClient();
  const health = useQuery({
    queryKey: keyOf(operations.getSystemHealth),
    queryFn: () => call(operations.getSystemHealth),
    staleTime: 0,
    refetchInterval: HEALTH_RENEW_MS,
  });
  return (
    <>
      <PageHead title={texts.title}>
        <Button
          variant="quiet"
          size="small"
          isPending={health.isFetching}
          onClick={() => void renew(queryClient, OF_HEALTH)}
        >
          {!health.isFetching && <RefreshCw aria-hidden className="size-4" />}
          {texts.refresh}
        </Button>
      </PageHead>
      <PatientsToCall renewMs={HEALTH_RENEW_MS} />
      <Loaded query={health} tellsAge>
        {(data) => <Parts health={data} />}
      </Loaded>
    </>
  );
}

function Parts({ health }: { readonly health: operations.SystemHealth }) {
  const texts = useWorkTexts().console.health;
  const language = activeLanguage();
  const parts: Readonly<Record<string, string>> = texts.parts;
  const details: Readonly<Record<string, string>> = texts.details;
  const damaged = countOf(health.files);
  const sumOf = (state: 'dead' | 'waiting' | 'active') => health.queues.reduce((sum, queue) => sum + queue[state], 0);
  const dead = sumOf('dead');
  return (
    <div className="grid gap-6">
      <DeadJobsAlert count={dead} />
      <StoredFiles files={health.files} />
      <Breaches breaches={health.breaches} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {health.parts.map((part) => (
          <HealthCard
            key={part.name}
            title={parts[part.name] ?? part.name}
            isHealthy={part.isHealthy}
            state={part.isHealthy ? texts.healthy : (details[part.detail] ?? <span lang="en">{part.detail}</span>)}
          >
            {part.latencyMs} ms
          </HealthCard>
        ))}
        <HealthCard
          title={texts.files}
          isHealthy={damaged === 0}
          state={damaged === 0 ? texts.whole : texts.damagedCount({ count: damaged })}
        >
          {[
            health.files.oldestCheckAt
              ? texts.readSince({ time: formatDateTime(health.files.oldestCheckAt, language) })
              : texts.noneRead,
            health.files.unchecked > 0 && texts.unread({ count: health.files.unchecked }),
          ]
            .filter(Boolean)
            .join('; ')}
        </HealthCard>
        <HealthCard
          title={texts.work}
          isHealthy={dead === 0}
          state={dead === 0 ? texts.healthy : texts.deadCount({ count: dead })}
        >
          {texts.ofJobs({ waiting: sumOf('waiting'), active: sumOf('active') })}
        </HealthCard>
        {health.outbox.map((messages) => (
          <Messages key={messages.channel} {...messages} />
        ))}
      </div>
      <DeadJobs />
      <HealthHistory />
      <Table caption={texts.work}>
        <TableHead
          headings={[
            texts.columns.job,
            [texts.columns.waiting, 'text-end'],
            [texts.columns.active, 'text-end'],
            [texts.columns.dead, 'text-end'],
          ]}
        />
        <tbody>
          {health.queues.map((queue) => (
            <tr key={queue.name}>
              <Cell className="font-mono [overflow-wrap:anywhere]">
                {/* Long names break after their dot first. */}
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
      <p className="text-sm text-grey-4">
        {texts.version({ version: health.version, time: formatDateTime(health.startedAt, language) })}
      </p>
    </div>
  );
}

/** Messages of a channel that wait or failed. */
function Messages({
  channel,
  isLate,
  failedLately,
  oldestPendingAt,
  pending,
  failed,
}: operations.SystemHealth['outbox'][number]) {
  const texts = useWorkTexts().console.health;
  const problems = [isLate && texts.late, failedLately > 0 && texts.failedLately({ count: failedLately })].filter(
    Boolean,
  );
  return (
    <HealthCard
      title={texts.channels[channel]}
      isHealthy={problems.length === 0}
      state={problems.length === 0 ? texts.healthy : problems.join(', ')}
    >
      {texts.outbox({ pending, failed })}
      {oldestPendingAt !== null &&
        `; ${texts.oldestWaits({ time: formatDateTime(oldestPendingAt, activeLanguage()) })}`}
    </HealthCard>
  );
}

/** Figures of versions that left their control limits in the last week. */
function Breaches({ breaches }: { readonly breaches: operations.SystemHealth['breaches'] }) {
  const { console: room, evaluation } = useWorkTexts();
  const texts = room.health;
  const language = activeLanguage();
  if (breaches.length === 0) return null;
  return (
    <section
      role="alert"
      aria-labelledby="breaches"
      className="grid gap-3 rounded border border-orange-line bg-orange-soft p-4"
    >
      <div className="grid gap-1">
        <h2 id="breaches" className="font-semibold">
          {texts.breaches}
        </h2>
        <p className="text-sm">{texts.breachesHelp}</p>
      </div>
      <ul className="grid gap-2 text-sm">
        {breaches.map((breach) => (
          <li key={[breach.algorithmId, breach.version, breach.institutionId, breach.measure, breach.day].join(' ')}>
            <p className="font-semibold">
              {`${breach.title?.[language] ?? breach.algorithmId} ${breach.version}: `}
              {breach.institution ?? evaluation.monitoring.patients}
            </p>
            <p>{breachText(breach, evaluation.monitoring, language)}</p>
          </li>
        ))}
      </ul>
      <Link to="/console/algorithms" className={`text-sm ${linkClasses}`}>
        {texts.openAlgorithms}
      </Link>
    </section>
  );
}

type Files = operations.SystemHealth['files'];
const countOf = ({ damaged, missing }: Files) => damaged + missing;

function StoredFiles({ files }: { readonly files: Files }) {
  const texts = useWorkTexts().console.health;
  const { fileColumns } = texts;
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
          {texts.damagedTitle({ count })}
        </h2>
        <p className="text-sm">{texts.damagedText}</p>
      </div>
      <Table caption={texts.damagedFiles}>
        <TableHead
          headings={[fileColumns.file, fileColumns.use, fileColumns.state, fileColumns.found, fileColumns.repair]}
        />
        <tbody>
          {files.found.map((file) => (
            <tr key={file.sha256}>
              <Cell className="font-mono text-sm [overflow-wrap:anywhere]">{file.sha256}</Cell>
              <Cell>{texts.uses[file.use]}</Cell>
              <Cell>{texts.damages[file.damage]}</Cell>
              <Cell>{formatDateTime(file.foundAt, activeLanguage())}</Cell>
              <Cell>{texts.repairs[file.use]}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {count > files.found.length && <p className="text-sm">{texts.firstListed({ count: files.found.length })}</p>}
    </section>
  );
}
