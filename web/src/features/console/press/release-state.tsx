import type { press } from '@duai/contract';
import { CalendarClock, Eye, PencilLine } from 'lucide-react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Badge } from '../../../ui/badge.tsx';

/** Whether a release is public, and when it will be. */
export function ReleaseState({
  release: { date, isPublished },
}: {
  readonly release: Pick<press.EditedRelease, 'date' | 'isPublished'>;
}) {
  const texts = useWorkTexts().console.press;
  if (!isPublished) {
    return (
      <Badge tone="grey" icon={PencilLine}>
        {texts.draft}
      </Badge>
    );
  }
  const isToCome = date > new Date().toISOString().slice(0, 10);
  return isToCome ? (
    <Badge tone="yellow" icon={CalendarClock}>
      {texts.scheduled}
    </Badge>
  ) : (
    <Badge tone="green" icon={Eye}>
      {texts.published}
    </Badge>
  );
}
