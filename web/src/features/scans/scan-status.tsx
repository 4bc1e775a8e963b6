import type { scans } from '@duai/contract';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';

const STATUSES = {
  processing: { tone: 'yellow', icon: LoaderCircle },
  complete: { tone: 'green', icon: CircleCheck },
  failed: { tone: 'red', icon: CircleAlert },
} as const satisfies Record<scans.Scan['status'], unknown>;

export function ScanStatus({ status }: { readonly status: scans.Scan['status'] }) {
  const texts = useWorkTexts().scans.scanStatus.statuses;
  const { tone, icon } = STATUSES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {texts[status]}
    </Badge>
  );
}
