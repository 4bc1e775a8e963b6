import type { Endpoint } from '../api/endpoint.ts';
import * as dicomweb from './dicomweb.ts';
import * as workitems from './workitems.ts';

const JSON_MODEL = 'application/dicom+json';
const DICOM = 'multipart/related; type="application/dicom"';
const OCTETS = 'multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1';
const PICTURES = ['image/jpeg', 'image/png'] as const;

/** What the server of an institution's DICOMweb offers: one transaction of PS3.18, where it is, and in which forms. */
export interface Transaction {
  /** Its name in PS3.18. */
  name: string;
  section: string;
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** Query parameters besides matching keys. */
  query: readonly string[];
  takes?: string;
  /** The forms of the answer, the first by default. */
  gives: readonly string[];
  statuses: readonly number[];
}

const at = dicomweb.institutionImages;
const SEARCH = ['limit', 'offset', 'includefield', 'fuzzymatching'] as const;
const RENDER = ['viewport', 'window'] as const;
const READ = [200, 401, 403, 404, 406] as const;

const search = (name: string, endpoint: Endpoint): Transaction => ({
  ...{ name, section: '10.6', endpoint, query: SEARCH },
  gives: [JSON_MODEL],
  statuses: [200, 400, 401, 403],
});
const retrieve = (name: string, endpoint: Endpoint, gives: readonly string[], query: readonly string[] = []) => ({
  ...{ name, section: '10.4', endpoint, query, gives },
  statuses: READ,
});
const store = (name: string, endpoint: Endpoint): Transaction => ({
  ...{ name, section: '10.5', endpoint, query: [] },
  takes: DICOM,
  gives: [JSON_MODEL],
  statuses: [200, 202, 401, 403, 409, 415],
});

const worklist = (
  name: string,
  section: string,
  endpoint: Endpoint,
  statuses: readonly number[],
  query: readonly string[] = [],
): Transaction => ({
  ...{ name, section, endpoint, query },
  ...(endpoint.body && { takes: JSON_MODEL }),
  gives: [JSON_MODEL],
  statuses,
});

/** The table that the capabilities description (PS3.18 section 8.9 and annex H) and the conformance statement are made from. */
export const TRANSACTIONS: readonly Transaction[] = [
  search('SearchForStudies', at.searchStudies),
  search('SearchForSeries', at.searchSeries),
  search('SearchForInstances', at.searchInstances),
  search('SearchForStudySeries', at.searchStudySeries),
  search('SearchForStudyInstances', at.searchStudyInstances),
  search('SearchForStudySeriesInstances', at.searchSeriesInstances),
  retrieve('RetrieveStudy', at.study, [DICOM], ['accept']),
  retrieve('RetrieveSeries', at.series, [DICOM], ['accept']),
  retrieve('RetrieveInstance', at.instance, [DICOM, 'application/dicom'], ['accept']),
  retrieve('RetrieveStudyMetadata', at.studyMetadata, [JSON_MODEL]),
  retrieve('RetrieveSeriesMetadata', at.seriesMetadata, [JSON_MODEL]),
  retrieve('RetrieveInstanceMetadata', at.instanceMetadata, [JSON_MODEL]),
  retrieve('RetrieveFrames', at.frames, [OCTETS, 'application/octet-stream'], ['accept']),
  retrieve('RetrieveBulkdata', at.bulkData, [OCTETS, 'application/octet-stream'], ['accept']),
  retrieve('RetrieveRenderedInstance', at.rendered, PICTURES, RENDER),
  retrieve('RetrieveRenderedFrames', at.renderedFrame, PICTURES, RENDER),
  retrieve('RetrieveInstanceThumbnail', at.thumbnail, PICTURES),
  store('StoreInstances', dicomweb.storeInstances),
  store('StoreStudyInstances', dicomweb.storeStudyInstances),
  worklist('SearchForWorkitems', '11.9', workitems.searchWorkitems, [200, 400, 401, 403], SEARCH),
  worklist('CreateWorkitem', '11.4', workitems.createWorkitem, [201, 400, 401, 403, 409]),
  worklist('RetrieveWorkitem', '11.5', workitems.retrieveWorkitem, [200, 401, 403, 404]),
  worklist('UpdateWorkitem', '11.6', workitems.updateWorkitem, [200, 400, 401, 403, 404, 409]),
  worklist('ChangeWorkitemState', '11.7', workitems.changeWorkitemState, [200, 400, 401, 403, 404, 409]),
  worklist(
    'RequestWorkitemCancellation',
    '11.8',
    workitems.requestWorkitemCancellation,
    [202, 400, 401, 403, 404, 409],
  ),
  worklist(
    'Subscribe',
    '11.10',
    workitems.subscribeWorkitem,
    [201, 400, 401, 403, 404, 429],
    ['deletionlock', 'filter'],
  ),
  worklist('Unsubscribe', '11.11', workitems.unsubscribeWorkitem, [200, 401, 403, 404]),
  worklist('SuspendGlobalSubscription', '11.12', workitems.suspendWorkitemSubscription, [200, 401, 403, 404]),
  worklist('OpenNotificationConnection', '8.10.4', workitems.openWorkitemEvents, [101, 401, 403, 426, 429]),
];
