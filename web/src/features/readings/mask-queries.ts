import { type AnalysisRun, marks, preliminaryReads, presentationStates, type studies } from '@duai/contract';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { renew } from '../../lib/renewals.ts';
import { showToast } from '../../lib/toasts.ts';
import {
  type AllEdits,
  draftOfEdits,
  editsOfDraft,
  type MaskEdits,
  type ViewOverlay,
} from '../../viewer/masks/mask-edits.ts';
import { MASKS_NOT_FETCHED } from '../../viewer/masks/overlays-of.ts';
import type { MaskCorrecting } from '../../viewer/masks/use-mask-edits.ts';
import type { ListedStates } from '../../viewer/study-source.ts';
import { tellOtherWindows } from './page/other-windows.ts';
import type { DrawnMasks } from './reading-source.ts';

/** By the list of a reading: an ended run never changes, and where one ends the reading has another list. */
const masked = new WeakMap<readonly AnalysisRun[], Promise<readonly AnalysisRun[]>>();

/** The results of a reading with their masks, which come apart from it; one that failed is fetched again by whoever asks next. */
export function runsWithMasks({ case: { id }, analyses }: Pick<studies.Reading, 'case' | 'analyses'>) {
  return (): Promise<readonly AnalysisRun[]> => {
    const known = masked.get(analyses);
    if (known || !analyses.some(({ status }) => status === 'evaluated')) return known ?? Promise.resolve([]);
    const coming = call(preliminaryReads.getAnalyses, { params: { caseId: id } });
    masked.set(analyses, coming);
    coming.catch(() => masked.delete(analyses));
    return coming;
  };
}

const draftName = (caseId: string, seriesId: string): string => `masks-${caseId}-${seriesId}`;

const correctionsQuery = (caseId: string) => ({
  queryKey: keyOf(marks.listCorrectedMasks, { params: { caseId } }),
  queryFn: () => call(marks.listCorrectedMasks, { params: { caseId } }),
});
const outsideQuery = (caseId: string) => ({
  queryKey: keyOf(marks.listSegmentations, { params: { caseId } }),
  queryFn: () => call(marks.listSegmentations, { params: { caseId } }),
});
const statesQuery = (caseId: string) => ({
  queryKey: keyOf(presentationStates.listOfCase, { params: { caseId } }),
  queryFn: () => call(presentationStates.listOfCase, { params: { caseId } }),
});

const NONE: readonly marks.CorrectedMask[] = [];

/**
 * Masks of algorithms as corrected by readers: what AI drew is not shown before they are known, nor where they cannot be fetched.
 * `correcting` is set while this reader may correct them, and once the report is signed, for what was not saved.
 */
export function useCorrectedMasks(
  caseId: string,
  {
    canEdit,
    isSigned,
    isAiWithheld,
    staffId,
    series = [],
  }: {
    canEdit: boolean;
    isSigned: boolean;
    isAiWithheld: boolean;
    staffId: string;
    series?: readonly { id: string }[];
  },
): {
  fetchCorrections: () => Promise<readonly marks.CorrectedMask[]>;
  correcting: MaskCorrecting | undefined;
  /** Of `series`, those on which strokes of this window are not saved. */
  unsavedOn: readonly string[];
} {
  const queryClient = useQueryClient();
  const { viewer: texts, interface: shared } = useWorkTexts();
  const params = { caseId };
  const query = correctionsQuery(caseId);
  const { queryKey } = query;
  const { data } = useQuery({ ...query, enabled: !isAiWithheld });
  const fetchCorrections = useCallback(
    async () => data ?? (isAiWithheld ? NONE : queryClient.fetchQuery(correctionsQuery(caseId))),
    [data, isAiWithheld, queryClient, caseId],
  );
  const [unsavedOn, setUnsavedOn] = useState(() =>
    series.map(({ id }) => id).filter((id) => readDraft(draftName(caseId, id), staffId) !== null),
  );
  const correcting = {
    async save({ code, columns, rows, origin }: ViewOverlay, { base, slices }: MaskEdits) {
      if (!origin) return;
      const { analysisId } = origin;
      try {
        const mask = { columns, rows, slices: [...slices.values()] };
        const saved = await call(marks.correctMask, { params, body: { analysisId, code, base, mask } });
        queryClient.setQueryData<readonly marks.CorrectedMask[]>(queryKey, (all) => [...(all ?? []), saved]);
        tellOtherWindows(queryClient, queryKey);
        showToast({ title: texts.maskSaved({ version: saved.version }), tone: 'success' });
      } catch (error) {
        showToast({
          title: texts.maskNotSaved,
          description: messageOf(error, shared.nothingLostTryAgain),
          tone: 'destructive',
        });
        // Without the strokes the page then shows the version that was saved first.
        void renew(queryClient, queryKey);
        throw error;
      }
    },
    unsaved: {
      read: (seriesId: string) => editsOfDraft(readDraft(draftName(caseId, seriesId), staffId)),
      keep(seriesId: string, edits: AllEdits) {
        const draft = draftOfEdits(edits);
        if (draft) keepDraft(draftName(caseId, seriesId), staffId, draft);
        else dropDraft(draftName(caseId, seriesId));
        setUnsavedOn((before) =>
          before.includes(seriesId) === (draft !== null)
            ? before
            : draft
              ? [...before, seriesId]
              : before.filter((id) => id !== seriesId),
        );
      },
    },
  };
  if (isAiWithheld || !(canEdit || isSigned)) return { fetchCorrections, correcting: undefined, unsavedOn: [] };
  return { fetchCorrections, correcting: canEdit ? correcting : { ...correcting, save: undefined }, unsavedOn };
}

/** Presentation states that came with the images; undefined while AI is withheld, for who drew in them is not known. */
export function usePresentationStates(
  caseId: string,
  { isAiWithheld }: { isAiWithheld: boolean },
): ListedStates | undefined {
  const { data, isError } = useQuery({ ...statesQuery(caseId), enabled: !isAiWithheld });
  return useMemo(() => (isAiWithheld ? undefined : listedStates({ data, isError })), [isAiWithheld, data, isError]);
}

const listedStates = ({
  data,
  isError,
}: Pick<UseQueryResult<presentationStates.PresentationStates>, 'data' | 'isError'>): ListedStates => ({
  all: data?.states ?? [],
  isCut: data?.isCut ?? false,
  isFailed: isError && !data,
});
const allListed = (results: UseQueryResult<presentationStates.PresentationStates>[]) => results.map(listedStates);

const NO_MASKS: readonly marks.OutsideMask[] = [];
/** Masks of DICOM segmentations that came with the images. */
export function useOutsideMasks(caseId: string, { isAiWithheld }: { isAiWithheld: boolean }) {
  const { data, isError } = useQuery({ ...outsideQuery(caseId), enabled: !isAiWithheld });
  return data ?? (isError ? MASKS_NOT_FETCHED : NO_MASKS);
}

type Earlier = Pick<studies.Reading, 'case' | 'isAiWithheld'>;

/**
 * What is drawn on the images of earlier cases: masks as readers left them and those of segmentations, fetched when a series is
 * shown, and presentation states. Where AI is withheld in the earlier case, none of it.
 */
export function useEarlierDrawings(priors: readonly Earlier[]) {
  const queryClient = useQueryClient();
  const states = useQueries({
    queries: priors.map(({ case: { id }, isAiWithheld }) => ({ ...statesQuery(id), enabled: !isAiWithheld })),
    combine: allListed,
  });
  const drawnOn = useCallback(
    ({ case: { id }, isAiWithheld }: Earlier) =>
      async (): Promise<DrawnMasks> => {
        if (isAiWithheld) return { corrections: NONE, outside: NO_MASKS };
        const [corrections, outside] = await Promise.all([
          queryClient.fetchQuery(correctionsQuery(id)),
          queryClient.fetchQuery(outsideQuery(id)).catch(() => MASKS_NOT_FETCHED),
        ]);
        return { corrections, outside };
      },
    [queryClient],
  );
  return { drawnOn, states };
}
