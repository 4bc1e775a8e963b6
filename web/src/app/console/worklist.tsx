import { bodyPartIn, cases } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, FileScan, MailOpen, MessageCircleQuestion, PauseCircle, RefreshCw, Siren } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ListCut, Loaded, PageHead } from '../../features/console/loaded.tsx';
import { UrgencyBadge } from '../../features/readings/urgency-badge.tsx';
import { call } from '../../lib/api.ts';
import { formatDateTime, formatRelative } from '../../lib/formatting.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const FILTERS = [
  ['open', 'Open'],
  ['questions', 'Questions'],
  ['completed', 'Completed'],
  ['all', 'All'],
] as const;
type Filter = (typeof FILTERS)[number][0];

const OPEN = {
  title: 'Nothing to read',
  description: 'New cases appear here as soon as a patient submits images.',
};
const EMPTY: Record<Filter, { title: string; description: string }> = {
  open: OPEN,
  questions: { title: 'No questions', description: 'What patients ask about their cases appears here.' },
  completed: { title: 'No completed cases', description: 'Signed cases appear here.' },
  all: OPEN,
};
const PIPELINE: Record<cases.WorklistRow['pipeline'], { label: string; tone: BadgeTone }> = {
  'waiting-for-images': { label: 'Waiting for images', tone: 'blue' },
  analysing: { label: 'Analysing', tone: 'yellow' },
  'draft-ready': { label: 'Draft ready', tone: 'signal' },
  signed: { label: 'Signed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  stopped: { label: 'Stopped', tone: 'grey' },
};
export default function Worklist() {
  const [show, setShow] = useState<Filter>('open');
  const worklist = useQuery({
    queryKey: [cases.getWorklist.path, show],
    queryFn: () => call(cases.getWorklist, { query: { show } }),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title="Worklist">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Show</legend>
            {FILTERS.map(([value, label]) => (
              <Button
                key={value}
                size="small"
                variant={show === value ? 'secondary' : 'quiet'}
                aria-pressed={show === value}
                onClick={() => setShow(value)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
          <Button variant="quiet" size="small" isPending={worklist.isFetching} onClick={() => void worklist.refetch()}>
            {!worklist.isFetching && <RefreshCw aria-hidden className="size-4" />}
            Refresh
          </Button>
        </div>
      </PageHead>
      <Loaded query={worklist}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={FileScan} title={EMPTY[show].title} description={EMPTY[show].description} />
          ) : (
            <>
              <Rows rows={rows} />
              <ListCut rows={rows} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Rows({ rows }: { readonly rows: cases.WorklistRow[] }) {
  const navigate = useNavigate();
  const texts = useWorkTexts().reporting;
  const now = Date.now();
  return (
    <Table caption="Cases, late ones first, then by due time">
      <TableHead
        headings={[
          'Case',
          ['Due', 'max-sm:hidden'],
          ['Urgency', 'max-lg:hidden'],
          ['Modality', 'max-lg:hidden'],
          ['Body part', 'max-lg:hidden'],
          ['Images', 'text-end max-lg:hidden'],
          'State',
          ['Claimed by', 'max-lg:hidden'],
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            className="cursor-pointer hover:bg-grey-1"
            onClick={() => void navigate(`/console/cases/${row.id}`)}
          >
            <Cell className="font-mono whitespace-nowrap">
              <Link
                className={linkClasses}
                to={`/console/cases/${row.id}`}
                onClick={(event) => event.stopPropagation()}
              >
                {row.caseNumber}
              </Link>
              {/* What has no column of its own on a narrow screen. */}
              <div className="font-sans whitespace-normal text-grey-4 lg:hidden">
                {isDue(row) && (
                  <p className="sm:hidden">
                    Due <Due row={row} now={now} />
                  </p>
                )}
                <p>{examinationOf(row)}</p>
                {row.claimedBy && <p>Claimed by {row.claimedBy.name}</p>}
              </div>
            </Cell>
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Due row={row} now={now} />
            </Cell>
            <Cell className="max-lg:hidden">
              <UrgencyBadge urgency={row.urgency} />
            </Cell>
            <Cell className="max-lg:hidden">{row.modality}</Cell>
            <Cell className="min-w-32 max-lg:hidden">{row.bodyPart ? bodyPartIn(row.bodyPart, 'en') : '–'}</Cell>
            <Cell className="text-end max-lg:hidden">{row.imageCount}</Cell>
            <Cell className="max-sm:w-px">
              <span className="inline-flex flex-wrap gap-1">
                <span className="lg:hidden">
                  <UrgencyBadge urgency={row.urgency} />
                </span>
                <Badge tone={PIPELINE[row.pipeline].tone}>{PIPELINE[row.pipeline].label}</Badge>
                {row.isConsentMissing && (
                  <Badge tone="orange" icon={PauseCircle}>
                    No consent
                  </Badge>
                )}
                {row.isCriticalOpen && (
                  <Badge tone="red" icon={Siren}>
                    {texts.critical.open}
                  </Badge>
                )}
                {row.isReportUnread && (
                  <Badge tone="grey" icon={MailOpen}>
                    Not read by the patient
                  </Badge>
                )}
                {row.unreadQuestions > 0 && (
                  <Badge tone="orange" icon={MessageCircleQuestion}>
                    {row.unreadQuestions === 1 ? '1 question' : `${row.unreadQuestions} questions`}
                  </Badge>
                )}
              </span>
            </Cell>
            <Cell className="max-lg:hidden">{row.claimedBy?.name ?? '–'}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A signed report is due no more. */
const isDue = (row: cases.WorklistRow): row is cases.WorklistRow & { dueAt: string } =>
  row.dueAt !== null && row.pipeline !== 'signed';

function Due({ row, now }: { readonly row: cases.WorklistRow; readonly now: number }) {
  if (!isDue(row)) return '–';
  return (
    <span title={formatDateTime(row.dueAt, 'en')}>
      {formatRelative(row.dueAt, 'en', now)}{' '}
      {row.isLate && (
        <Badge tone="red" icon={AlarmClock}>
          Late
        </Badge>
      )}
    </span>
  );
}

const examinationOf = ({ modality, bodyPart, imageCount }: cases.WorklistRow): string =>
  [modality, bodyPart && bodyPartIn(bodyPart, 'en'), imageCount === 1 ? '1\u00a0image' : `${imageCount}\u00a0images`]
    .filter(Boolean)
    .join(' · ');
