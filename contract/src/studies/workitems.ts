import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { aeTitleSchema } from '../values/fields.ts';
import { searchSchema, uidSchema } from './dicomweb.ts';

/** States of a work item (PS3.4 table CC.1.1-1). */
export const WORKITEM_STATES = ['SCHEDULED', 'IN PROGRESS', 'COMPLETED', 'CANCELED'] as const;
export type WorkitemState = (typeof WORKITEM_STATES)[number];

/** The code by which a work item asks the algorithms of this server for an analysis (Scheduled Workitem Code Sequence). */
export const ANALYSIS_REQUEST = { scheme: '99DUAI', value: 'ANALYSE' } as const;

/** A data set in the DICOM JSON model, all of whose values stand in it; a list of one is the same. */
const dataSetSchema = z.record(
  z.string().regex(/^[0-9A-F]{8}$/),
  z.strictObject({
    vr: z.string().regex(/^[A-Z]{2}$/),
    Value: z.array(z.unknown()).max(1000).optional(),
    InlineBinary: z.string().optional(),
  }),
);
const payloadSchema = z.union([dataSetSchema, z.array(dataSetSchema).length(1)]);

const common = {
  audience: 'institution-admin',
  tag: 'DICOMweb',
  produces: 'application/dicom+json',
  params: z.object({ workitem: uidSchema }),
} as const;
const changes = { consumes: 'application/dicom+json', body: payloadSchema } as const;
const one = '/api/dicom-web/workitems/:workitem';

/** UPS-RS (PS3.18 section 11) for work items of AI (IHE AIW-I). */
export const searchWorkitems = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/dicom-web/workitems',
  scope: 'scans:read',
  params: z.object({}),
  query: searchSchema,
  summary: 'UPS-RS: work items of the institution',
});
export const retrieveWorkitem = defineEndpoint({
  ...common,
  method: 'GET',
  path: one,
  scope: 'scans:read',
  summary: 'UPS-RS: a work item',
});
export const createWorkitem = defineEndpoint({
  ...common,
  ...changes,
  method: 'POST',
  path: '/api/dicom-web/workitems',
  scope: 'scans:write',
  params: z.object({}),
  query: z.looseObject({}),
  summary: 'UPS-RS: create a work item; the query is its UID',
});
export const updateWorkitem = defineEndpoint({
  ...common,
  ...changes,
  method: 'POST',
  path: one,
  scope: 'results:write',
  query: z.object({ 'transaction-uid': uidSchema.optional() }),
  summary: 'UPS-RS: change attributes of a work item, by its performer',
});
export const changeWorkitemState = defineEndpoint({
  ...common,
  ...changes,
  method: 'PUT',
  path: `${one}/state`,
  scope: 'results:write',
  summary: 'UPS-RS: claim, complete or cancel a work item, by its performer',
});
export const requestWorkitemCancellation = defineEndpoint({
  ...common,
  method: 'POST',
  path: `${one}/cancelrequest`,
  scope: 'scans:write',
  body: payloadSchema.nullish(),
  summary: 'UPS-RS: ask for the cancellation of a work item; a performer who has begun is told where he listens',
});

const subscriber = {
  ...common,
  scope: 'scans:read',
  /** A work item, or the well-known UID of a worklist (PS3.18 table 11.10.1-1). */
  params: z.object({ workitem: uidSchema, aeTitle: aeTitleSchema }),
} as const;
const subscribers = `${one}/subscribers/:aeTitle`;
export const subscribeWorkitem = defineEndpoint({
  ...subscriber,
  method: 'POST',
  path: subscribers,
  query: z.looseObject({ deletionlock: z.enum(['true', 'false']).optional(), filter: z.string().max(1024).optional() }),
  summary: 'UPS-RS: tell an AE title of events of a work item, of all, or of those that match',
  status: 201,
});
export const unsubscribeWorkitem = defineEndpoint({
  ...subscriber,
  method: 'DELETE',
  path: subscribers,
  summary: 'UPS-RS: tell it no more',
});
export const suspendWorkitemSubscription = defineEndpoint({
  ...subscriber,
  method: 'POST',
  path: `${subscribers}/suspend`,
  summary: 'UPS-RS: do not subscribe it to work items that come from now on',
});
export const openWorkitemEvents = defineEndpoint({
  ...subscriber,
  method: 'GET',
  path: '/api/dicom-web/subscribers/:aeTitle',
  params: z.object({ aeTitle: aeTitleSchema }),
  summary: 'UPS-RS: open the channel by which events come to an AE title (WebSocket)',
});
