import type { SampleContent } from './sample-content.ts';

export interface TrialPartner {
  readonly id: 'lumenlung' | 'corvision' | 'neurograph' | 'osteoread' | 'mammolens' | 'abdoscan';
  readonly name: string;
  readonly specialty: string;
}

/** AI partners of the trial. */
export const TRIAL_PARTNERS: SampleContent<TrialPartner> = {
  isSample: true,
  entries: [
    { id: 'lumenlung', name: 'LumenLung', specialty: 'Chest CT' },
    { id: 'corvision', name: 'CorVision', specialty: 'Cardiac MRI' },
    { id: 'neurograph', name: 'Neurograph', specialty: 'Brain MRI' },
    { id: 'osteoread', name: 'OsteoRead', specialty: 'Musculoskeletal X-ray' },
    { id: 'mammolens', name: 'MammoLens', specialty: 'Mammography' },
    { id: 'abdoscan', name: 'AbdoScan', specialty: 'Abdominal CT' },
  ],
};
