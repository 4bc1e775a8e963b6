import type { cases } from '@duai/contract';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ConsentRequired } from '../../features/accounts/patients/consent-required.tsx';
import { CaseFacts, CaseTitle, CriticalNotice, RadiologistQuestion } from '../../features/cases/case-card.tsx';
import { CaseClock } from '../../features/cases/case-clock.tsx';
import { CaseHead } from '../../features/cases/case-head.tsx';
import { CaseImages } from '../../features/cases/case-images.tsx';
import { useCase } from '../../features/cases/case-queries.ts';
import { openQuestionOf } from '../../features/cases/case-status.ts';
import { CaseTimeline } from '../../features/cases/case-timeline.tsx';
import { RefusedFiles } from '../../features/cases/chosen-files/refused-files.tsx';
import { FirstReport } from '../../features/cases/new-case/first-report.tsx';
import { TakeBack } from '../../features/cases/take-back.tsx';
import { UploadPanel } from '../../features/cases/uploads/upload-panel.tsx';
import { useHasPendingImages } from '../../features/cases/uploads/upload-session.ts';
import { AnswerForm, useAnswer } from '../../features/questions/answer-form.tsx';
import { CaseQuestions } from '../../features/questions/case-questions.tsx';
import { ShareSection } from '../../features/shares/share-section.tsx';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useSignedInPatient } from './signed-in.tsx';

export default function CasePage() {
  const messages = useMessages();
  const texts = messages.cases;
  const { caseId = '' } = useParams();
  const found = useCase(caseId);
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-5 py-8">
      <BackLink to="/second-opinion/dashboard">{texts.page.back}</BackLink>
      {found.data ? (
        <CaseDetails case={found.data} />
      ) : found.isError ? (
        <>
          <title>{texts.page.failedTitle}</title>
          <ErrorState
            headingLevel={1}
            title={apiErrorOf(found.error)?.status === 404 ? texts.page.notFoundTitle : texts.page.failedTitle}
            description={messageOf(found.error, texts.failedHint)}
            actionLabel={messages.interface.retry}
            onAction={() => void found.refetch()}
          />
        </>
      ) : (
        <div role="status" aria-label={messages.interface.loading} className="grid gap-4">
          <title>{texts.dashboardTitle}</title>
          <Skeleton className="h-9 w-64" />
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </div>
  );
}

function CaseDetails({ case: shown }: { readonly case: cases.PatientCase }) {
  const texts = useMessages().cases;
  const patient = useSignedInPatient();
  const [refused, setRefused] = useState<readonly cases.RefusedFile[]>([]);
  const question = openQuestionOf(shown);
  const answer = useAnswer({ caseId: shown.id, question, owner: patient.email });
  const hasImages = useHasPendingImages(shown.id);
  return (
    <>
      <title>{texts.page.title({ caseNumber: shown.caseNumber })}</title>
      <CaseHead case={shown}>
        <h1 className="font-serif text-3xl font-semibold tracking-tight">
          <CaseTitle case={shown} />
        </h1>
      </CaseHead>
      <CriticalNotice case={shown} />
      {shown.status !== 'completed' && <ConsentRequired missing={patient.missingConsents} />}
      {refused.length > 0 && (
        <RefusedFiles
          title={texts.upload.refusedTitle({ count: refused.length })}
          files={refused.map(({ name, message }) => ({ name, reason: message }))}
          onDismiss={() => setRefused([])}
        />
      )}
      {question && (
        <>
          <RadiologistQuestion question={question} />
          <Card>
            <AnswerForm caseId={shown.id} answer={answer} hasImages={hasImages} />
          </Card>
        </>
      )}
      <Card>
        <h2 className="mb-4 font-serif text-xl font-semibold">{texts.page.progress}</h2>
        <div className="mb-6 empty:hidden">
          <CaseClock case={shown} isConsentMissing={patient.missingConsents.length > 0} />
        </div>
        <CaseTimeline case={shown} />
        {shown.hasReport && !shown.isCriticalOpen && (
          <ButtonLink to={`/second-opinion/cases/${shown.id}/report`} className="mt-5">
            {texts.openReport}
          </ButtonLink>
        )}
      </Card>
      {shown.hasReport && <ShareSection caseId={shown.id} />}
      <Card className="grid gap-5">
        <h2 className="font-serif text-xl font-semibold">{texts.images}</h2>
        <CaseImages case={shown} />
        {shown.status === 'uploaded' && <UploadPanel case={shown} onRefused={setRefused} answer={answer} />}
        <TakeBack case={shown} />
      </Card>
      {shown.submittedAt && <CaseQuestions caseId={shown.id} owner={patient.email} />}
      <Card className="grid gap-5">
        <h2 className="font-serif text-xl font-semibold">{texts.page.details}</h2>
        <CaseFacts case={shown} />
        <FirstReport case={shown} />
      </Card>
    </>
  );
}
