import { institutionData as contract } from '@duai/contract';
import { download } from '../../http/download.ts';
import type { Route } from '../../http/route.ts';
import type { InstitutionData } from './institution-data.service.ts';

export function registerInstitutionDataRoutes(route: Route, data: InstitutionData): void {
  route(contract.downloadTrialData, async ({ context, actor, reply }) => {
    const zip = await data.zip(context, actor.institutionId);
    download(reply, 'duai-trial-data.zip');
    return zip;
  });
  route(contract.deleteTrialData, ({ context, actor, body }) =>
    data.delete(context, actor.institutionId, body.institutionName),
  );
  route(contract.listDeletionProofs, ({ actor }) => data.proofs(actor.institutionId));
}
