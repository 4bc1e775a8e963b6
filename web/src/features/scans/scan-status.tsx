import type { scans } from '@duai/contract';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

const STATUSES = {
  processing: { label: 'Processing', tone: 'yellow', icon: LoaderCircle },
  complete: { label: 'Complete', tone: 'green', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'red', icon: CircleAlert },
} as const satisfies Record<scans.Scan['status'], unknown>;

/** What is done with a scan that has no result yet. */
export const STAGES = {
  waiting: 'Waiting for its analysis',
  analysing: 'Analysis is running',
} as const satisfies Record<NonNullable<scans.Scan['stage']>, string>;

export function ScanStatus({ status }: { readonly status: scans.Scan['status'] }) {
  const { label, tone, icon } = STATUSES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
