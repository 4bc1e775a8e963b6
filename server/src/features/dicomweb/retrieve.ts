import type { Readable } from 'node:stream';
import type { dicomweb as contract } from '@duai/contract';
import { BULK_PLACE } from '@duai/imaging';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { DataSet, FullInstance, ImageOwner, Uids } from '../studies/index.ts';
import { metadataOf, wholeMetadataOf } from './dicom-json.ts';
import type { DicomwebTools } from './dicomweb.service.ts';
import { acceptedInstances } from './media-types/instance-types.ts';
import { bodyOf, relatedFiles } from './media-types/multipart-related.ts';
import { acceptedPicture, type RenderedType } from './media-types/rendered-types.ts';
import { createFrames } from './retrieve-frames.ts';
import { createSearch } from './search/search-images.ts';

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

  return {
    ...createSearch(studies),
    ...createFrames(studies),

    ownerOf,

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

    /** The same of one image, with its lookup tables and each of its frames. @throws AppError NOT_FOUND, NOT_ACCEPTABLE */
    async instanceMetadata(
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      signal: AbortSignal,
    ): Promise<contract.DicomJson[]> {
      const { instance, description } = await retrieval.description(context, owner, uids, signal);
      return hasHeader(instance) ? [wholeMetadataOf(instance, description)] : [];
    },

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

    /** @throws AppError NOT_FOUND, NOT_ACCEPTABLE where it cannot be read */
    overlay: async (
      context: Context,
      owner: ImageOwner,
      uids: Uids,
      wish: { group: number; signal: AbortSignal },
    ): Promise<Buffer> => Buffer.from(await retrieval.overlay(context, owner, uids, wish)),
  };
}

const partType = ({ transferSyntaxUid }: { transferSyntaxUid: string }): string =>
  `application/dicom; transfer-syntax=${transferSyntaxUid}`;

const hasHeader = (row: FullInstance): row is FullInstance & { header: NonNullable<FullInstance['header']> } =>
  row.header !== null;

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
