import type { Readable } from 'node:stream';
import { dicomweb as contract } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ImageOwner, Uids } from '../studies/index.ts';
import { GIVEN_SYNTAX } from './dicom-json.ts';
import type { DicomwebTools } from './dicomweb.service.ts';
import { type AcceptedFrames, acceptedFrames } from './media-types/frame-types.ts';
import { bodyOf, type GivenPart, relatedBody, relatedFiles } from './media-types/multipart-related.ts';

/** Frames and bulk data by WADO-RS (PS3.18 sections 10.4.1.1.4 and 10.4.1.1.6). */
export function createFrames({ retrieval }: DicomwebTools['studies']) {
  return {
    /**
     * A large value by its place in the data set (PS3.18 section 10.4.1.1.4); Pixel Data are all frames, as `frames` gives them.
     * @throws AppError NOT_FOUND, NOT_ACCEPTABLE
     */
    async bulkData(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      { place, accept, signal }: { place: string; accept: string | undefined; signal: AbortSignal },
    ): Promise<{ type: string; body: Readable }> {
      const form = acceptedFrames(accept, 1);
      if (!form) throw new AppError('NOT_ACCEPTABLE', { internal: 'no form of bulk data that the caller takes' });
      const value =
        place === PIXEL_DATA
          ? retrieval.frames(context, owner, uids, {
              frames: Array.from(
                { length: (await retrieval.aboutFrames(context, owner, uids)).frames },
                (_, frame) => frame,
              ),
              signal,
            })
          : onlyOne(await retrieval.bulkValue(context, owner, uids, { place, signal }));
      const first = await value.next();
      const octets = first.done ? value : withFirst(first.value, value);
      const contentType = `application/octet-stream; transfer-syntax=${GIVEN_SYNTAX}`;
      if (form.form === 'single') return { type: form.mediaType, body: bodyOf(octets, [value]) };
      const { boundary, chunks } = relatedFiles([{ contentType, open: async () => octets }]);
      return {
        type: `multipart/related; type="application/octet-stream"; transfer-syntax=${GIVEN_SYNTAX}; boundary=${boundary}`,
        body: bodyOf(chunks, [value]),
      };
    },

    /**
     * Frames by their numbers from 1, in a form that the client accepts: as multipart, or a single frame.
     * @throws AppError NOT_FOUND, NOT_ACCEPTABLE
     */
    async frames(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      { frames, accept, signal }: { frames: string; accept: string | undefined; signal: AbortSignal },
    ): Promise<{ type: string; body: Readable | Buffer }> {
      const numbers = frames.split(',').map(Number);
      // Metadata describe colour as RGB, which compressed colour is not: it is decoded.
      const stored = accept?.includes('image/')
        ? (await retrieval.aboutFrames(context, owner, uids)).greySyntaxUid
        : undefined;
      const form = acceptedFrames(accept, numbers.length, stored);
      if (!form) throw new AppError('NOT_ACCEPTABLE', { internal: 'no form of frames that the caller takes' });
      const isStored = form.transferSyntaxUid !== GIVEN_SYNTAX;
      const wanted = { frames: numbers.map((number) => number - 1), isStored, signal };
      const decoded = retrieval.frames(context, owner, uids, wanted);
      // An error of the first frame is reported before anything is sent.
      const first = await decoded.next();
      if (first.done) throw notFound('frame');
      const type = `${form.mediaType}; transfer-syntax=${form.transferSyntaxUid}`;
      if (form.form === 'single') {
        await decoded.next();
        return { type: isStored ? type : form.mediaType, body: Buffer.from(first.value) };
      }
      return relatedFrames(form, withFirst(first.value, decoded), [decoded], (bytes) => ({ contentType: type, bytes }));
    },

    /**
     * Frames of several images of a series, as multipart; one that cannot be read is a part that says why.
     * @throws AppError NOT_FOUND, NOT_ACCEPTABLE
     */
    async seriesFrames(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      { of, accept, signal }: { of: string | undefined; accept: string | undefined; signal: AbortSignal },
    ): Promise<{ type: string; body: Readable }> {
      const form = acceptedFrames(accept, contract.MOST_FRAMES_OF_SERIES);
      if (form?.form !== 'related')
        throw new AppError('NOT_ACCEPTABLE', { internal: 'no form of frames that the caller takes' });
      const wanted = of?.split(',').map((one) => {
        const [sopInstanceUid = '', number = '1'] = one.split(':');
        return { sopInstanceUid, frame: Number(number) - 1 };
      });
      const wish = { wanted, most: contract.MOST_FRAMES_OF_SERIES, signal };
      const given = retrieval.framesOfSeries(context, owner, uids, wish);
      const first = await given.next();
      if (first.done) throw notFound('frame');
      return relatedFrames(form, withFirst(first.value, given), [given], (one) => ({
        location: `instances/${one.sopInstanceUid}/frames/${one.frame + 1}`,
        ...('bytes' in one
          ? { contentType: FRAME_TYPE, bytes: one.bytes }
          : { contentType: 'application/json', bytes: Buffer.from(JSON.stringify({ code: one.code })) }),
      }));
    },
  };
}

const FRAME_TYPE = `application/octet-stream; transfer-syntax=${GIVEN_SYNTAX}`;

function relatedFrames<T>(
  { mediaType, transferSyntaxUid }: AcceptedFrames,
  given: AsyncGenerator<T>,
  held: readonly AsyncGenerator<unknown>[],
  partOf: (one: T) => GivenPart,
) {
  async function* parts() {
    for await (const one of given) yield partOf(one);
  }
  const { boundary, chunks } = relatedBody(parts());
  return {
    type: `multipart/related; type="${mediaType}"; transfer-syntax=${transferSyntaxUid}; boundary=${boundary}`,
    body: bodyOf(chunks, held),
  };
}

const PIXEL_DATA = '7FE00010';

async function* onlyOne(value: Uint8Array): AsyncGenerator<Uint8Array> {
  yield value;
}

async function* withFirst<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
