import type { SeriesInfo } from '@duai/algorithms';
import type { catalogue as contract } from '@duai/contract';
import type { SeriesRoute } from '../analyses/index.ts';

export interface ModelChoice {
  /** Algorithms the institution has switched off. */
  disabled: ReadonlySet<string>;
  rules: readonly { algorithmId: string; conditions: contract.RoutingConditions }[];
}

/** The values that rules compare, from the header of the first image. */
function factsOf(series: SeriesInfo) {
  const header = series.instances[0]?.header ?? null;
  return {
    modality: header?.modality ?? null,
    bodyPart: header?.bodyPartExamined ?? null,
    kernel: header?.convolutionKernel ?? null,
    sex: header?.patientSex ?? null,
    ageYears: header?.patientAgeYears ?? null,
    description: [header?.studyDescription, header?.seriesDescription].filter(Boolean).join(' '),
  };
}

const has = (found: string | null, wanted: string): boolean =>
  (found ?? '').toLocaleLowerCase('en').includes(wanted.toLocaleLowerCase('en'));

/** Whether a series meets all conditions of a rule; a value that the header lacks does not meet one. */
function meets(series: SeriesInfo, rule: contract.RoutingConditions): boolean {
  const facts = factsOf(series);
  if (rule.modality && facts.modality !== rule.modality) return false;
  if (rule.bodyPart && !has(facts.bodyPart, rule.bodyPart)) return false;
  if (rule.kernel && !has(facts.kernel, rule.kernel)) return false;
  if (rule.description && !has(facts.description, rule.description)) return false;
  if (rule.sex && facts.sex !== rule.sex) return false;
  if (rule.minAgeYears !== undefined && (facts.ageYears === null || facts.ageYears < rule.minAgeYears)) return false;
  return !(rule.maxAgeYears !== undefined && (facts.ageYears === null || facts.ageYears > rule.maxAgeYears));
}

/** A model that is switched off gets no series; one with rules gets those that meet one of them; any other gets all. */
export function routeBy({ disabled, rules }: ModelChoice): SeriesRoute {
  return (series, algorithmId) => {
    if (disabled.has(algorithmId)) return { code: 'SWITCHED_OFF', params: {} };
    const own = rules.filter((rule) => rule.algorithmId === algorithmId);
    if (own.length === 0 || own.some((rule) => meets(series, rule.conditions))) return null;
    return { code: 'NO_RULE_MATCHES', params: {} };
  };
}
