/** Sample content: invented AI partners of the trial; an editor changes them here. */
export const TRIAL_PARTNERS = [
  { id: 'lumenlung', name: 'LumenLung', specialty: 'Chest CT' },
  { id: 'corvision', name: 'CorVision', specialty: 'Cardiac MRI' },
  { id: 'neurograph', name: 'Neurograph', specialty: 'Brain MRI' },
  { id: 'osteoread', name: 'OsteoRead', specialty: 'Musculoskeletal X-ray' },
  { id: 'mammolens', name: 'MammoLens', specialty: 'Mammography' },
  { id: 'abdoscan', name: 'AbdoScan', specialty: 'Abdominal CT' },
] as const;
