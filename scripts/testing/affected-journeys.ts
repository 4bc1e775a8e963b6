/**
 * Which journeys a change can affect, by the words of the paths that it touches. Pure. What is not known to belong to one
 * area affects all of them: a word that is missing here costs time, never a journey.
 */
type Area = 'public' | 'patient' | 'trial' | 'console';
const EVERY: readonly Area[] = ['public', 'patient', 'trial', 'console'];

/** The areas that a journey walks through, by the first word of its file; all of them where it is not here. */
const WALKS: Record<string, readonly Area[]> = {
  home: ['public'],
  looks: ['public'],
  public: ['public', 'console'],
  patient: ['patient', 'console'],
  upload: ['patient'],
  black: ['patient'],
  trial: ['trial', 'console'],
};

/** The first that matches counts. */
const BELONGS: readonly (readonly [RegExp, readonly Area[]])[] = [
  [/\.test\.tsx?$|^docs\/|\.md$|^reports\//, []],
  [/^media\//, []],
  [/^scripts\/(?!instance|http-client|check-reading|pdf-lines|server-command|bootstrap)/, []],
  [/^e2e\/looks\/|^web\/src\/(app\/public|enhance|content)\//, ['public']],
  [/^web\/src\/app\/(patient|shared)\//, ['patient']],
  [/^web\/src\/app\/trial\//, ['trial']],
  [/^web\/src\/app\/console\//, ['console']],
  [/^(server|web)\/src\/features\/(press|site-assets|claims)\//, ['public', 'console']],
  [/^(server|web)\/src\/features\/(cases|uploads|shares|rights|questions)\//, ['patient', 'console']],
  [
    /^(server|web)\/src\/features\/(trial|trial-\w+|scans|evaluation|billing|catalogue|institutions|institution-data|integrations)\//,
    ['trial', 'console'],
  ],
  [/^(server|web)\/src\/features\/(readings|operations|audit)\//, ['console']],
];

/** @param journeys file names of all journeys; @returns those of them that are to be run */
export function affectedJourneys(changed: readonly string[], journeys: readonly string[]): string[] {
  const areas = new Set<Area>();
  const own = new Set<string>();
  for (const path of changed) {
    const journey = /^e2e\/journeys\/([^/]+)$/.exec(path)?.[1];
    if (journey) own.add(journey);
    else for (const area of BELONGS.find(([pattern]) => pattern.test(path))?.[1] ?? EVERY) areas.add(area);
  }
  return journeys.filter((file) => {
    const walks = WALKS[/^\w+/.exec(file)?.[0] ?? ''] ?? EVERY;
    return own.has(file) || walks.some((area) => areas.has(area));
  });
}
