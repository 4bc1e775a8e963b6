import type { Urgency } from '@duai/contract';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<Urgency, BadgeTone> = { urgent: 'red', 'semi-urgent': 'orange', routine: 'grey' };

/** How urgent a case is, in words and colour. */
export function UrgencyBadge({ urgency }: { readonly urgency: Urgency }) {
  const { urgencies } = useWorkTexts().names;
  return <Badge tone={TONES[urgency]}>{urgencies[urgency]}</Badge>;
}
