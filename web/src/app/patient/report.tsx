import { reports } from '@duai/contract';
import { FileClock, Images, MailCheck, Printer } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { ResendVerificationButton } from '../../features/accounts/patients/unverified-banner.tsx';
import { casePictures } from '../../features/cases/case-source.ts';
import { CriticalFinding } from '../../features/reports/critical-finding.tsx';
import { PdfDownload } from '../../features/reports/pdf-download.tsx';
import { useReport } from '../../features/reports/report-queries.ts';
import { SignedReport } from '../../features/reports/signed-report.tsx';
import { apiErrorOf, call, callForFile, messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { imageQuery } from '../../viewer/image-address.ts';

export default function ReportPage() {
  const messages = useMessages();
  const texts = messages.reports;
  const { caseId = '' } = useParams();
  const navigate = useNavigate();
  const report = useReport(caseId);
  const error = apiErrorOf(report.error);
  const actions = (
    <div className="flex flex-wrap gap-3 max-sm:w-full print:hidden">
      <PdfDownload
        label={texts.download}
        variant="primary"
        fetchPdf={() => callForFile(reports.getReportPdf, { params: { caseId } })}
        fileName={`DUAI-${report.data?.caseNumber ?? caseId}.pdf`}
        renews={reports.getReport}
      />
      <ButtonLink variant="secondary" to={`/second-opinion/cases/${caseId}/images`}>
        <Images aria-hidden className="size-5" />
        {texts.images}
      </ButtonLink>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden className="size-5" />
        {texts.print}
      </Button>
    </div>
  );
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-5 py-8 print:max-w-none print:p-0">
      <title>{report.data ? texts.pageTitle({ caseNumber: report.data.caseNumber }) : texts.title}</title>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <BackLink to={`/second-opinion/cases/${caseId}`}>{texts.back}</BackLink>
        {report.data && !report.data.critical && actions}
      </div>
      {/* What cannot wait comes before all that can. */}
      {report.data?.critical && (
        <CriticalFinding
          critical={report.data.critical}
          reader="patient"
          renews={reports.getReport}
          onAcknowledge={(body) => call(reports.acknowledgeCritical, { params: { caseId }, body })}
        />
      )}
      {report.data?.critical && actions}
      {report.data ? (
        <SignedReport
          report={report.data}
          reader="patient"
          images={{
            ...casePictures(caseId),
            onOpen: (image) => void navigate(`/second-opinion/cases/${caseId}/images${imageQuery(image)}`),
          }}
        />
      ) : report.isPending ? (
        <div className="grid place-items-center py-24">
          <Spinner label={texts.loading} />
        </div>
      ) : error?.code === 'EMAIL_NOT_VERIFIED' ? (
        <EmptyState
          headingLevel={1}
          icon={MailCheck}
          title={texts.verifyTitle}
          description={texts.verifyText}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ResendVerificationButton />
              <Button onClick={() => void report.refetch()}>{messages.interface.retry}</Button>
            </div>
          }
        />
      ) : error?.status === 404 ? (
        <EmptyState
          headingLevel={1}
          icon={FileClock}
          title={texts.notReadyTitle}
          description={texts.notReadyText}
          action={
            <Button variant="secondary" onClick={() => void report.refetch()}>
              {messages.interface.retry}
            </Button>
          }
        />
      ) : (
        <ErrorState
          headingLevel={1}
          title={texts.failedTitle}
          description={messageOf(report.error, messages.interface.noConnection)}
          actionLabel={messages.interface.retry}
          onAction={() => void report.refetch()}
        />
      )}
    </div>
  );
}
