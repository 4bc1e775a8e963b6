import type { cases } from '@duai/contract';
import { MailOpen, MessageCircleQuestion, MessagesSquare, PauseCircle, Siren, UsersRound } from 'lucide-react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const PIPELINE_TONES: Record<cases.WorklistRow['pipeline'], BadgeTone> = {
  'waiting-for-images': 'blue',
  analysing: 'yellow',
  'draft-ready': 'signal',
  signed: 'green',
  failed: 'red',
  stopped: 'grey',
};

/** How far a case has come, and what in it waits for somebody. */
export function StateBadges({ row }: { readonly row: cases.WorklistRow }) {
  const {
    console: { worklist: texts },
    reporting,
  } = useWorkTexts();
  return (
    <>
      <Badge tone={PIPELINE_TONES[row.pipeline]}>{texts.pipeline[row.pipeline]}</Badge>
      {row.isConsentMissing && (
        <Badge tone="orange" icon={PauseCircle}>
          {texts.noConsent}
        </Badge>
      )}
      {row.isCriticalOpen && (
        <Badge tone="red" icon={Siren}>
          {reporting.critical.open}
        </Badge>
      )}
      {row.isReportUnread && (
        <Badge tone="grey" icon={MailOpen}>
          {texts.unread}
        </Badge>
      )}
      {row.unreadQuestions > 0 && (
        <Badge tone="orange" icon={MessageCircleQuestion}>
          {texts.questions({ count: row.unreadQuestions })}
        </Badge>
      )}
      {row.waitingNotes > 0 && (
        <Badge tone="blue" icon={MessagesSquare}>
          {texts.notes({ count: row.waitingNotes })}
        </Badge>
      )}
      {row.secondRead && (
        <Badge tone={row.secondRead === 'waiting' ? 'grey' : 'yellow'} icon={UsersRound}>
          {texts.secondReads[row.secondRead]}
        </Badge>
      )}
    </>
  );
}
