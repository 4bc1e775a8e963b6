import { examinedIn, type reports, type studies, uncheckedOf } from '@duai/contract';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useParams } from 'react-router';
import { Loaded } from '../../../features/console/loaded.tsx';
import { NextCase } from '../../../features/console/worklist/next-case.tsx';
import { CallPatient } from '../../../features/critical-calls/call-patient.tsx';
import { CaseNotes } from '../../../features/notes/case-notes.tsx';
import { ReadingQuestions } from '../../../features/questions/case-questions.tsx';
import { CaseFacts } from '../../../features/readings/case-facts.tsx';
import { Findings } from '../../../features/readings/findings.tsx';
import { differingOf } from '../../../features/readings/identity/identity-differences.ts';
import { OtherPersonAlert, PatientBanner } from '../../../features/readings/identity/patient-banner.tsx';
import { PeopleWarning } from '../../../features/readings/identity/people-warning.tsx';
import {
  runsWithMasks,
  useCorrectedMasks,
  useOutsideMasks,
  usePresentationStates,
} from '../../../features/readings/mask-queries.ts';
import { measuredPlaces } from '../../../features/readings/measuring/measured-places.ts';
import { useKeptMeasurements } from '../../../features/readings/measuring/measurement-queries.ts';
import { countMissing, MissingFiles } from '../../../features/readings/missing-files.tsx';
import { CaseBar } from '../../../features/readings/page/case-bar.tsx';
import { ClaimLost } from '../../../features/readings/page/claim-lost.tsx';
import { type KeptPanels, usePanels } from '../../../features/readings/page/panel-queries.ts';
import { ReadingPanels } from '../../../features/readings/page/reading-panels.tsx';
import { useTellCase } from '../../../features/readings/page/second-window.ts';
import { peopleOf } from '../../../features/readings/people.ts';
import {
  type ShownReading,
  useReading,
  useReadingActions,
  useRenewChecks,
} from '../../../features/readings/reading-queries.ts';
import { readingSource } from '../../../features/readings/reading-source.ts';
import type { TakenMeasurement } from '../../../features/readings/report/measured/measured-sentence.ts';
import { ReportEditor } from '../../../features/readings/report/report-editor.tsx';
import { LostStrokesBySeries } from '../../../features/readings/report/signing/lost-strokes-by-series.tsx';
import { SignedReport } from '../../../features/readings/report/signing/signed-report.tsx';
import { SecondReadPanel } from '../../../features/readings/second-read/second-read-panel.tsx';
import { SeenSeriesList, seriesName } from '../../../features/readings/series-list.tsx';
import { useSlicesSeen } from '../../../features/readings/slices-seen.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ImageProblems } from '../../../ui/image-problems.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { largestSeries } from '../../../viewer/frames.ts';
import { PlaneMeasurementList } from '../../../viewer/reading/plane-measurement-list.tsx';
import { ReadingViewer, type ViewerTarget } from '../../../viewer/reading/reading-viewer.tsx';
import { useSignedInStaff } from '../layout.tsx';

export default function ReadingPage() {
  const { caseId = '' } = useParams();
  const reading = useReading(caseId);
  const panels = usePanels();
  return (
    <Loaded query={reading}>
      {(data) =>
        !panels.isPending && (
          <Reading key={caseId} reading={data} panels={panels} onReload={() => void reading.refetch()} />
        )
      }
    </Loaded>
  );
}

/** The workplace of a radiologist: case facts, images, algorithm results, report. */
function Reading({
  reading,
  panels,
  onReload,
}: {
  readonly reading: ShownReading;
  readonly panels: KeptPanels;
  readonly onReload: () => void;
}) {
  const { readings, reporting, names, viewer } = useWorkTexts();
  const texts = readings.page;
  const { report, checks, analyses } = reading;
  const staff = useSignedInStaff();
  /** If the report was unsigned when the page opened, the next case is offered after signing. */
  const [wasOpen] = useState(report?.status !== 'signed');
  const isMine = reading.case.claimedBy?.id === staff.id;
  const canEdit = isMine && reading.case.status === 'processing' && report?.status === 'draft';
  const keptMeasurements = useKeptMeasurements(reading.case.id, canEdit, reading.isAiWithheld);
  const { fetchCorrections, correcting, unsavedOn } = useCorrectedMasks(reading.case.id, {
    canEdit,
    isSigned: report?.status === 'signed',
    isAiWithheld: reading.isAiWithheld,
    staffId: staff.id,
    series: reading.studies.flatMap((study) => study.series),
  });
  const outside = useOutsideMasks(reading.case.id, { isAiWithheld: reading.isAiWithheld });
  const states = usePresentationStates(reading.case.id, { isAiWithheld: reading.isAiWithheld });
  const { case: ofCase, studies: examinations } = reading;
  const source = useMemo(
    () =>
      readingSource(
        { case: ofCase, studies: examinations },
        runsWithMasks({ case: ofCase, analyses }),
        async () => ({ corrections: await fetchCorrections(), outside }),
        states,
      ),
    [ofCase, examinations, analyses, fetchCorrections, outside, states],
  );
  const { all: kept, onPlanes, isLoaded } = keptMeasurements;
  const placeOf = useMemo(() => measuredPlaces(source, examinations), [source, examinations]);
  const told = useMemo(
    () => (isLoaded ? [...kept, ...onPlanes].flatMap((one) => placeOf(one) ?? []) : null),
    [isLoaded, kept, onPlanes, placeOf],
  );
  const actions = useReadingActions(reading.case.id);
  const renewChecks = useRenewChecks(reading.case.id);
  useTellCase(reading.case.id);
  const keepSeen = useSlicesSeen(reading.case.id);
  const allSeries = reading.studies.flatMap((study) => study.series);
  const people = peopleOf(allSeries);
  const [seriesId, setSeriesId] = useState(() => largestSeries(source.series)?.id);
  const [target, setTarget] = useState<{ analysisId: string } | null>(null);
  /** True if the series was changed from the stage; then the focus stays there. */
  const [isOnStage, setIsOnStage] = useState(false);
  const [shown, setShown] = useState<ViewerTarget | null>(null);
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null);
  const [masks, setMasks] = useState<HTMLElement | null>(null);
  const [measured, setMeasured] = useState<HTMLElement | null>(null);
  const [taken, setTaken] = useState<TakenMeasurement | null>(null);
  const [marked, setMarked] = useState<reports.KeyImage[] | null>(null);
  /** Whether words of the report are still on the way to the server. */
  const [isUnsaved, setIsUnsaved] = useState(false);
  const keyImages = marked ?? report?.content.keyImages ?? [];
  const at = allSeries.findIndex((candidate) => candidate.id === seriesId);
  const series = allSeries[at];
  const runs = analyses.filter((run) => run.seriesId === seriesId);
  const choose = (id: string | undefined, fromStage = false) => {
    if (id === undefined) return;
    setIsOnStage(fromStage);
    setSeriesId(id);
  };
  const showKeyImage = ({ imageId, frame, window }: reports.KeyImage) => {
    const of = allSeries.find(({ instances }) => instances.some(({ id }) => id === imageId));
    if (!of) return;
    choose(of.id, true);
    setShown({ seriesId: of.id, imageId, frame, window });
  };
  const warnings = (
    <>
      <PeopleWarning people={people.length} declarations={reading.case.personDeclarations} />
      <ImageProblems
        images={allSeries.flatMap(({ instances }) => instances)}
        title={names.notShown}
        className="text-sm"
      />
      <MissingFiles reading={reading} />
    </>
  );
  // The alert says the gravest and stays in sight; with the longer warnings above it too, the list would be out of sight.
  const isOtherPerson = differingOf(reading.identities).length > 0;
  const facts = (
    <>
      <OtherPersonAlert reading={reading} />
      {!isOtherPerson && warnings}
      <SeenSeriesList
        caseId={reading.case.id}
        studies={reading.studies}
        chosen={seriesId}
        onChoose={choose}
        opened={checks.openedSeries}
      />
      {isOtherPerson && warnings}
      <PatientBanner reading={reading} />
      <CaseFacts reading={reading} />
    </>
  );
  const image = series ? (
    <ReadingViewer
      source={source}
      seriesId={series.id}
      isInRoom
      wrapTools={(tools) => toolbar && createPortal(tools, toolbar)}
      wrapMasks={(tools) => masks && createPortal(tools, masks)}
      wrapHint={(list) =>
        measured &&
        createPortal(
          <>
            {list}
            <PlaneMeasurementList
              measurements={onPlanes.filter(({ imageId }) => series.instances.some(({ id }) => id === imageId))}
              remove={keptMeasurements.change?.remove}
              onTell={canEdit ? (one) => setTaken(placeOf(one) ?? null) : undefined}
              wayTo={({ id }, name) => (
                <Link to={`images?measurement=${id}`} className={linkClasses}>
                  {name}
                </Link>
              )}
            />
          </>,
          measured,
        )
      }
      takesFocus={isOnStage}
      keptMeasurements={keptMeasurements}
      maskCorrecting={correcting}
      target={shown}
      onSeries={(by) => choose(allSeries[at + by]?.id, true)}
      keyImages={canEdit ? { images: keyImages, onChange: setMarked } : undefined}
      onTell={canEdit ? (measurement) => setTaken(placeOf(measurement) ?? null) : undefined}
      regions={
        canEdit && !reading.isAiWithheld
          ? {
              isPending: actions.measure.isPending,
              onMeasure: (algorithmId, region) => actions.measure.mutate({ seriesId: series.id, algorithmId, region }),
            }
          : undefined
      }
      onShown={(place) => {
        keepSeen(place);
        if (!checks.openedSeries.includes(series.id)) renewChecks();
      }}
    />
  ) : (
    <p className="p-6 text-grey-4">{texts.noImages}</p>
  );
  const results = (
    <>
      <fieldset
        ref={setMasks}
        aria-label={readings.panels.masks}
        className="flex flex-wrap items-center gap-1 empty:hidden"
      />
      <div ref={setMeasured} className="empty:hidden" />
      {reading.isAiWithheld && canEdit && (
        <Banner tone="info" title={reporting.readFirst.title} className="text-sm">
          {reporting.readFirst.body}
        </Banner>
      )}
      {!reading.isAiWithheld && (
        <Findings
          runs={runs}
          onShow={(place) => series && setShown({ ...place, seriesId: series.id, window: null })}
          judging={
            canEdit
              ? {
                  target,
                  verdicts: checks.verdicts,
                  isPending: actions.judge.isPending,
                  onJudge: (analysisId, verdict) => actions.judge.mutate({ analysisId, verdict }),
                }
              : undefined
          }
        />
      )}
      {!reading.isBlinded && (
        <>
          <ReadingQuestions caseId={reading.case.id} owner={staff.id} />
          <CaseNotes caseId={reading.case.id} staffId={staff.id} />
        </>
      )}
    </>
  );
  const seriesNames = allSeries.map((each) => ({ id: each.id, name: seriesName(each) ?? readings.series.unnamed }));
  const unsavedMasks = seriesNames.filter(({ id }) => unsavedOn.includes(id));
  const written = (
    <>
      {wasOpen && report?.status === 'signed' && <NextCase caseId={reading.case.id} staffId={staff.id} />}
      {reading.case.isConsentMissing && <ConsentMissing />}
      <SecondReadPanel
        caseId={reading.case.id}
        owner={staff.id}
        report={report}
        isSigned={reading.case.status === 'completed'}
        isUnsaved={isUnsaved}
        canAsk={!reading.isBlinded && (canEdit || report?.status === 'signed')}
      />
      {reading.isBlinded ? null : report === null ? (
        <Banner
          tone="info"
          title={texts.noDraftTitle}
          action={
            <Button size="small" variant="secondary" onClick={onReload}>
              {texts.lookAgain}
            </Button>
          }
        >
          {texts.noDraft}
        </Banner>
      ) : report.status === 'signed' ? (
        <>
          <LostStrokesBySeries series={unsavedMasks.filter(({ id }) => id !== seriesId)} onOpen={choose} />
          <SignedReport
            caseId={reading.case.id}
            caseNumber={reading.case.caseNumber}
            owner={staff.id}
            report={report}
            actions={actions}
            wayToPatient={<CallPatient caseId={reading.case.id} />}
            onShow={showKeyImage}
          />
        </>
      ) : (
        <ReportEditor
          // Who only reads sees what the holder has saved; text that is being typed stays.
          key={`${report.id}:${isMine || report.version}`}
          report={report}
          canEdit={canEdit}
          caseId={reading.case.id}
          owner={staff.id}
          examination={{
            examined: examinedIn(reading.case, reading.studies),
            proposals: reading.proposals,
          }}
          laterPriors={reading.laterPriors}
          hasFirstReport={reading.case.firstReport !== null}
          isAiWithheld={reading.isAiWithheld}
          isConsentMissing={reading.case.isConsentMissing}
          identities={reading.identities}
          patient={reading.case.patient}
          readOnlyReason={readOnlyReason(reading.case, texts)}
          actions={actions}
          marked={marked}
          onMarked={setMarked}
          onUnsaved={setIsUnsaved}
          taken={taken}
          measured={told}
          onShow={showKeyImage}
          credentials={reading.credentials}
          unchecked={{
            ...uncheckedOf({ series: allSeries, analyses }, checks),
            seriesNames,
            unsavedMasks,
            missingFiles: countMissing(reading),
            onOpen: choose,
            onJudge: (analysisId) => {
              choose(analyses.find((run) => run.id === analysisId)?.seriesId ?? undefined);
              setTarget({ analysisId });
            },
          }}
        />
      )}
    </>
  );
  return (
    <>
      <CaseBar reading={reading} isMine={isMine} owner={staff.id} actions={actions} />
      <ClaimLost of={reading.case} isMine={isMine} isGivenBack={actions.isGivenBack} />
      <div
        ref={setToolbar}
        role="toolbar"
        aria-label={viewer.room.tools}
        className="flex items-center gap-x-0.5 border-b border-grey-2 px-2 py-0.5 max-lg:overflow-x-auto lg:flex-wrap"
      />
      <ReadingPanels kept={panels} image={image} facts={facts} results={results} report={written} />
    </>
  );
}

function ConsentMissing() {
  const texts = useWorkTexts().readings.page;
  return (
    <Banner tone="warning" title={texts.noConsentTitle} className="text-sm">
      {texts.noConsent}
    </Banner>
  );
}

function readOnlyReason(
  { status, question, claimedBy }: studies.Reading['case'],
  texts: WorkTexts['readings']['page'],
): string {
  if (status !== 'processing') return question ? texts.asked : texts.notHandedIn;
  return claimedBy ? texts.claimedBy({ name: claimedBy.name }) : texts.claimFirst;
}
