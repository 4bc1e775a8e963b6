import { Fhir } from 'fhir';
import { Severities } from 'fhir/validator.js';

interface Entry {
  fullUrl?: string;
  resource?: { resourceType?: string; id?: string };
}

const fhir = new Fhir();
/** R4 section 2.24.0.1, the type `id`. */
const ID = /^[A-Za-z0-9\-.]{1,64}$/;
const UUID_ADDRESS = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What an independent validator (FHIR.js of Lantana, R4 profiles and value sets) and the rules of bundles find wrong; none
 * for a good one. Its warnings are left out: they are about value sets that are only preferred (languages without Turkish)
 * or that it does not carry (LOINC, DICOM). The validator knows types, cardinalities, unexpected properties and required codes; references and full
 * addresses (R4 section 3.3.2 and the invariants bdl-7, bdl-8) are checked here.
 */
export function fhirProblems(bundle: { entry: Entry[] }): string[] {
  const { messages } = fhir.validate(JSON.parse(JSON.stringify(bundle)) as object, { errorOnUnexpected: true });
  const found = messages
    .filter(({ severity }) => severity === Severities.Error || severity === Severities.Fatal)
    .map(({ severity, location, resourceId, message }) => `${severity}: ${location} (${resourceId}): ${message}`);
  const urls = bundle.entry.map(({ fullUrl }) => String(fullUrl));
  if (new Set(urls).size !== urls.length) found.push('two entries have one address (bdl-7)');
  for (const url of urls) if (!UUID_ADDRESS.test(url)) found.push(`the address ${url} is no UUID`);
  for (const { resource } of bundle.entry)
    if (!ID.test(resource?.id ?? '')) found.push(`${resource?.resourceType} has the id ${resource?.id}`);
  for (const [, reference] of JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g))
    if (!urls.includes(reference!)) found.push(`the reference ${reference} leads nowhere`);
  return found;
}
