import type { cases } from '@duai/contract';
import { CircleCheck, CircleHelp, Clock, ImageUp, LoaderCircle, Siren } from 'lucide-react';
import { useMessages } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { statusTone } from './case-status.ts';

const STATUS_ICONS = { uploaded: ImageUp, processing: LoaderCircle, completed: CircleCheck };
const URGENCY_TONES = { urgent: 'red', 'semi-urgent': 'orange', routine: 'grey' } as const;
const URGENCY_ICONS = { urgent: Siren, 'semi-urgent': Clock, routine: Clock };

export function StatusBadge({ status }: { readonly status: cases.CaseStatus }) {
  const texts = useMessages().cases;
  return (
    <Badge tone={statusTone(status)} icon={STATUS_ICONS[status] ?? CircleHelp}>
      {texts.statuses[status] ?? status}
    </Badge>
  );
}

export function UrgencyBadge({ urgency }: { readonly urgency: cases.Urgency }) {
  const texts = useMessages().cases;
  return (
    <Badge tone={URGENCY_TONES[urgency]} icon={URGENCY_ICONS[urgency]}>
      {texts.urgencies[urgency]}
    </Badge>
  );
}
