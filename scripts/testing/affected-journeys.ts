/**
 * Which e2e journeys a change can affect, by the words in the changed paths. Pure functions. A path without a known area
 * affects all journeys, so a missing word costs only time.
 */
type Area = 'public' | 'patient' | 'trial' | 'console';
const EVERY: readonly Area[] = ['public', 'patient', 'trial', 'console'];

/** The areas that a journey visits, by the first word of its file name; all areas if it is not listed. */
const WALKS: Record<string, readonly Area[]> = {
  home: ['public'],
  looks: ['public'],
  public: ['public', 'console'],
  patient: ['patient', 'console'],
  upload: ['patient'],
  black: ['patient'],
  trial: ['trial', 'console'],
};

/** The first match counts. */
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
