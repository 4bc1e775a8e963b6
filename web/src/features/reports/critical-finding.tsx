import type { reports } from '@duai/contract';
import { formatDateTime } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import type { Renewed } from '../../lib/renewals.ts';
import { useChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Shown above a report with a critical finding: readers acknowledge it, which ends the escalation. */
export function CriticalFinding({
  critical: { acknowledgedAt },
  reader,
  renews,
  onAcknowledge,
}: {
  readonly critical: reports.Critical;
  readonly reader: 'patient' | 'doctor';
  /** The query of the report. */
  readonly renews: Renewed;
  readonly onAcknowledge: () => Promise<unknown>;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.reports.critical;
  const acknowledge = useChange(renews, onAcknowledge);
  return (
    <Banner
      tone={acknowledgedAt ? 'info' : 'error'}
      title={texts.title}
      action={
        acknowledgedAt === null && (
          <Button isPending={acknowledge.isPending} onClick={() => acknowledge.mutate(undefined)}>
            {texts.confirm}
          </Button>
        )
      }
    >
      <p>{reader === 'patient' ? texts.text : texts.doctor}</p>
      {acknowledgedAt && <p>{texts.done({ time: formatDateTime(acknowledgedAt, language) })}</p>}
    </Banner>
  );
}
