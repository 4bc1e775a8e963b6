import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { localKey } from '../lib/query-keys.ts';
import { type Frame, placeOf } from './frames.ts';
import type { ImageWindow, PictureSource, Place } from './study-source.ts';

/** Keeps pictures in the cache for a minute after they were last shown. */
export const pictureQuery = (source: PictureSource, place: Place, window: ImageWindow | undefined) => ({
  queryKey: localKey('picture', source.scope, place.imageId, place.frame, window?.center, window?.width),
  queryFn: async ({ signal }: { signal: AbortSignal }) => ({
    ...place,
    window,
    image: await source.fetchPicture(place, window, signal),
  }),
  gcTime: 60_000,
});

interface Picture extends Place {
  readonly image: Blob;
  readonly window: ImageWindow | undefined;
}

/** A decoded picture. */
export interface Drawn extends Place {
  readonly window: ImageWindow | undefined;
  readonly url: string;
  /** Width divided by height. */
  readonly aspect: number;
}

/**
 * The picture on the stage; the last one stays until the next is decoded, so that the stage is never blank in between. The
 * pictures in `ahead` are prefetched.
 */
export function usePicture(
  source: PictureSource,
  wanted: Frame | undefined,
  window: ImageWindow | undefined,
  ahead: readonly Frame[],
) {
  const query = useQuery({
    ...pictureQuery(source, wanted ? placeOf(wanted) : { imageId: '', frame: 0 }, window),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
  });
  const { drawn, isBroken } = useDecoded(query.data);
  useQueries({
    queries: ahead.map((frame) => ({
      ...pictureQuery(source, placeOf(frame), window),
      enabled: query.data !== undefined && !query.isPlaceholderData,
    })),
  });
  const isFailed = query.isError || isBroken;
  return { drawn: isFailed ? undefined : drawn, isFailed, retry: () => void query.refetch() };
}

function useDecoded(picture: Picture | undefined): { drawn: Drawn | undefined; isBroken: boolean } {
  const [drawn, setDrawn] = useState<Drawn>();
  const [broken, setBroken] = useState<Picture>();
  /** Pictures are numbered on arrival, so that one that is decoded late does not replace a newer one. */
  const order = useRef({ came: 0, drawn: 0 });
  useEffect(() => {
    if (!picture) return;
    const { image, ...place } = picture;
    order.current.came += 1;
    const number = order.current.came;
    const url = URL.createObjectURL(image);
    const element = new Image();
    element.src = url;
    element.decode().then(
      () => {
        if (number < order.current.drawn) return URL.revokeObjectURL(url);
        order.current.drawn = number;
        setDrawn({ ...place, url, aspect: element.naturalWidth / element.naturalHeight });
      },
      () => {
        URL.revokeObjectURL(url);
        setBroken(picture);
      },
    );
  }, [picture]);
  const url = drawn?.url;
  // Revoked once the next picture is on the stage.
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return { drawn, isBroken: broken !== undefined && broken === picture };
}
