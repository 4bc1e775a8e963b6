import { cases } from '@duai/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { call } from '../../../lib/api.ts';
import { useInterfaceTexts, useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { useWorklistWish } from './worklist-wish.ts';

/** In review, with the patient's consent, and neither read by somebody else nor assigned to them. */
export const nextOf = (
  rows: readonly cases.WorklistRow[],
  { caseId, staffId }: { caseId: string; staffId: string },
): cases.WorklistRow | undefined =>
  rows.find(
    ({ id, status, isConsentMissing, claimedBy, assignedTo }) =>
      id !== caseId &&
      status === 'processing' &&
      !isConsentMissing &&
      [claimedBy, assignedTo].every((reader) => reader === null || reader.id === staffId),
  );

type Asked = Pick<UseQueryResult<cases.WorklistRow[]>, 'data' | 'isFetchedAfterMount' | 'isError'>;

/** What is said after signing; null while the list is on its way. A list that could not be fetched is not an empty one. */
export function whatIsNext(
  { data = [], isFetchedAfterMount, isError }: Asked,
  of: { caseId: string; staffId: string },
): cases.WorklistRow | 'none' | 'unknown' | null {
  if (!isFetchedAfterMount) return null;
  return isError ? 'unknown' : (nextOf(data, of) ?? 'none');
}

/** After signing: the first case of the same worklist view that waits for this reader. Enter opens it. */
export function NextCase({ caseId, staffId }: { readonly caseId: string; readonly staffId: string }) {
  const { worklist: texts } = useWorkTexts().console;
  const { next: words } = texts.table;
  const labels = useInterfaceTexts();
  const { caseModalities } = useWorkTexts().names;
  const [wish] = useWorklistWish(staffId);
  const link = useRef<HTMLAnchorElement>(null);
  const worklist = useQuery({
    queryKey: keyOf(cases.searchWorklist, { body: wish }),
    queryFn: () => call(cases.searchWorklist, { body: wish }),
    staleTime: 0,
  });
  const told = whatIsNext(worklist, { caseId, staffId });
  const next = told !== null && typeof told === 'object' ? told : undefined;
  const nextId = next?.id;
  /** Once, after the signature: by the next change of the worklist the reader may be writing an addendum. */
  const hasFocused = useRef(false);
  useEffect(() => {
    if (!nextId || hasFocused.current) return;
    hasFocused.current = true;
    link.current?.focus();
  }, [nextId]);
  return (
    <nav aria-label={words.title} className="grid gap-2 rounded border border-grey-2 bg-surface p-3">
      {next ? (
        <>
          <p className="text-sm text-grey-4">
            {words.title}: {[next.patientName, caseModalities[next.modality]].join(' · ')}
          </p>
          <Link ref={link} className={buttonClasses('primary', 'small')} to={`/console/cases/${next.id}`}>
            {words.open({ caseNumber: next.caseNumber })}
            <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
          </Link>
        </>
      ) : told === 'unknown' ? (
        <p role="alert" className="flex flex-wrap items-center gap-2">
          {labels.notLoadedTitle}
          <Button
            size="small"
            variant="secondary"
            isPending={worklist.isFetching}
            onClick={() => void worklist.refetch()}
          >
            {labels.retry}
          </Button>
        </p>
      ) : (
        told === 'none' && <p>{words.none}</p>
      )}
      <Link className={linkClasses} to="/console/worklist">
        {words.back}
      </Link>
    </nav>
  );
}
