import { type Algorithm, CATALOGUE, type Catalogue } from '@duai/algorithms';
import { inEachLanguage } from '@duai/contract';

/**
 * Another version of an algorithm, with other words, another order of codes, other positions and another choice for the
 * draft.
 */
const newer = (algorithm: Algorithm): Algorithm => ({
  ...algorithm,
  manifest: { ...algorithm.manifest, version: '9.0.0', title: inEachLanguage((language) => `NEWER title ${language}`) },
  async run(input, context) {
    const result = await algorithm.run(input, context);
    return result.outcome === 'evaluated' ? { ...result, findings: result.findings.toReversed() } : result;
  },
  sentence: ({ code }, language) => `NEWER ${language} ${code}`,
  measurementNames: {},
  isAboutPerson: !algorithm.isAboutPerson,
  impressionFrom: 'info',
  shownBy: {},
});

/** The installed algorithms as they might be some versions later. */
export const NEWER_CATALOGUE: Catalogue = CATALOGUE.map(newer).toReversed();
