import { fhir as contract } from '@duai/contract';

/** Whether the scopes allow reading and searching a type. */
export const isAllowed = (scopes: readonly contract.FhirScope[], type: contract.FhirType): boolean =>
  scopes.includes('system/*.rs') || scopes.includes(`system/${type}.rs`);

/**
 * The requested scopes that the client may have; a request for `system/*.rs` gives all that it may have. Unknown scopes
 * are left out (RFC 6749 section 3.3). `.read` is the SMART 1 form of `.rs`.
 */
export function grantedScopes(asked: string, may: readonly contract.FhirScope[]): contract.FhirScope[] {
  const words = new Set(asked.split(/\s+/).map((word) => word.replace(/\.read$/, '.rs')));
  const fits = (scope: contract.FhirScope): boolean => {
    const [, type] = /^system\/(\w+)\.rs$/.exec(scope) ?? [];
    if (type === undefined) return may.includes(scope) && words.has(scope);
    return (
      isAllowed(may, type as contract.FhirType) &&
      (words.has(scope) || (words.has('system/*.rs') && !may.includes('system/*.rs')))
    );
  };
  return contract.FHIR_SCOPES.filter(fits);
}
