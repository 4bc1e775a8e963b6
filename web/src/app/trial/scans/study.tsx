import type { scans } from '@duai/contract';
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useIsAdmin } from '../../../features/accounts/institutions/trial-auth.tsx';
import { Findings } from '../../../features/readings/findings.tsx';
import { SeriesList } from '../../../features/readings/series-list.tsx';
import { KeepStudy } from '../../../features/retention/keep-study.tsx';
import { ageText } from '../../../features/scans/age-text.ts';
import { arrivalText } from '../../../features/scans/arrival-text.ts';
import { StudyPatient } from '../../../features/scans/patient/study-patient.tsx';
import { useScan, useScanPresentations, useScanSegmentations } from '../../../features/scans/scan-queries.ts';
import { scanSource } from '../../../features/scans/scan-source.ts';
import { ScanStatus } from '../../../features/scans/scan-status.tsx';
import { VendorPictures } from '../../../features/scans/vendor-pictures.tsx';
import { formatDay } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { modalityName, studyName } from '../../../lib/study-names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ImageProblems } from '../../../ui/image-problems.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { largestSeries } from '../../../viewer/frames.ts';
import { ReadingViewer, type ViewerTarget } from '../../../viewer/reading/reading-viewer.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

/** The images of one study with the overlays of the models. */
export default function TrialStudyPage() {
  const { scanId = '' } = useParams();
  const scan = useScan(scanId);
  return <Loaded query={scan}>{(detail) => <Study key={scanId} detail={detail} />}</Loaded>;
}

function Study({ detail }: { readonly detail: scans.ScanDetail }) {
  const { study: texts, studyReport: reportTexts } = useWorkTexts().portal;
  const { names, pacs, scans: scanTexts } = useWorkTexts();
  const { scan, order } = detail;
  const isAdmin = useIsAdmin();
  const allSeries = detail.studies.flatMap((study) => study.series);
  const [chosen, setChosen] = useState<string | undefined>();
  const [target, setTarget] = useState<ViewerTarget | null>(null);
  const outside = useScanSegmentations(scan.id);
  const states = useScanPresentations(scan.id);
  const source = useMemo(() => scanSource(detail, outside, states), [detail, outside, states]);
  const seriesId = chosen ?? largestSeries(source.series)?.id;
  const runs = detail.analyses.filter((run) => run.seriesId === seriesId);
  return (
    <>
      <WorkbenchHead title={studyName(scan, names)}>
        <ScanStatus status={scan.status} />
        <ButtonLink to="report" relative="path" variant="secondary" size="small">
          <FileText aria-hidden className="size-4" />
          {texts.report}
        </ButtonLink>
      </WorkbenchHead>
      <p className="-mt-4 text-grey-4">
        {[
          ...[modalityName(scan.modality, names), scan.bodyPart, scan.patientId],
          detail.age && `${reportTexts.age}: ${ageText(detail.age, scanTexts.age)}`,
          scan.studyDate && formatDay(scan.studyDate, activeLanguage()),
          order.accessionNumbers.length > 0 && `${reportTexts.accessionNumber}: ${order.accessionNumbers.join(', ')}`,
          order.referringPhysician && `${reportTexts.referringPhysician}: ${order.referringPhysician}`,
          arrivalText(scan, scanTexts.arrival),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isAdmin && !scan.isSample && (
        <div className="-mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          <StudyPatient scanId={scan.id} />
          <KeepStudy scanId={scan.id} />
        </div>
      )}
      {scan.failureReason && (
        <Banner tone="error" title={texts.thereIsNoResult}>
          {scan.failureReason}
        </Banner>
      )}
      {detail.keptAside > 0 && (
        <Banner
          tone="warning"
          title={pacs.aside.undecided({ count: detail.keptAside })}
          action={
            isAdmin && (
              <ButtonLink to="/duaicheck-trial/pacs" variant="secondary" size="small">
                {pacs.aside.toList}
              </ButtonLink>
            )
          }
        >
          {pacs.aside.undecidedHint}
        </Banner>
      )}
      {scan.isSample && (
        <Banner tone="warning" title={texts.sampleScan}>
          {texts.sampleContentOfTheDemo}
        </Banner>
      )}
      <ImageProblems images={allSeries.flatMap((entry) => entry.instances)} title={names.notShown} />
      {seriesId && (
        <div className="grid gap-5 xl:grid-cols-[13rem_minmax(0,1fr)_22rem]">
          <SeriesList studies={detail.studies} chosen={seriesId} onChoose={setChosen} />
          <div className="min-w-0">
            <ReadingViewer source={source} seriesId={seriesId} target={target} />
          </div>
          <div className="min-w-0">
            <Findings runs={runs} onShow={(place) => setTarget({ ...place, seriesId, window: null })} />
          </div>
        </div>
      )}
      <VendorPictures scanId={scan.id} />
    </>
  );
}
