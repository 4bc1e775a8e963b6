import { z } from 'zod';
import { algorithmIdSchema } from '../analyses/algorithm-manifest.ts';
import { type ApiScope, type Audience, defineEndpoint, type Endpoint } from '../api/endpoint.ts';
import { UPLOAD_RULES } from '../scans/scans.ts';
import { idSchema } from '../values/fields.ts';

/** A unique identifier (PS3.5 section 9.1). */
export const uidSchema = z.string().regex(/^[0-9.]{1,64}$/);

/** STOW-RS (DICOM PS3.18 section 10.5). */
const stow = {
  method: 'POST',
  audience: 'institution-admin',
  scope: 'scans:write',
  tag: 'DICOMweb',
  consumes: 'multipart/related',
  produces: 'application/dicom+json',
  description: UPLOAD_RULES,
} as const;
export const storeInstances = defineEndpoint({
  ...stow,
  path: '/api/dicom-web/studies',
  summary: 'STOW-RS: store instances (multipart/related; type="application/dicom"); each study is a scan',
});
export const storeStudyInstances = defineEndpoint({
  ...stow,
  path: '/api/dicom-web/studies/:studyInstanceUid',
  summary: 'STOW-RS: store instances of one study',
  params: z.object({ studyInstanceUid: uidSchema }),
});

/** STOW-RS for the system of an algorithm's vendor, which returns its results on a study that it was sent. */
const results = {
  ...stow,
  scope: 'results:write',
  description:
    'Structured reports (Enhanced, Comprehensive, Comprehensive 3D SR after TID 1500) and binary segmentations, matched by Study ' +
    'Instance UID and the series they refer to. Anything else is refused; the header `Warning` says why.',
} as const;
const resultParams = { algorithmId: algorithmIdSchema };
export const storeResults = defineEndpoint({
  ...results,
  path: '/api/results/:algorithmId/dicom-web/studies',
  summary: 'STOW-RS: results of an algorithm that runs on a box of its maker',
  params: z.object(resultParams),
});
export const storeStudyResults = defineEndpoint({
  ...results,
  path: '/api/results/:algorithmId/dicom-web/studies/:studyInstanceUid',
  summary: 'STOW-RS: the same for one study',
  params: z.object({ ...resultParams, studyInstanceUid: uidSchema }),
});

/** The most frames of an image that one call may ask for. */
export const MOST_FRAMES_ASKED = 10;

/** Frame numbers from 1, as WADO-RS lists them (PS3.18 section 10.4.1.1.6). */
const framesSchema = z.string().regex(new RegExp(`^[1-9]\\d{0,4}(,[1-9]\\d{0,4}){0,${MOST_FRAMES_ASKED - 1}}$`));
/** The most frames of a series that one call may ask for. */
export const MOST_FRAMES_OF_SERIES = 32;
/** Frames of several images: each by its SOP Instance UID and, of a multi-frame image, the number of the frame from 1. */
const framesOfImagesSchema = z.object({
  of: z
    .string()
    .regex(
      new RegExp(`^[0-9.]{1,64}(:[1-9]\\d{0,4})?(,[0-9.]{1,64}(:[1-9]\\d{0,4})?){0,${MOST_FRAMES_OF_SERIES - 1}}$`),
    )
    .optional(),
});
/** Query parameters of a search besides the matching keys (PS3.18 section 8.3.4). */
export const searchSchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(5000).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  })
  .catchall(z.union([z.string().max(1024), z.array(z.string().max(1024))]));

/** How a rendered image is drawn (PS3.18 sections 8.3.5.1.2 and 8.3.5.1.4). */
const renderedSchema = z.object({
  /** Width and height of the box that the image is fitted into. */
  viewport: z
    .string()
    .regex(/^[1-9]\d{0,3},[1-9]\d{0,3}$/)
    .optional(),
  /** Centre, width and function. */
  window: z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,6})?,(?!0+(\.0+)?(,|$))\d{1,6}(\.\d{1,6})?(,linear)?$/)
    .optional(),
});

/** The media type may be given in the query too (PS3.18 section 8.3.3.1). */
const acceptSchema = z.object({ accept: z.string().max(1024).optional() });

/** A group of overlays, four hexadecimal digits (PS3.3 C.9.2). */
const overlaySchema = z.string().regex(/^60[01][02468ace]$/);

/** The place of a large value in a data set: its tag, in sequences after tag and item (from 1) of each one around it. */
const placeSchema = z.string().regex(/^[0-9A-F]{8}(\.[1-9]\d{0,4}\.[0-9A-F]{8}){0,16}$/);

/** A schema for each parameter of a path. */
const SCHEMAS: Readonly<Record<string, z.ZodType<string>>> = {
  frames: framesSchema,
  overlayGroup: overlaySchema,
  place: placeSchema,
};
const namesIn = (path: string) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, SCHEMAS[name] ?? uidSchema]));
const uidParamsOf = (path: string): z.ZodType<Record<string, string>> => z.object(namesIn(path));

interface Root {
  /** The path before "/studies", with the parameters that identify the owner of the images. */
  readonly path: string;
  readonly ownerId: 'caseId' | 'shareId' | 'scanId';
  readonly audience: Audience;
  readonly scope?: ApiScope;
}

/** The calls below one root: QIDO-RS and WADO-RS (PS3.18 sections 10.6 and 10.4) for the images of one case or scan. */
function retrievalAt({ path, ownerId, ...who }: Root) {
  const paramsOf = (rest: string): z.ZodType<Record<string, string>> =>
    z.object({ [ownerId]: idSchema, ...namesIn(rest) });
  const at = <const Rest extends string>(rest: Rest, summary: string) =>
    ({ ...who, method: 'GET', tag: 'DICOMweb', path: `${path}${rest}`, summary, params: paramsOf(rest) }) as const;
  const json = { produces: 'application/dicom+json' } as const;
  const metadata = { ...json, isCompressed: true } as const;
  const study = '/studies/:studyInstanceUid';
  const series = `${study}/series/:seriesInstanceUid` as const;
  return {
    ownerId,
    searchStudies: defineEndpoint({ ...at('/studies', 'QIDO-RS: studies'), ...json, query: searchSchema }),
    searchSeries: defineEndpoint({ ...at(`${study}/series`, 'QIDO-RS: series'), ...json, query: searchSchema }),
    searchInstances: defineEndpoint({
      ...at(`${series}/instances`, 'QIDO-RS: instances'),
      ...json,
      query: searchSchema,
    }),
    studyMetadata: defineEndpoint({ ...at(`${study}/metadata`, 'WADO-RS: metadata of a study'), ...metadata }),
    seriesMetadata: defineEndpoint({ ...at(`${series}/metadata`, 'WADO-RS: metadata of a series'), ...metadata }),
    instanceMetadata: defineEndpoint({
      ...at(`${series}/instances/:sopInstanceUid/metadata`, 'WADO-RS: metadata of an instance'),
      ...metadata,
      description:
        'What the metadata of its series say of it, and what its file alone does: lookup tables, and place and scale of each ' +
        'frame (Per-Frame Functional Groups).',
    }),
    frames: defineEndpoint({
      ...at(`${series}/instances/:sopInstanceUid/frames/:frames`, 'WADO-RS: stored values of frames'),
      produces: 'multipart/related',
    }),
    seriesFrames: defineEndpoint({
      ...at(`${series}/frames`, 'Stored values of frames of several images of a series'),
      produces: 'multipart/related',
      query: framesOfImagesSchema,
      description:
        'As WADO-RS gives the frames of one image, but of up to 32 at once, in the order of the wish; without one, of the first ' +
        'images. `Content-Location` names the frame of each part, relative to the series. A frame that cannot be read is a part of the type `application/json` ' +
        'that says why; the others follow.',
    }),
    overlay: defineEndpoint({
      ...at(
        `${series}/instances/:sopInstanceUid/overlays/:overlayGroup`,
        'An overlay of an image (60xx,3000): all its frames, one bit a pixel, the least significant first',
      ),
      produces: 'application/octet-stream',
    }),
  } satisfies Record<string, Endpoint | string>;
}
export type Retrieval = ReturnType<typeof retrievalAt>;

export const readingImages = retrievalAt({
  path: '/api/console/cases/:caseId/dicom-web',
  ownerId: 'caseId',
  audience: 'radiologist',
});
export const patientImages = retrievalAt({
  path: '/api/second-opinion/cases/:caseId/dicom-web',
  ownerId: 'caseId',
  audience: 'patient',
});
export const sharedImages = retrievalAt({
  path: '/api/shared/:shareId/dicom-web',
  ownerId: 'shareId',
  audience: 'shared-link',
});
export const scanImages = retrievalAt({
  path: '/api/trial/scans/:scanId/dicom-web',
  ownerId: 'scanId',
  audience: 'institution-reader',
  scope: 'scans:read',
});

/** QIDO-RS and WADO-RS for all studies of an institution, for its own systems (PS3.18 sections 10.6 and 10.4). */
function institutionRetrieval() {
  const path = '/api/dicom-web';
  const study = '/studies/:studyInstanceUid';
  const series = `${study}/series/:seriesInstanceUid` as const;
  const instance = `${series}/instances/:sopInstanceUid` as const;
  const at = <const Rest extends string>(rest: Rest, summary: string) =>
    ({
      method: 'GET',
      audience: 'institution-admin',
      scope: 'scans:read',
      tag: 'DICOMweb',
      path: `${path}${rest}`,
      summary,
      params: uidParamsOf(rest),
    }) as const;
  const json = { produces: 'application/dicom+json' } as const;
  const search = { ...json, query: searchSchema } as const;
  const parts = { produces: 'multipart/related', query: acceptSchema } as const;
  const picture = { produces: 'image/jpeg', query: renderedSchema } as const;
  return {
    searchStudies: defineEndpoint({ ...at('/studies', 'QIDO-RS: studies of the institution'), ...search }),
    searchSeries: defineEndpoint({ ...at('/series', 'QIDO-RS: series of the institution'), ...search }),
    searchInstances: defineEndpoint({ ...at('/instances', 'QIDO-RS: instances of the institution'), ...search }),
    searchStudySeries: defineEndpoint({ ...at(`${study}/series`, 'QIDO-RS: series of a study'), ...search }),
    searchStudyInstances: defineEndpoint({ ...at(`${study}/instances`, 'QIDO-RS: instances of a study'), ...search }),
    searchSeriesInstances: defineEndpoint({
      ...at(`${series}/instances`, 'QIDO-RS: instances of a series'),
      ...search,
    }),
    studyMetadata: defineEndpoint({ ...at(`${study}/metadata`, 'WADO-RS: metadata of a study'), ...json }),
    seriesMetadata: defineEndpoint({ ...at(`${series}/metadata`, 'WADO-RS: metadata of a series'), ...json }),
    instanceMetadata: defineEndpoint({ ...at(`${instance}/metadata`, 'WADO-RS: metadata of an instance'), ...json }),
    study: defineEndpoint({ ...at(study, 'WADO-RS: the instances of a study'), ...parts }),
    series: defineEndpoint({ ...at(series, 'WADO-RS: the instances of a series'), ...parts }),
    instance: defineEndpoint({ ...at(instance, 'WADO-RS: an instance'), ...parts }),
    frames: defineEndpoint({ ...at(`${instance}/frames/:frames`, 'WADO-RS: stored values of frames'), ...parts }),
    bulkData: defineEndpoint({
      ...at(`${instance}/bulkdata/:place`, 'WADO-RS: a large value of an instance, as its metadata name it'),
      ...parts,
    }),
    rendered: defineEndpoint({ ...at(`${instance}/rendered`, 'WADO-RS: an instance as a picture'), ...picture }),
    renderedFrame: defineEndpoint({
      ...at(`${instance}/frames/:frames/rendered`, 'WADO-RS: a frame as a picture'),
      ...picture,
    }),
    thumbnail: defineEndpoint({
      ...at(`${instance}/thumbnail`, 'WADO-RS: an instance as a small picture'),
      produces: 'image/jpeg',
    }),
  } satisfies Record<string, Endpoint>;
}
export const institutionImages = institutionRetrieval();

/** Retrieve Capabilities (PS3.18 section 8.9): of the base URI, with and without its last slash. */
const capabilities = {
  method: 'OPTIONS',
  audience: 'institution-admin',
  scope: 'scans:read',
  tag: 'DICOMweb',
  produces: 'application/vnd.sun.wadl+xml',
  summary: 'Which transactions of DICOMweb are offered, as WADL',
} as const;
export const retrieveCapabilities = defineEndpoint({ ...capabilities, path: '/api/dicom-web' });
export const retrieveCapabilitiesOfRoot = defineEndpoint({ ...capabilities, path: '/api/dicom-web/' });

/** An attribute in the DICOM JSON model (PS3.18 annex F). */
export interface DicomJsonAttribute {
  readonly vr: string;
  readonly Value?: readonly unknown[];
  /** Where the octets of a large value are given. */
  readonly BulkDataURI?: string;
  /** Octets in base64. */
  readonly InlineBinary?: string;
}
/** A data set keyed by tag, eight hexadecimal digits. */
export type DicomJson = Readonly<Record<string, DicomJsonAttribute>>;
