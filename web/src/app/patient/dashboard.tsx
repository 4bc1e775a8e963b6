import type { cases } from '@duai/contract';
import { FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ConsentDialog } from '../../features/accounts/patients/consent-dialog.tsx';
import { ConsentRequired } from '../../features/accounts/patients/consent-required.tsx';
import { needsPhoneCheck, PhoneCheck } from '../../features/accounts/patients/phone-check.tsx';
import { UnverifiedBanner } from '../../features/accounts/patients/unverified-banner.tsx';
import { CaseCard, type CaseCardProps } from '../../features/cases/case-card.tsx';
import { useCases } from '../../features/cases/case-queries.ts';
import { countCases, openQuestionOf } from '../../features/cases/case-status.ts';
import { RefusedFiles } from '../../features/cases/chosen-files/refused-files.tsx';
import { NewCaseDialog } from '../../features/cases/new-case/new-case-dialog.tsx';
import { useAnswer } from '../../features/questions/answer-form.tsx';
import { ErasureNotice } from '../../features/rights/erasure-notice.tsx';
import { messageOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useSignedInPatient } from './signed-in.tsx';

export default function Dashboard() {
  const { messages } = useLanguage();
  const texts = messages.cases;
  const patient = useSignedInPatient();
  const list = useCases();
  // Kept in the URL, so that the browser's back button closes the form and a reload opens it again.
  const [search, setSearch] = useSearchParams();
  const isCreating = search.has('new');
  const closeNewCase = () => setSearch({}, { replace: true });
  const [refused, setRefused] = useState<readonly cases.RefusedFile[]>([]);
  const openNewCase = () => setSearch({ new: 'case' });
  const isAsked = patient.missingConsents.length > 0;
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-5 py-8">
      <title>{texts.dashboardTitle}</title>
      <ErasureNotice />
      {!patient.isEmailVerified && <UnverifiedBanner />}
      {needsPhoneCheck(patient) && patient.phone && <PhoneCheck phone={patient.phone} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
        <Button onClick={openNewCase}>
          <Plus aria-hidden className="size-5" />
          {texts.newCase}
        </Button>
      </div>
      {list.data?.some(({ status }) => status !== 'completed') && <ConsentRequired missing={patient.missingConsents} />}
      <Counters list={list.data} />
      {refused.length > 0 && (
        <RefusedFiles
          title={texts.upload.refusedTitle({ count: refused.length })}
          files={refused.map(({ name, message }) => ({ name, reason: message }))}
          onDismiss={() => setRefused([])}
        />
      )}
      {list.data === undefined && list.isPending && <ListSkeleton />}
      {list.data === undefined && list.isError && (
        <ErrorState
          title={texts.listFailedTitle}
          description={messageOf(list.error, texts.failedHint)}
          actionLabel={messages.interface.retry}
          onAction={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          icon={FolderPlus}
          title={texts.emptyTitle}
          description={texts.emptyText}
          action={<Button onClick={openNewCase}>{texts.emptyAction}</Button>}
        />
      )}
      {list.data && list.data.length > 0 && (
        <ul className="grid gap-5">
          {inOrder(list.data).map((shown) => (
            <li key={shown.id}>
              <DashboardCard case={shown} onRefused={setRefused} />
            </li>
          ))}
        </ul>
      )}
      <ConsentDialog
        missing={patient.missingConsents}
        isOpen={isCreating && isAsked}
        onClose={closeNewCase}
        purpose="new-case"
      />
      <NewCaseDialog
        owner={patient.email}
        isOpen={isCreating && !isAsked}
        onClose={closeNewCase}
        onCreated={closeNewCase}
      />
    </div>
  );
}

/** What cannot wait comes first, all else as it came: the newest first. */
const inOrder = (list: readonly cases.PatientCase[]): cases.PatientCase[] =>
  list.toSorted((one, other) => Number(other.isCriticalOpen) - Number(one.isCriticalOpen));

function Counters({ list }: { readonly list: readonly cases.PatientCase[] | undefined }) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.counters;
  const counts = list && countCases(list);
  return (
    <dl className="grid grid-cols-3 divide-x divide-grey-2 rounded border border-grey-2 bg-surface">
      {(['total', 'completed', 'processing'] as const).map((name) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1 px-1 py-4 text-center sm:px-5">
          <dt className="text-[0.85em] text-grey-4">{texts[name]}</dt>
          <dd className="font-serif text-3xl font-semibold tabular-nums">
            {counts ? formatNumber(counts[name], language) : <Skeleton className="mx-auto h-9 w-8" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ListSkeleton() {
  const { messages } = useLanguage();
  return (
    <div role="status" aria-label={messages.interface.loading} className="grid gap-5">
      {[1, 2].map((row) => (
        <div key={row} className="grid gap-4 rounded border border-grey-2 bg-surface p-6">
          <div className="flex justify-between">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-24" />
          </div>
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}

/** A case card. An answer that was begun on the page of the case is sent with images uploaded from here. */
function DashboardCard({ case: shown, onRefused }: Pick<CaseCardProps, 'case' | 'onRefused'>) {
  const answer = useAnswer({ caseId: shown.id, question: openQuestionOf(shown), owner: useSignedInPatient().email });
  return <CaseCard case={shown} onRefused={onRefused} answer={answer} />;
}
