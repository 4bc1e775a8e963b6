import { bodyPartIn, cases } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, EyeOff, FileScan, Info, RefreshCw, TriangleAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ListCut, Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { useRowKeys } from '../../../features/console/worklist/row-keys.ts';
import { StateBadges } from '../../../features/console/worklist/state-badges.tsx';
import { WorklistFilters } from '../../../features/console/worklist/worklist-filters.tsx';
import { WorklistViews } from '../../../features/console/worklist/worklist-views.tsx';
import { useWorklistWish } from '../../../features/console/worklist/worklist-wish.ts';
import { UrgencyBadge } from '../../../features/readings/urgency-badge.tsx';
import { call } from '../../../lib/api.ts';
import { formatDateTime, formatRelative } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/table.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useSignedInStaff } from '../layout.tsx';

/** Due times are told from now on, also while nothing else changes. */
const MINUTE_MS = 60_000;
const ONE_LINE = 'min-[1400px]:truncate';
/** Below the first on narrow screens, beside it on wide ones. */
const SECOND = 'text-grey-4 min-[1400px]:inline';

export default function Worklist() {
  const texts = useWorkTexts().console.worklist;
  const staff = useSignedInStaff();
  const [wish, setWish] = useWorklistWish(staff.id);
  const { show } = wish;
  const change = (changed: Partial<cases.WorklistWish>) => setWish({ ...wish, ...changed });
  const asked = useSettled(wish);
  const worklist = useQuery({
    queryKey: keyOf(cases.searchWorklist, { body: asked }),
    queryFn: () => call(cases.searchWorklist, { body: asked }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">{texts.show}</legend>
            {cases.WORKLIST_SHOWS.map((value) => (
              <Button
                key={value}
                size="small"
                variant={show === value ? 'secondary' : 'quiet'}
                aria-pressed={show === value}
                onClick={() => change({ show: value })}
              >
                {texts.filters[value]}
              </Button>
            ))}
          </fieldset>
          <Button variant="quiet" size="small" isPending={worklist.isFetching} onClick={() => void worklist.refetch()}>
            {!worklist.isFetching && <RefreshCw aria-hidden className="size-4" />}
            {texts.refresh}
          </Button>
        </div>
      </PageHead>
      <div className="mb-3 flex flex-wrap gap-2">
        <WorklistFilters wish={wish} hasSubspecialties={staff.subspecialties.length > 0} onChange={change} />
        <WorklistViews wish={wish} onChoose={setWish} />
      </div>
      <Loaded query={worklist} tellsAge>
        {(rows) =>
          rows.length === 0 ? (
            isNarrowed(asked) ? (
              <EmptyState
                icon={FileScan}
                title={texts.narrowed.title}
                description={texts.narrowed.body}
                action={
                  <Button variant="secondary" onClick={() => change(WIDE)}>
                    {texts.narrowed.clear}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={FileScan} title={texts.noneTitle[show]} description={texts.none[show]} />
            )
          ) : (
            <>
              <Rows rows={rows} wish={wish} onSort={(sort) => change(sortedBy(wish, sort))} />
              <ListCut rows={rows} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const WIDE = { claim: 'any', modality: null, urgency: null, subspecialty: null, text: '' } as const;
/** Whether cases of this list may be hidden by what was looked for. */
const isNarrowed = ({ claim, modality, urgency, subspecialty, text }: cases.WorklistWish): boolean =>
  claim !== WIDE.claim || text.trim() !== '' || [modality, urgency, subspecialty].some((part) => part !== null);

/** Choosing the same column again reverses the order. */
const sortedBy = (wish: cases.WorklistWish, sort: cases.WorklistWish['sort']): Partial<cases.WorklistWish> => ({
  sort,
  order: wish.sort === sort && wish.order === 'ascending' ? 'descending' : 'ascending',
});

function Rows({
  rows,
  wish,
  onSort,
}: {
  readonly rows: cases.WorklistRow[];
  readonly wish: cases.WorklistWish;
  readonly onSort: (sort: cases.WorklistWish['sort']) => void;
}) {
  const { console: room, names, team } = useWorkTexts();
  const texts = room.worklist;
  const { columns } = texts;
  const language = activeLanguage();
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS);
  const list = useRowKeys();
  const sorted = (sort: cases.WorklistWish['sort']) => ({
    sort: wish.sort === sort ? wish.order : null,
    onSort: () => onSort(sort),
  });
  return (
    <Table caption={texts.caption}>
      <thead>
        <tr>
          <HeaderCell {...sorted('case')}>{columns.case}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.table.patient}</HeaderCell>
          <HeaderCell className="max-sm:hidden" {...sorted('due')}>
            {columns.due}
          </HeaderCell>
          <HeaderCell className="max-lg:hidden" {...sorted('urgency')}>
            {columns.urgency}
          </HeaderCell>
          <HeaderCell className="max-lg:hidden" {...sorted('modality')}>
            {columns.modality}
          </HeaderCell>
          <HeaderCell className="max-lg:hidden" {...sorted('bodyPart')}>
            {columns.bodyPart}
          </HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">{columns.images}</HeaderCell>
          <HeaderCell className="max-lg:hidden" {...sorted('aiFlag')}>
            {texts.table.ai}
          </HeaderCell>
          <HeaderCell {...sorted('state')}>{columns.state}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{columns.claimedBy}</HeaderCell>
        </tr>
      </thead>
      <tbody ref={list} title={texts.table.keys}>
        {rows.map((row) => (
          <tr
            key={row.id}
            // One line of 36 px for each case where there is room, so that a reader sees many.
            className="cursor-pointer hover:bg-grey-1 min-[1400px]:h-9 min-[1400px]:*:px-2.5 min-[1400px]:*:py-1 min-[1400px]:*:align-middle"
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
              {/* Replaces a column that is hidden on narrow screens. */}
              <div className="font-sans whitespace-normal text-grey-4 lg:hidden">
                <p className="text-ink">{row.patientName}</p>
                {isDue(row) && (
                  <p className="sm:hidden">
                    {columns.due} <Due row={row} now={now} />
                  </p>
                )}
                <p>{examinationOf(row, names)}</p>
                {row.claimedBy && <p>{texts.claimedBy({ name: row.claimedBy.name })}</p>}
                {row.assignedTo && <p>{team.assignedTo({ name: row.assignedTo.name })}</p>}
              </div>
            </Cell>
            <Cell className={`max-lg:hidden ${ONE_LINE} min-[1400px]:max-w-64`} title={row.patientName}>
              {row.patientName}{' '}
              <p className={SECOND}>
                {[row.age && names.age[row.age.unit]({ age: row.age.count }), row.gender && texts.table.sex[row.gender]]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </Cell>
            <Cell className="whitespace-nowrap max-sm:hidden">
              <Due row={row} now={now} />
            </Cell>
            <Cell className="max-lg:hidden">
              <UrgencyBadge urgency={row.urgency} />
            </Cell>
            <Cell className={`max-lg:hidden ${ONE_LINE}`}>
              {names.caseModalities[row.modality]} <p className={SECOND}>{names.subspecialties[row.subspecialty]}</p>
            </Cell>
            <Cell
              className={`min-w-32 max-lg:hidden ${ONE_LINE} min-[1400px]:w-full min-[1400px]:max-w-0`}
              title={row.indication ?? undefined}
            >
              {row.bodyPart ? bodyPartIn(row.bodyPart, language) : '–'}{' '}
              {row.indication && (
                <p className={`line-clamp-2 max-w-72 min-[1400px]:max-w-none ${SECOND}`}>{row.indication}</p>
              )}
            </Cell>
            <Cell className="text-end max-lg:hidden">{row.imageCount}</Cell>
            <Cell className="max-lg:hidden">
              <AiFlag flag={row.aiFlag} />
            </Cell>
            <Cell className="max-sm:w-px">
              <span className="inline-flex flex-wrap gap-1">
                <span className="lg:hidden">
                  <UrgencyBadge urgency={row.urgency} />
                </span>
                {(row.aiFlag === 'important' || row.aiFlag === 'notice') && (
                  <span className="lg:hidden">
                    <AiFlag flag={row.aiFlag} isNamed />
                  </span>
                )}
                <StateBadges row={row} />
              </span>
            </Cell>
            <Cell
              className={`max-lg:hidden ${ONE_LINE} min-[1400px]:max-w-44`}
              title={row.claimedBy?.name ?? row.assignedTo?.name}
            >
              {row.claimedBy?.name ?? (row.assignedTo ? team.assignedTo({ name: row.assignedTo.name }) : '–')}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const AI_LOOKS = {
  important: { tone: 'red', icon: TriangleAlert },
  notice: { tone: 'orange', icon: Info },
} as const;

/** The AI flag of a case. The server withholds it from readers who read first or blinded. */
function AiFlag({ flag, isNamed = false }: { readonly flag: cases.AiFlag; readonly isNamed?: boolean }) {
  const { aiFlags, aiNamed, aiWithheld } = useWorkTexts().console.worklist.table;
  if (flag === 'important' || flag === 'notice')
    return <Badge {...AI_LOOKS[flag]}>{isNamed ? aiNamed({ flag: aiFlags[flag] }) : aiFlags[flag]}</Badge>;
  return (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap text-grey-4"
      title={flag === 'withheld' ? aiWithheld : undefined}
    >
      {flag === 'withheld' && <EyeOff aria-hidden className="size-4" />}
      {aiFlags[flag]}
    </span>
  );
}

/** A signed report is no longer due. */
const isDue = (row: cases.WorklistRow): row is cases.WorklistRow & { dueAt: string } =>
  row.dueAt !== null && row.pipeline !== 'signed';

function Due({ row, now }: { readonly row: cases.WorklistRow; readonly now: number }) {
  const texts = useWorkTexts().console.worklist;
  const language = activeLanguage();
  if (!isDue(row)) return '–';
  return (
    <span title={formatDateTime(row.dueAt, language)}>
      {formatRelative(row.dueAt, language, now)}{' '}
      {row.isLate && (
        <Badge tone="red" icon={AlarmClock}>
          {texts.late}
        </Badge>
      )}
    </span>
  );
}

const examinationOf = ({ modality, bodyPart, imageCount }: cases.WorklistRow, names: WorkTexts['names']): string =>
  [
    names.caseModalities[modality],
    bodyPart && bodyPartIn(bodyPart, activeLanguage()),
    names.images({ count: imageCount }).replace(' ', '\u00a0'),
  ]
    .filter(Boolean)
    .join(' · ');
