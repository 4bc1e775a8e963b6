import { ErasureWaits } from './erasure-section.tsx';
import { useErasure } from './rights-queries.ts';

/** Shown on the dashboard while an erasure is scheduled. */
export function ErasureNotice() {
  const erasure = useErasure().data?.erasure;
  return erasure ? <ErasureWaits erasure={erasure} /> : null;
}
