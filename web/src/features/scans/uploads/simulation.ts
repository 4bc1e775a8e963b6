/** The simulated flow of the upload modal (specification, section 4): no network, no patient data, a sample text. */
const STEP_PERCENT = 5;
const STEP_MS = 200;
const RESULT_DELAY_MS = 500;

/** Progress rises by 5 every 200 ms up to 100; 500 ms later it is complete. Returns a function that stops it. */
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
