import type { scans } from '@duai/contract';
import { Images } from 'lucide-react';
import { useParams } from 'react-router';
import { useIsAdmin } from '../../../features/accounts/institutions/trial-auth.tsx';
import { Findings } from '../../../features/readings/findings.tsx';
import { ageText } from '../../../features/scans/age-text.ts';
import { arrivalText } from '../../../features/scans/arrival-text.ts';
import { FindingList } from '../../../features/scans/finding-list.tsx';
import { ScanExports } from '../../../features/scans/scan-exports.tsx';
import { useScan } from '../../../features/scans/scan-queries.ts';
import { ScanStatus } from '../../../features/scans/scan-status.tsx';
import { VendorPictures } from '../../../features/scans/vendor-pictures.tsx';
import { formatDateTime, formatDay } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { modalityName, studyName } from '../../../lib/study-names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

/** The report of a study: what each model found, verdicts, and downloads. */
export default function TrialStudyReportPage() {
  const { scanId = '' } = useParams();
  const scan = useScan(scanId);
  return <Loaded query={scan}>{(detail) => <Report detail={detail} />}</Loaded>;
}

function Report({ detail: { scan, age, order, analyses, findings } }: { readonly detail: scans.ScanDetail }) {
  const texts = useWorkTexts().portal.studyReport;
  const isAdmin = useIsAdmin();
  const { names, scans: scanTexts } = useWorkTexts();
  const withSentences = analyses.filter((run) => run.sentences.findings.length > 0);
  const facts: [string, string | null][] = [
    [texts.study, studyName(scan, names)],
    [texts.modality, modalityName(scan.modality, names)],
    [texts.bodyPart, scan.bodyPart],
    [texts.patient, scan.patientId],
    [texts.age, ageText(age, scanTexts.age)],
    [texts.studyDate, scan.studyDate && formatDay(scan.studyDate, activeLanguage())],
    [texts.accessionNumber, order.accessionNumbers.join(', ') || null],
    [texts.referringPhysician, order.referringPhysician],
    [texts.receivedBy, arrivalText(scan, scanTexts.arrival)],
    [texts.uploaded, formatDateTime(scan.uploadDate, activeLanguage())],
  ];
  return (
    <>
      <WorkbenchHead title={texts.aiReport}>
        <ScanStatus status={scan.status} />
        <ButtonLink to={`/duaicheck-trial/dashboard/studies/${scan.id}`} variant="secondary" size="small">
          <Images aria-hidden className="size-4" />
          {texts.viewImages}
        </ButtonLink>
        {isAdmin && <ScanExports scan={scan} hasMasks={analyses.some(hasMasks)} />}
      </WorkbenchHead>
      {scan.isSample && (
        <Banner tone="warning" title={texts.sampleScan}>
          {texts.sampleContentOfTheDemo}
        </Banner>
      )}
      {scan.failureReason && (
        <Banner tone="error" title={texts.thereIsNoResult}>
          {scan.failureReason}
        </Banner>
      )}
      <Card>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-grey-4">{label}</dt>
              <dd className="font-medium">{value ?? '–'}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <section aria-labelledby="findings-heading" className="grid gap-3">
        <h2 id="findings-heading" className="text-lg font-semibold">
          {texts.findings}
        </h2>
        {withSentences.length === 0 && (
          <p className="text-grey-4">{scan.stage ? texts.theResultsAppearHereWhen : texts.noFindings}</p>
        )}
        {withSentences.map((run) => (
          <Card key={run.id} className="grid gap-3">
            <h3 className="font-semibold">
              {run.title[activeLanguage()]}{' '}
              <span className="font-mono text-sm font-normal text-grey-4">
                {run.algorithmId} {run.algorithmVersion}
              </span>
            </h3>
            <FindingList findings={findings.filter((finding) => finding.analysisId === run.id)} scanId={scan.id} />
          </Card>
        ))}
      </section>
      <VendorPictures scanId={scan.id} />
      {analyses.length > 0 && (
        <details className="rounded border border-grey-2 bg-surface p-4">
          <summary className="cursor-pointer font-semibold">{texts.everyModelAndWhySome}</summary>
          <div className="mt-4">
            <Findings runs={analyses} />
          </div>
        </details>
      )}
    </>
  );
}

const hasMasks = ({ result }: scans.ScanDetail['analyses'][number]): boolean =>
  result?.outcome === 'evaluated' && result.overlays.some(({ kind, slices }) => kind !== 'heat' && slices.length > 0);
