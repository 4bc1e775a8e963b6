import { z } from 'zod';
import { sha256Hex } from '../../core/ids.ts';
import type { ReferTo, Resource } from '../../fhir/resource.ts';

/** Keeps an id within 64 characters (R4 section 2.24.0.1). */
const DIGEST_LENGTH = 24;

/** The API id of a resource begins with its scan's id, so that the resource can be made from that scan again. */
const apiIdOf = (scanId: string, { resourceType, id }: Pick<Resource, 'resourceType' | 'id'>): string =>
  `${scanId}.${sha256Hex(`${resourceType} ${id}`).slice(0, DIGEST_LENGTH)}`;

/** Returns null for an id that is not ours. */
export function scanIdOf(id: string): string | null {
  const [scanId, digest] = id.split('.');
  return digest?.length === DIGEST_LENGTH && z.uuid().safeParse(scanId).success ? scanId! : null;
}

/** How resources of a scan refer to each other in the API. */
export const inApi =
  (scanId: string): ReferTo =>
  (resource) => ({ reference: `${resource.resourceType}/${apiIdOf(scanId, resource)}` });

export const withApiId = (scanId: string, resource: Resource): Resource => ({
  ...resource,
  id: apiIdOf(scanId, resource),
});
