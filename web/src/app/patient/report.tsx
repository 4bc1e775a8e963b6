import { ArrowLeft, Download, Images, MailCheck, Printer } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ResendVerificationButton } from '../../features/accounts/unverified-banner.tsx';
import { loadCaseImage } from '../../features/cases/case-queries.ts';
import { useReport, useReportDownload } from '../../features/reports/report-queries.ts';
import { SignedReport } from '../../features/reports/signed-report.tsx';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export default function ReportPage() {
  const messages = useMessages();
  const texts = messages.reports;
  const { caseId = '' } = useParams();
  const report = useReport(caseId);
  const download = useReportDownload(caseId, `DUAI-${report.data?.caseNumber ?? caseId}.pdf`);
  const error = apiErrorOf(report.error);
  const savePdf = () =>
    download.mutate(undefined, {
      onError: (failure) =>
        showToast({
          tone: 'destructive',
          title: texts.downloadFailedTitle,
          description: messageOf(failure, messages.interface.noConnection),
        }),
    });
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-5 py-8 print:max-w-none print:p-0">
      <title>{report.data ? texts.pageTitle({ caseNumber: report.data.caseNumber }) : texts.title}</title>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={`/second-opinion/cases/${caseId}`} className={`${linkClasses} inline-flex items-center gap-2`}>
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {texts.back}
        </Link>
        {report.data && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="secondary" to={`/second-opinion/cases/${caseId}/images`}>
              <Images aria-hidden className="size-5" />
              {texts.images}
            </ButtonLink>
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer aria-hidden className="size-5" />
              {texts.print}
            </Button>
            <Button isPending={download.isPending} onClick={savePdf}>
              {!download.isPending && <Download aria-hidden className="size-5" />}
              {download.isPending ? texts.downloading : texts.download}
            </Button>
          </div>
        )}
      </div>
      {report.data ? (
        <SignedReport
          report={report.data}
          images={{
            scope: caseId,
            load: (imageId, wish, signal) => loadCaseImage(caseId, imageId, wish, signal),
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
      ) : (
        <ErrorState
          headingLevel={1}
          title={error?.status === 404 ? texts.notReadyTitle : texts.failedTitle}
          description={
            error?.status === 404 ? texts.notReadyText : messageOf(report.error, messages.interface.noConnection)
          }
          actionLabel={messages.interface.retry}
          onAction={() => void report.refetch()}
        />
      )}
    </div>
  );
}
