import type { reports } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { type Renewed, renew } from '../../lib/renewals.ts';
import { useChange } from '../../lib/use-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Shown above a report with a critical finding: readers acknowledge it, which ends the escalation. */
export function CriticalFinding({
  critical: { markedAt, acknowledgedAt, acknowledgedBy },
  reader,
  renews,
  onAcknowledge,
}: {
  readonly critical: reports.Critical;
  readonly reader: 'patient' | 'doctor';
  /** The query of the report. */
  readonly renews: Renewed;
  /** Of the finding that is shown. */
  readonly onAcknowledge: (shown: { markedAt: string }) => Promise<unknown>;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.reports.critical;
  const queryClient = useQueryClient();
  const acknowledge = useChange(renews, onAcknowledge);
  /** Where it is refused because another finding was marked since, the page shows that one. */
  const anew = { onError: () => renew(queryClient, renews) };
  return (
    <Banner
      tone={acknowledgedAt ? 'info' : 'error'}
      title={texts.title}
      action={
        acknowledgedAt === null && (
          <Button isPending={acknowledge.isPending} onClick={() => acknowledge.mutate({ markedAt }, anew)}>
            {texts.confirm}
          </Button>
        )
      }
    >
      <p>{reader === 'patient' ? texts.text : texts.doctor}</p>
      {acknowledgedAt && (
        <p>
          {(acknowledgedBy === 'phone' ? texts.told : texts.done)({ time: formatDateTime(acknowledgedAt, language) })}
        </p>
      )}
    </Banner>
  );
}
