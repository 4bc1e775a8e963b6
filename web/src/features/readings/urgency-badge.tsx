import type { Urgency } from '@duai/contract';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const URGENCY: Record<Urgency, { label: string; tone: BadgeTone }> = {
  urgent: { label: 'Urgent', tone: 'red' },
  'semi-urgent': { label: 'Semi-urgent', tone: 'orange' },
  routine: { label: 'Routine', tone: 'grey' },
};

/** How urgent a case is, in words and colour. */
export const UrgencyBadge = ({ urgency }: { readonly urgency: Urgency }) => (
  <Badge tone={URGENCY[urgency].tone}>{URGENCY[urgency].label}</Badge>
);
