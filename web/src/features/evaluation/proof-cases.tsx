import { evaluation } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { type PageStep, queryOf } from '../../lib/counted.ts';
import { formatDate } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { ListPages } from '../../ui/pagination.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const TONES = { positive: 'orange', negative: 'grey' } as const;

function Answer({ value }: { readonly value: 'positive' | 'negative' | null }) {
  const texts = useWorkTexts().evaluation.proofCases;
  if (!value) return <span className="text-grey-4">{texts.none}</span>;
  return <Badge tone={TONES[value]}>{texts[value]}</Badge>;
}

/** The studies of a question; if a study has no uploaded label, readers agree or disagree in one click. */
export function ProofCases({ question }: { readonly question: evaluation.Question }) {
  const [page, setPage] = useState<PageStep>({ page: 1 });
  const cases = useQuery({
    queryKey: keyOf(evaluation.listProofCases, { params: { questionId: question.id }, query: queryOf(page) }),
    queryFn: ({ signal }) =>
      call(evaluation.listProofCases, { params: { questionId: question.id }, query: queryOf(page), signal }),
    placeholderData: (before) => before,
  });
  return (
    <Loaded query={cases}>
      {({ rows, ...found }) => (
        <div className="grid grid-cols-1 gap-3">
          <CaseTable question={question} rows={rows} />
          <ListPages at={page} found={found} perPage={evaluation.PROOF_CASES_PER_PAGE} onChange={setPage} />
        </div>
      )}
    </Loaded>
  );
}

function CaseTable({
  question,
  rows,
}: {
  readonly question: evaluation.Question;
  readonly rows: readonly evaluation.ProofCase[];
}) {
  const texts = useWorkTexts().evaluation.proofCases;
  return (
    <Table caption={texts.studiesOf({ name: question.name })} className="max-h-[32rem]">
      <thead>
        <tr>
          <HeaderCell>{texts.study}</HeaderCell>
          <HeaderCell>{texts.aiSays}</HeaderCell>
          <HeaderCell className="text-end max-lg:hidden">{texts.score}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.yourLabel}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.yourVerdict}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CaseRow key={row.scanId} question={question} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

/** The common verdict of several readers. */
function OfReaders({ row: { readers, verdict } }: { readonly row: evaluation.ProofCase }) {
  const texts = useWorkTexts().evaluation.proofCases;
  if (readers < 2) return null;
  const said = verdict ? texts[verdict] : texts.readersDiffer;
  return <p className="mt-1 text-sm text-grey-4">{texts.ofReaders({ count: readers, said })}</p>;
}

const scoreText = (score: number | null): string => (score === null ? '–' : score.toFixed(2));

function CaseRow({ question, row }: { readonly question: evaluation.Question; readonly row: evaluation.ProofCase }) {
  const texts = useWorkTexts().evaluation.proofCases;
  const { algorithmId, positiveWhen } = question;
  const judge = useTrialChange((verdict: 'agree' | 'disagree' | null) =>
    call(evaluation.setVerdict, {
      params: { scanId: row.scanId },
      body: {
        algorithmId,
        code: positiveWhen.code,
        verdict,
        ...(positiveWhen.kind === 'measurement' && { questionId: question.id }),
      },
    }),
  );
  const verdict = judge.isPending ? judge.variables : row.ownVerdict;
  const description = row.studyDescription?.replaceAll('^', ' ').trim() || texts.studyWithoutDescription;
  /** In their own column, or below the study if the table is too wide for the screen. */
  const verdicts = (
    <div className="flex gap-1.5">
      {(['agree', 'disagree'] as const).map((choice) => {
        const Icon = choice === 'agree' ? ThumbsUp : ThumbsDown;
        const isChosen = verdict === choice;
        return (
          <button
            key={choice}
            type="button"
            aria-pressed={isChosen}
            aria-label={texts.withTheAiOn({ value: choice === 'agree' ? texts.agree : texts.disagree, description })}
            disabled={!row.answer || judge.isPending}
            onClick={() => judge.mutate(isChosen ? null : choice)}
            className={buttonClasses(isChosen ? 'primary' : 'secondary', 'small')}
          >
            <Icon aria-hidden className="size-4" />
            {choice === 'agree' ? texts.agree : texts.disagree}
          </button>
        );
      })}
    </div>
  );
  return (
    <tr>
      <Cell className="min-w-52">
        <Link className={linkClasses} to={`/duaicheck-trial/dashboard/studies/${row.scanId}`}>
          {description}
        </Link>
        <p className="text-grey-4">
          {formatDate(row.uploadDate, activeLanguage())}
          {row.studyInstanceUid && <span className="ms-2 font-mono text-xs break-all">{row.studyInstanceUid}</span>}
        </p>
        <div className="mt-1 grid gap-1.5 lg:hidden">
          <p>
            {texts.score} {scoreText(row.score)} {texts.yourLabel2} <Answer value={row.label} />
          </p>
          {verdicts}
          <OfReaders row={row} />
        </div>
      </Cell>
      <Cell>
        <Answer value={row.answer} />
      </Cell>
      <Cell className="text-end max-lg:hidden">{scoreText(row.score)}</Cell>
      <Cell className="max-lg:hidden">
        <Answer value={row.label} />
      </Cell>
      <Cell className="max-lg:hidden">
        {verdicts}
        <OfReaders row={row} />
      </Cell>
    </tr>
  );
}
