import { type cases, DUE_HOURS } from '@duai/contract';
import { Hourglass, PauseCircle } from 'lucide-react';
import { useMessages } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useNow } from '../../ui/use-now.ts';
import { timeLeft } from './case-status.ts';

const TICK_MS = 15_000;

/** Time left until the report; while we wait for the patient, the reason why the clock is paused. */
export function CaseClock({
  case: shown,
  isConsentMissing,
}: {
  readonly case: cases.PatientCase;
  readonly isConsentMissing: boolean;
}) {
  const texts = useMessages().caseDetails.clock;
  const now = useNow(shown.status === 'processing' ? TICK_MS : null);
  if (shown.status === 'completed') return null;
  if (shown.status === 'uploaded') {
    return (
      <Standing title={shown.question ? texts.pausedTitle : texts.notStartedTitle}>
        {shown.question ? texts.pausedQuestion : texts.pausedImages({ hours: DUE_HOURS[shown.urgency] })}
      </Standing>
    );
  }
  if (isConsentMissing) return <Standing title={texts.pausedTitle}>{texts.pausedConsent}</Standing>;
  if (!shown.dueAt || !shown.submittedAt) return null;
  const left = timeLeft(shown.dueAt, now);
  if (!left) return <Banner tone="warning">{texts.late}</Banner>;
  const begin = new Date(shown.submittedAt).getTime();
  const share = (now - begin) / (new Date(shown.dueAt).getTime() - begin);
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 font-semibold tabular-nums">
        <Hourglass aria-hidden className="size-5 shrink-0 text-signal" />
        {texts.left(left)}
      </p>
      <Progress label={texts.label} share={Math.min(1, Math.max(0, share))} />
    </div>
  );
}

function Standing({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <p className="flex gap-2 rounded bg-grey-1 p-3">
      <PauseCircle aria-hidden className="mt-0.5 size-5 shrink-0 text-grey-4" />
      <span>
        <span className="block font-semibold">{title}</span>
        {children}
      </span>
    </p>
  );
}
