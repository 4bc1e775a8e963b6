import { z } from 'zod';
import { sha256Hex } from '../../core/ids.ts';
import type { ReferTo, Resource } from '../../fhir/resource.ts';

/** R4 section 2.24.0.1: at most 64 characters. */
const DIGEST_LENGTH = 24;

/** The id of a resource says of which scan it is: what is read by it is made from that scan. */
const apiIdOf = (scanId: string, { resourceType, id }: Pick<Resource, 'resourceType' | 'id'>): string =>
  `${scanId}.${sha256Hex(`${resourceType} ${id}`).slice(0, DIGEST_LENGTH)}`;

/** Null for an id that is none of ours. */
export function scanIdOf(id: string): string | null {
  const [scanId, digest] = id.split('.');
  return digest?.length === DIGEST_LENGTH && z.uuid().safeParse(scanId).success ? scanId! : null;
}

/** How resources of a scan name each other in the API. */
export const inApi =
  (scanId: string): ReferTo =>
  (resource) => ({ reference: `${resource.resourceType}/${apiIdOf(scanId, resource)}` });

export const withApiId = (scanId: string, resource: Resource): Resource => ({
  ...resource,
  id: apiIdOf(scanId, resource),
});
