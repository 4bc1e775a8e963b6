import type { reports } from '@duai/contract';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const TONES: Record<reports.ReportStage, BadgeTone> = {
  draft: 'grey',
  preliminary: 'yellow',
  final: 'green',
  addendum: 'green',
  amended: 'orange',
};

export function StageBadge({ stage }: { readonly stage: reports.ReportStage }) {
  return <Badge tone={TONES[stage]}>{useWorkTexts().reporting.signature.stages[stage]}</Badge>;
}
