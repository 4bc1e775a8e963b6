import { studies } from '@duai/contract';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../../features/console/loaded.tsx';
import { useConsoleEvents } from '../../../features/console/worklist/console-events.ts';
import { useHangings, useKeptHanging } from '../../../features/readings/hanging-queries.ts';
import { OtherPersonAlert } from '../../../features/readings/identity/patient-banner.tsx';
import {
  runsWithMasks,
  useCorrectedMasks,
  useEarlierDrawings,
  useOutsideMasks,
  usePresentationStates,
} from '../../../features/readings/mask-queries.ts';
import { useKeptMeasurements } from '../../../features/readings/measuring/measurement-queries.ts';
import { MissingBeside } from '../../../features/readings/missing-files.tsx';
import { ClaimLost } from '../../../features/readings/page/claim-lost.tsx';
import { useFollowCase } from '../../../features/readings/page/second-window.ts';
import {
  readingQuery,
  type ShownReading,
  useReading,
  useRenewChecks,
} from '../../../features/readings/reading-queries.ts';
import { readingSource } from '../../../features/readings/reading-source.ts';
import { LostStrokesBySeries } from '../../../features/readings/report/signing/lost-strokes-by-series.tsx';
import { seriesName } from '../../../features/readings/series-list.tsx';
import { useSlicesSeen } from '../../../features/readings/slices-seen.ts';
import { call } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { largestSeries } from '../../../viewer/frames.ts';
import { ReadingRoom } from '../../../viewer/room/reading-room.tsx';
import { useSignedInStaff } from '../layout.tsx';

/** Only the images of a case and of earlier cases of the same person, also for a second monitor. */
export default function CaseImagesPage() {
  const { caseId = '' } = useParams();
  const reading = useReading(caseId);
  // The room has no header, which follows the events elsewhere.
  useConsoleEvents();
  useHangings();
  const [search] = useSearchParams();
  const isOwnWindow = search.get('window') === 'own';
  useFollowCase(isOwnWindow, caseId, useNavigate());
  return (
    <Loaded query={reading}>
      {(data) => (
        <CaseImages key={caseId} reading={data} isOwnWindow={isOwnWindow} opensAt={search.get('measurement')} />
      )}
    </Loaded>
  );
}

/** Date of the latest examination; the day of submission if the images have no date. */
function dateOf({ studies: examinations, case: { submittedAt } }: Pick<studies.Reading, 'studies' | 'case'>): string {
  const latest =
    examinations
      .flatMap(({ studyDate }) => studyDate ?? [])
      .sort()
      .at(-1) ?? submittedAt;
  return latest ? formatDate(latest, activeLanguage()) : '–';
}

/** The readings that are loaded; the same array as long as they are the same. */
const readingsOf = (results: readonly { data: studies.Reading | undefined; isPending: boolean }[]) => ({
  all: results.flatMap(({ data }) => data ?? []),
  isPending: results.some(({ isPending }) => isPending),
});

/** Earlier cases beyond those that came with the reading, once they are asked for. */
function useOlderPriors({ case: { id }, morePriors }: ShownReading) {
  const params = { caseId: id };
  const older = useInfiniteQuery({
    queryKey: keyOf(studies.listPriors, { params }),
    queryFn: ({ pageParam, signal }) => call(studies.listPriors, { params, query: { cursor: pageParam }, signal }),
    initialPageParam: morePriors ?? '',
    getNextPageParam: ({ next }) => next,
    enabled: false,
  });
  return {
    rows: older.data?.pages.flatMap(({ rows }) => rows) ?? [],
    hasMore: older.data ? older.hasNextPage : morePriors !== null,
    isPending: older.isFetching,
    load: () => void older.fetchNextPage(),
  };
}

const partOf = ({ studies: examinations }: ShownReading, seriesId: string | undefined): string | null =>
  examinations.flatMap(({ series }) => series).find(({ id }) => id === seriesId)?.bodyPart ?? null;

function CaseImages({
  reading,
  isOwnWindow,
  opensAt,
}: {
  readonly reading: ShownReading;
  readonly isOwnWindow: boolean;
  readonly opensAt: string | null;
}) {
  const { viewer, readings, console: pages } = useWorkTexts();
  const texts = viewer.room;
  const staff = useSignedInStaff();
  const { case: of, report, checks } = reading;
  const isMine = of.claimedBy?.id === staff.id;
  const canEdit = isMine && of.status === 'processing' && report?.status === 'draft';
  const keptMeasurements = useKeptMeasurements(of.id, canEdit, reading.isAiWithheld);
  const allSeries = reading.studies.flatMap((study) => study.series);
  const { fetchCorrections, correcting, unsavedOn } = useCorrectedMasks(of.id, {
    canEdit,
    isSigned: report?.status === 'signed',
    isAiWithheld: reading.isAiWithheld,
    staffId: staff.id,
    series: allSeries,
  });
  const renewChecks = useRenewChecks(of.id);
  const keepSeen = useSlicesSeen(of.id);
  const outside = useOutsideMasks(of.id, { isAiWithheld: reading.isAiWithheld });
  const states = usePresentationStates(of.id, { isAiWithheld: reading.isAiWithheld });
  const { studies: examinations, analyses } = reading;
  const source = useMemo(
    () =>
      readingSource(
        { case: of, studies: examinations },
        runsWithMasks({ case: of, analyses }),
        async () => ({ corrections: await fetchCorrections(), outside }),
        states,
      ),
    [of, examinations, analyses, fetchCorrections, outside, states],
  );
  const older = useOlderPriors(reading);
  const priors = useQueries({
    queries: [...reading.priors, ...older.rows].map(({ caseId }) => readingQuery(caseId)),
    combine: readingsOf,
  });
  const { drawnOn, states: statesOfPriors } = useEarlierDrawings(priors.all);
  const earlier = useMemo(
    () =>
      priors.all.map((prior, at) => ({
        id: prior.case.id,
        title: texts.prior({
          caseNumber: prior.case.caseNumber,
          date: dateOf(prior),
        }),
        source: readingSource(
          prior,
          runsWithMasks(prior),
          drawnOn(prior),
          prior.isAiWithheld ? undefined : statesOfPriors[at],
        ),
        note: <MissingBeside reading={prior} />,
      })),
    [priors.all, texts, drawnOn, statesOfPriors],
  );
  // Of several examinations each series tells its own day.
  const day = examinations.length > 1 ? [] : [dateOf(reading)];
  const { firstName, lastName, dateOfBirth } = of.patient;
  const main = largestSeries(source.series);
  const [modality, bodyPart] = [main?.modality ?? null, partOf(reading, main?.id)];
  const kindOf = [modality, bodyPart].filter(Boolean).join(', ') || texts.unnamed;
  const hanging = useKeptHanging(modality, bodyPart, kindOf);
  // An arrangement with an earlier examination waits for it.
  const isWaiting = !hanging || (priors.isPending && hanging.saved?.places.some((place) => place?.isPrior));
  return (
    <>
      <title>{pages.title({ title: `${texts.open}, ${of.caseNumber}` })}</title>
      {!isWaiting && (
        <ReadingRoom
          hanging={hanging}
          title={<bdi>{[`${firstName} ${lastName}`, dateOfBirth, of.caseNumber].filter(Boolean).join(' · ')}</bdi>}
          notice={
            <>
              <ClaimLost of={of} isMine={isMine} />
              <OtherPersonAlert reading={reading} isAcross />
              {report?.status === 'signed' && (
                <LostStrokesBySeries
                  series={allSeries
                    .filter(({ id }) => unsavedOn.includes(id))
                    .map((each) => ({ id: each.id, name: seriesName(each) ?? readings.series.unnamed }))}
                />
              )}
            </>
          }
          back={isOwnWindow ? null : `/console/cases/${of.id}`}
          studies={[
            {
              id: of.id,
              title: [texts.thisStudy, of.caseNumber, ...day].join(', '),
              source,
              note: <MissingBeside reading={reading} />,
            },
            ...earlier,
          ]}
          more={
            older.hasMore && (
              <Button
                size="small"
                variant="secondary"
                className="h-auto min-h-8 w-full py-1 text-xs"
                isPending={older.isPending || priors.isPending}
                onClick={older.load}
              >
                {texts.morePriors}
              </Button>
            )
          }
          keptMeasurements={keptMeasurements}
          opensAt={opensAt}
          maskCorrecting={correcting}
          onShown={(studyId, seriesId, place) => {
            if (studyId !== of.id) return;
            keepSeen(place);
            if (!checks.openedSeries.includes(seriesId)) renewChecks();
          }}
        />
      )}
    </>
  );
}
