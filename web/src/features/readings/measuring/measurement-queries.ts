import { type Language, leftOutObjects, marks } from '@duai/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { renewWhenStill, showAtOnce } from '../../../lib/renewals.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { KeptMeasurements, NewMeasurement } from '../../../viewer/measuring/use-measurements.ts';
import { tellOtherWindows } from '../page/other-windows.ts';
import { figuresIn } from '../report/measured/measured-sentence.ts';
import { saveObjects } from '../report/signing/save-objects.ts';

type Kept = readonly marks.Measurement[];

/**
 * The server's ids of the measurements drawn in this window, by the ids that they are shown under. Those stay the same when the
 * server answers, so that no row is made anew under a finger. Undefined: it was not stored.
 */
const storedIds = new Map<string, Promise<string | undefined>>();
const storedIdOf = async (id: string) => (storedIds.has(id) ? storedIds.get(id) : id);
/** The same the other way round, for a list that is fetched anew. */
const shownIds = new Map<string, string>();

/** The measurements on a case that this reader sees, under the ids that this window shows them under. */
export const measurementsQuery = (caseId: string) => {
  const params = { caseId };
  const queryKey = keyOf(marks.listMeasurements, { params });
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<Kept> => {
      const stored = await call(marks.listMeasurements, { params });
      return stored.map((one) => ({ ...one, id: shownIds.get(one.id) ?? one.id }));
    },
  });
};

/** In the language of who looks, whatever the page was in that they were drawn on; the text of an arrow is its reader's. */
export const toldIn = (all: Kept, language: Language): Kept =>
  all.map((one) =>
    one.measure === 'arrow' ? one : { ...one, text: figuresIn(one.text, language === 'tr' ? 'tr' : 'en') },
  );

type OnPlane = marks.Measurement & Required<Pick<marks.Measurement, 'plane'>>;
const isOnPlane = (one: marks.Measurement): one is OnPlane => one.plane !== undefined;
/** Those on images, and those on computed planes. */
const byPlace = (all: Kept): [Kept, readonly OnPlane[]] => [
  all.filter((one) => !isOnPlane(one)),
  all.filter(isOnPlane),
];

/**
 * The measurements on the images of a case that this reader sees; own ones can be changed, and those of colleagues removed, while the
 * reader has claimed the case.
 */
export function useKeptMeasurements(
  caseId: string,
  canEdit: boolean,
  isAiWithheld: boolean,
): KeptMeasurements & { readonly isLoaded: boolean } {
  const queryClient = useQueryClient();
  const {
    viewer: texts,
    readings: { leftOut },
    interface: shared,
  } = useWorkTexts();
  const params = { caseId };
  const query = measurementsQuery(caseId);
  const { queryKey } = query;
  const language = useShownLanguage();
  const { data } = useQuery({ ...query, select: (all) => toldIn(all, language) });
  const [images, onPlanes] = useMemo(() => byPlace(data ?? []), [data]);
  // Colleagues' come and go with the claim of the case, and with what is withheld (docs/decisions/0371).
  const shownFor = `${caseId} ${canEdit} ${isAiWithheld}`;
  const lastShownFor = useRef(shownFor);
  useEffect(() => {
    if (lastShownFor.current === shownFor) return;
    lastShownFor.current = shownFor;
    renewWhenStill(queryClient, measurementsQuery(caseId).queryKey);
  }, [shownFor, caseId, queryClient]);
  const edit = (change: (all: Kept) => Kept) => queryClient.setQueryData<Kept>(queryKey, (all) => change(all ?? []));
  const editAtOnce = (change: (all: Kept) => Kept) =>
    showAtOnce<Kept>(queryClient, queryKey, (all) => change(all ?? []));
  const onError = (error: unknown) => {
    showToast({
      title: texts.notKept,
      description: messageOf(error, shared.nothingLostTryAgain),
      tone: 'destructive',
    });
    renewWhenStill(queryClient, queryKey);
  };
  const changing = {
    mutationKey: queryKey,
    onError,
    onSettled: (_answer: unknown, error: unknown) => {
      if (!error) tellOtherWindows(queryClient, queryKey);
    },
  };
  const add = useMutation({
    ...changing,
    mutationFn: ({ id, plane, values, ...image }: NewMeasurement & { id: string }) => {
      const body = { ...image, points: [...image.points], ...(plane && { plane, values }) };
      const stored = call(marks.addMeasurement, { params, body });
      storedIds.set(
        id,
        stored.then(
          (one) => {
            shownIds.set(one.id, id);
            return one.id;
          },
          () => undefined,
        ),
      );
      return stored;
    },
    // Shown on the image while the server stores it.
    onMutate: (measurement) =>
      editAtOnce((all) => [
        ...all,
        { ...measurement, points: [...measurement.points], measuredBy: '', measuredAt: '', isOwn: true },
      ]),
    // What was changed since stays as it is shown: its own call is on the way.
    onSuccess: (stored, { id }) =>
      edit((all) => all.map((one) => (one.id === id ? { ...stored, id, points: one.points, text: one.text } : one))),
  });
  const remove = useMutation({
    ...changing,
    mutationFn: async (id: string) => {
      const measurementId = await storedIdOf(id);
      if (measurementId) await call(marks.removeMeasurement, { params: { caseId, measurementId } });
    },
    onMutate: (id) => editAtOnce((all) => all.filter((one) => one.id !== id)),
  });
  const annotate = useMutation({
    ...changing,
    mutationFn: async ({ id, text }: { id: string; text: string }) => {
      const measurementId = await storedIdOf(id);
      if (measurementId) await call(marks.annotateMeasurement, { params: { caseId, measurementId }, body: { text } });
    },
    onMutate: ({ id, text }) => editAtOnce((all) => all.map((one) => (one.id === id ? { ...one, text } : one))),
  });
  const move = useMutation({
    ...changing,
    // One after the other: the last place is the one that stays.
    scope: { id: `move-measurements ${caseId}` },
    mutationFn: async ({
      id,
      points,
      text,
      values,
    }: { id: string } & Pick<NewMeasurement, 'points' | 'text' | 'values'>) => {
      const measurementId = await storedIdOf(id);
      const hasPlane = onPlanes.some((one) => one.id === id);
      const body = { points: [...points], text, ...(hasPlane && { values }) };
      if (measurementId) await call(marks.moveMeasurement, { params: { caseId, measurementId }, body });
    },
    onMutate: ({ id, points, text, values }) =>
      editAtOnce((all) => all.map((one) => (one.id === id ? { ...one, points: [...points], text, values } : one))),
  });
  const save = () =>
    void saveObjects(marks.exportMeasurements, params, 'measurements.zip').then(
      (lacking) =>
        lacking &&
        showToast({
          title: leftOut.title({ count: lacking.count }),
          description: leftOut.othersSaved({ file: leftOutObjects.LEFT_OUT_FILE }),
          tone: 'destructive',
        }),
      (error: unknown) =>
        showToast({
          title: texts.measurementsNotSaved,
          description: messageOf(error, shared.nothingLostTryAgain),
          tone: 'destructive',
        }),
    );
  return {
    all: images,
    onPlanes,
    isLoaded: data !== undefined,
    save,
    change: canEdit
      ? {
          add: (measurement) => add.mutate({ ...measurement, id: crypto.randomUUID() }),
          remove: (id) => remove.mutate(id),
          annotate: (id, text) => annotate.mutate({ id, text }),
          move: (id, moved) => move.mutate({ id, ...moved }),
        }
      : undefined,
  };
}
