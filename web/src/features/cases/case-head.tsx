import type { cases } from '@duai/contract';
import { StatusBadge, UrgencyBadge } from './case-badges.tsx';

/** Number, heading and badges of a case; the page chooses the heading level. */
export function CaseHead({
  case: shown,
  children,
}: {
  readonly case: Pick<cases.PatientCase, 'caseNumber' | 'status' | 'urgency'>;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div>
        <p className="font-mono text-[0.9em] text-grey-4">
          <bdi>{shown.caseNumber}</bdi>
        </p>
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        <StatusBadge status={shown.status} />
        <UrgencyBadge urgency={shown.urgency} />
      </div>
    </div>
  );
}
