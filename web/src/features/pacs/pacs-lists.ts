import type { pacs } from '@duai/contract';
import type { PagedList } from '../../ui/pages-of-list.tsx';

/** Those of the page of an institution, and of the page of operators. */
export interface PacsLists {
  readonly associations: PagedList<pacs.PacsAssociations>;
  readonly waiting: PagedList<pacs.WaitingStudy>;
  readonly quarantine: PagedList<pacs.QuarantinedInstance>;
  readonly deliveries: PagedList<pacs.PacsDelivery>;
}
