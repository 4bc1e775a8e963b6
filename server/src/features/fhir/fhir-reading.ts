import { fhir as contract } from '@duai/contract';
import type { Context, RecordSystemActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { Resource } from '../../fhir/resource.ts';
import type { FhirTools } from './fhir.service.ts';
import { findScans } from './fhir.store.ts';
import { isAllowed } from './fhir-scopes.ts';
import { type Wish, wishOf } from './fhir-search.ts';
import { inApi, scanIdOf, withApiId } from './resource-ids.ts';

/** Most studies that one search reads before it answers; the rest is on the next page. */
const MOST_SCANS = 100;
const AT_ONCE = 10;
/** The types that are returned before the analysis has ended; results are not. */
const BEFORE_RESULTS: readonly string[] = ['Patient', 'ImagingStudy'];

const asType = (resource: Resource): contract.FhirType | undefined =>
  contract.FHIR_TYPES.find((type) => type === resource.resourceType);

/** Studies of an institution and their results, made by the same mappers as the bundles. */
export function createFhirReading({ db, audit, scans, publicUrl }: FhirTools) {
  /** The resources of a scan. @throws AppError NOT_FOUND */
  async function resourcesOf(context: Context, institutionId: string, scanId: string): Promise<Resource[]> {
    const who = await scans.exports.whomHeadersName(scanId);
    const made = await scans.exports.resources(context, institutionId, scanId, inApi(scanId), who);
    const shown = made.isComplete
      ? made.resources
      : made.resources.filter(({ resourceType }) => BEFORE_RESULTS.includes(resourceType));
    return shown.map((resource) => withApiId(scanId, resource));
  }

  const fits = (resource: Resource, { type, id, algorithmId, target }: Wish): boolean =>
    resource.resourceType === type &&
    (id === null || resource.id === id) &&
    (algorithmId === null || (resource.identifier as { value: string }[]).some(({ value }) => value === algorithmId)) &&
    (target === null || (resource.target as { reference: string }[]).some(({ reference }) => reference === target));

  /** One page of matching resources, in the order of the studies, and where the next page begins. */
  async function pageOf(context: Context, institutionId: string, wish: Wish) {
    const found: Resource[] = [];
    const place = { ...wish.place };
    for (let read = 0; read < MOST_SCANS; read += AT_ONCE) {
      const window = { limit: AT_ONCE, offset: place.scans };
      const ids = await findScans(db.drizzle, institutionId, wish.scans, window);
      for (const scanId of ids) {
        const all = (await resourcesOf(context, institutionId, scanId)).filter((resource) => fits(resource, wish));
        const rest = all.slice(place.resources);
        const taken = rest.slice(0, wish.count - found.length);
        found.push(...taken);
        if (taken.length < rest.length) return { found, next: { ...place, resources: place.resources + taken.length } };
        place.scans += 1;
        place.resources = 0;
        if (found.length === wish.count) return { found, next: place };
      }
      if (ids.length < AT_ONCE) return { found, next: null };
    }
    return { found, next: place };
  }

  const root = () => `${publicUrl().replace(/\/$/, '')}/fhir/R4`;

  return {
    /** @throws AppError FORBIDDEN, NOT_FOUND */
    async read(context: Context, actor: RecordSystemActor, type: contract.FhirType, id: string): Promise<Resource> {
      if (!isAllowed(actor.scopes, type)) throw new AppError('FORBIDDEN');
      const scanId = scanIdOf(id);
      if (
        !scanId ||
        (
          await findScans(
            db.drizzle,
            actor.institutionId,
            { hasResults: false, scanIds: [scanId] },
            { limit: 1, offset: 0 },
          )
        ).length === 0
      )
        throw notFound('resource');
      const all = await resourcesOf(context, actor.institutionId, scanId);
      const found = all.find((resource) => asType(resource) === type && resource.id === id);
      if (!found) throw notFound('resource');
      return found;
    },

    /** Returns a Bundle of type `searchset` (R4 section 3.1.1). @throws AppError FORBIDDEN, VALIDATION_FAILED */
    async search(context: Context, actor: RecordSystemActor, type: contract.FhirType, query: URLSearchParams) {
      if (!isAllowed(actor.scopes, type)) throw new AppError('FORBIDDEN');
      const wish = wishOf(type, query);
      const { found, next } = await pageOf(context, actor.institutionId, wish);
      await db.transaction((tx) =>
        audit.record(tx, context, {
          action: 'fhir.search',
          subjectType: 'institution',
          subjectId: actor.institutionId,
          details: { type, found: found.length },
        }),
      );
      const at = (place: Wish['place'] | null) => {
        const search = new URLSearchParams(query);
        search.delete('_place');
        if (place) search.set('_place', `${place.scans}.${place.resources}`);
        return `${root()}/${type}${search.size > 0 ? `?${search}` : ''}`;
      };
      const isFirst = wish.place.scans === 0 && wish.place.resources === 0;
      return {
        resourceType: 'Bundle',
        type: 'searchset',
        link: [
          { relation: 'self', url: at(isFirst ? null : wish.place) },
          ...(next ? [{ relation: 'next', url: at(next) }] : []),
        ],
        ...(found.length > 0
          ? {
              entry: found.map((resource) => ({
                fullUrl: `${root()}/${resource.resourceType}/${resource.id}`,
                resource,
                search: { mode: 'match' },
              })),
            }
          : {}),
      };
    },
  };
}
