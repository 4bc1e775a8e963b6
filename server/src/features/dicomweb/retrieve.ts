import { Readable } from 'node:stream';
import { dicomweb as contract } from '@duai/contract';
import { BULK_PLACE } from '@duai/imaging';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { DataSet, FullInstance, ImageOwner, StudyTree, Uids } from '../studies/index.ts';
import { found, GIVEN_SYNTAX, instanceJson, metadataOf, seriesJson, studyJson } from './dicom-json.ts';
import type { DicomwebTools } from './dicomweb.service.ts';
import { type AcceptedFrames, acceptedFrames } from './media-types/frame-types.ts';
import { acceptedInstances } from './media-types/instance-types.ts';
import { type GivenPart, relatedBody, relatedFiles } from './media-types/multipart-related.ts';
import { acceptedPicture, type RenderedType } from './media-types/rendered-types.ts';

export type Search = Readonly<Record<string, unknown>> & { limit?: number | undefined; offset?: number | undefined };
type Study = StudyTree;
type Series = Study['series'][number];

/** QIDO-RS and WADO-RS on the images of one case or scan (PS3.18 sections 10.6 and 10.4). */
export function createRetrieve({ scans, studies, publicUrl }: Pick<DicomwebTools, 'scans' | 'studies' | 'publicUrl'>) {
  const { retrieval } = studies;

  /**
   * The case or scan whose images a call asks for, by the caller; a share link always leads to its own case.
   * @throws AppError NOT_FOUND for a case or scan that the caller may not read
   */
  async function ownerOf({ actor }: Context, root: contract.Retrieval, id: string): Promise<ImageOwner> {
    if (root.ownerId === 'caseId') return { caseId: id };
    if (actor.realm === 'shared') return { caseId: actor.caseId };
    if (actor.realm !== 'institution' && actor.realm !== 'api-key') throw notFound('scan');
    await scans.details.assertOwn(actor.institutionId, id);
    return { scanId: id };
  }

  const inStudy = (trees: readonly Study[], { studyInstanceUid }: Uids) =>
    trees.filter((study) => study.studyInstanceUid === studyInstanceUid).map(withShownOnly);

  return {
    ownerOf,

    searchStudies: async (context: Context, owner: ImageOwner, search: Search): Promise<contract.DicomJson[]> => {
      const trees = await retrieval.tree(context, owner);
      return found(
        trees
          .map(withShownOnly)
          .filter(({ studyInstanceUid, series }) => studyInstanceUid && series.length > 0)
          .map(studyJson),
        search,
      );
    },
    searchSeries: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      search: Search,
    ): Promise<contract.DicomJson[]> => {
      const trees = inStudy(await retrieval.tree(context, owner), uids);
      return found(
        trees.flatMap((study) => study.series.map((series) => seriesJson(study, series))),
        search,
      );
    },
    searchInstances: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      search: Search,
    ): Promise<contract.DicomJson[]> => {
      const trees = inStudy(await retrieval.tree(context, owner), uids);
      const instances = trees.flatMap((study) =>
        study.series
          .filter(({ seriesInstanceUid }) => seriesInstanceUid === uids.seriesInstanceUid)
          .flatMap((series) => series.instances.map((instance) => instanceJson(study, series, instance))),
      );
      return found(instances, search);
    },

    /** Whole data sets (PS3.18 section 10.4.1.1.2) as one JSON array, as it is made. @throws AppError NOT_FOUND */
    async dataSets(context: Context, owner: ImageOwner, uids: Uids): Promise<Readable> {
      const found = await retrieval.dataSets(context, owner, uids);
      // An error of the first one is reported before anything is sent.
      const first = await found.next();
      const chunks = arrayOf(first, found, `${publicUrl()}/api/dicom-web/studies/${uids.studyInstanceUid}`);
      return bodyOf(chunks, [found]);
    },

    /** What a viewer needs of each image, without identity. */
    metadata: async (context: Context, owner: ImageOwner, uids: Uids): Promise<contract.DicomJson[]> =>
      (await retrieval.images(context, owner, uids)).filter(hasHeader).map(metadataOf),

    /**
     * A frame (from 1; by default the middle one) as a picture in a format that the client accepts.
     * @throws AppError NOT_FOUND, NOT_ACCEPTABLE
     */
    async rendered(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      wish: { frame?: number; accept: string | undefined; viewport?: string; window?: string; signal: AbortSignal },
    ): Promise<{ type: RenderedType; body: Buffer }> {
      const type = acceptedPicture(wish.accept);
      if (!type) throw new AppError('NOT_ACCEPTABLE', { internal: 'no form of pictures that the caller takes' });
      const [width, height] = wish.viewport?.split(',').map(Number) ?? [];
      const [center, windowWidth] = wish.window?.split(',').map(Number) ?? [];
      const bytes = await retrieval.rendered(context, owner, uids, {
        signal: wish.signal,
        picture: {
          format: type === 'image/png' ? 'png' : 'jpeg',
          ...(width !== undefined && height !== undefined && { width, height }),
        },
        ...(wish.frame !== undefined && { frame: wish.frame - 1 }),
        ...(center !== undefined && windowWidth !== undefined && { center, width: windowWidth }),
      });
      return { type, body: Buffer.from(bytes) };
    },

    /**
     * Whole instances as they are stored, as multipart or a single file. `isPartial`: some have another transfer syntax
     * than the client accepts (PS3.18 section 10.4.3.3.1).
     * @throws AppError NOT_FOUND, NOT_ACCEPTABLE, FILE_DAMAGED of the first one
     */
    async instances(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      accept: string | undefined,
    ): Promise<{ type: string; body: Readable; isPartial: boolean }> {
      const files = await retrieval.files(context, owner, uids);
      for (const { form, transferSyntaxUid } of acceptedInstances(accept, uids.sopInstanceUid !== undefined)) {
        const given = files.filter(
          (file) => transferSyntaxUid === null || file.transferSyntaxUid === transferSyntaxUid,
        );
        const [first, ...rest] = given;
        if (!first) continue;
        // An error of the first file is reported before anything is sent; an error of a later one breaks the answer
        // off.
        const opened = await first.open();
        if (form === 'single') return { type: partType(first), body: bodyOf(opened, [opened]), isPartial: false };
        const parts = [{ ...first, open: async () => opened }, ...rest];
        const { boundary, chunks } = relatedFiles(
          parts.map((file) => ({ contentType: partType(file), open: file.open })),
        );
        return {
          type: `multipart/related; type="application/dicom"; boundary=${boundary}`,
          body: bodyOf(chunks, [opened, chunks]),
          isPartial: given.length < files.length,
        };
      }
      throw new AppError('NOT_ACCEPTABLE', { internal: 'no form of instances that the caller takes' });
    },

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

    /** @throws AppError NOT_FOUND, NOT_ACCEPTABLE where it cannot be read */
    overlay: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      wish: { group: number; signal: AbortSignal },
    ): Promise<Buffer> => Buffer.from(await retrieval.overlay(context, owner, uids, wish)),

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

const partType = ({ transferSyntaxUid }: { transferSyntaxUid: string }): string =>
  `application/dicom; transfer-syntax=${transferSyntaxUid}`;

/** Releases the files when the client leaves, even before the first byte; a generator that is never read would keep them. */
function bodyOf(chunks: AsyncGenerator<Uint8Array>, held: readonly AsyncGenerator<unknown>[]): Readable {
  const body = Readable.from(chunks, { objectMode: false });
  body.once('close', () => {
    for (const one of held) void one.return(undefined);
  });
  return body;
}

/** Only DICOM images that can be shown: pictures have no UIDs, and refused files are not returned. */
const withShownOnly = (study: Study): Study => ({
  ...study,
  series: study.series
    .map((series): Series => ({ ...series, instances: series.instances.filter(isShown) }))
    .filter(({ instances }) => instances.length > 0),
});
const isShown = ({ kind, state, sopInstanceUid }: Series['instances'][number]): boolean =>
  kind === 'dicom' && state === 'ready' && sopInstanceUid !== null;

const hasHeader = (row: FullInstance): row is FullInstance & { header: NonNullable<FullInstance['header']> } =>
  row.header !== null;

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
const PLACE = Buffer.from(BULK_PLACE);

/** The objects of an array, with the addresses of their bulk data below that of the study. */
async function* arrayOf(
  first: IteratorResult<DataSet>,
  rest: AsyncGenerator<DataSet>,
  study: string,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [Buffer.from('[')];
  let bytes = 0;
  for (let next = first, between = ''; !next.done; next = await rest.next(), between = ',\n') {
    const { seriesInstanceUid, sopInstanceUid } = next.value.instance;
    const address = `${study}/series/${seriesInstanceUid}/instances/${sopInstanceUid}/bulkdata/`;
    parts.push(Buffer.from(between), ...withAddresses(next.value.json, Buffer.from(`"BulkDataURI":"${address}`)));
    bytes += next.value.json.length;
    if (bytes < WRITTEN_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  yield Buffer.concat([...parts, Buffer.from(']')]);
}

/** So much is written at a time: each write costs as much as some KB. */
const WRITTEN_BYTES = 128 * 1024;

function withAddresses(json: Buffer, address: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let at = 0;
  for (let next = json.indexOf(PLACE); next >= 0; next = json.indexOf(PLACE, at)) {
    parts.push(json.subarray(at, next), address);
    at = next + PLACE.length;
  }
  return [...parts, json.subarray(at)];
}

async function* onlyOne(value: Uint8Array): AsyncGenerator<Uint8Array> {
  yield value;
}

async function* withFirst<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}
