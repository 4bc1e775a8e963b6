import { ErasureWaits } from './erasure-section.tsx';
import { useErasure } from './rights-queries.ts';

/** On the dashboard, as long as an erasure waits for its day; nothing otherwise. */
export function ErasureNotice() {
  const erasure = useErasure().data?.erasure;
  return erasure ? <ErasureWaits erasure={erasure} /> : null;
}
