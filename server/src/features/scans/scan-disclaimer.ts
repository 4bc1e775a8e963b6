/** Stands under every result of a scan that leaves the portal. */
export const DISCLAIMER = 'AI-assisted, for research and decision support. Not a diagnosis.';
