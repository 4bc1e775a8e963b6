/** The simulated flow of the upload modal (specification, section 4): no network, no patient, a canned summary. */
const STEP_PERCENT = 5;
const STEP_MS = 200;
const RESULT_DELAY_MS = 500;

/** Progress rises by 5 every 200 ms until 100; 500 ms later it is complete. Returns the way to stop. */
export function simulateUpload(onProgress: (percent: number) => void, onComplete: () => void): () => void {
  let percent = 0;
  let last: ReturnType<typeof setTimeout> | undefined;
  const timer = setInterval(() => {
    percent += STEP_PERCENT;
    onProgress(percent);
    if (percent < 100) return;
    clearInterval(timer);
    last = setTimeout(onComplete, RESULT_DELAY_MS);
  }, STEP_MS);
  return () => {
    clearInterval(timer);
    clearTimeout(last);
  };
}

/** Sample content: made up for the simulation, computed from nothing. */
export const SAMPLE_SUMMARY = {
  title: 'Brain MRI',
  findings: [
    'No acute intracranial abnormality.',
    'Ventricles and sulci of normal size for the age.',
    'No mass effect, no midline shift.',
  ],
} as const;
