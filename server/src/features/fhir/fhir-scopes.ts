import { fhir as contract } from '@duai/contract';

/** Whether scopes let somebody read and search a type. */
export const isAllowed = (scopes: readonly contract.FhirScope[], type: contract.FhirType): boolean =>
  scopes.includes('system/*.rs') || scopes.includes(`system/${type}.rs`);

/**
 * Of the scopes that are asked for, those that the client may have; of `system/*.rs` what it may have of it. An unknown scope is
 * left out (RFC 6749 section 3.3). `.read` is what SMART 1 wrote for `.rs`.
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
