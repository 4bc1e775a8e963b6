import { bodyPartIn, cases } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { formatDateTime, formatRelative } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { ShownReading } from './reading-queries.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

/** The clinical facts of the case; the patient is named in the banner above. */
export function CaseFacts({ reading }: { readonly reading: ShownReading }) {
  const facts = reading.case;
  const { readings, names } = useWorkTexts();
  const texts = readings.caseFacts;
  const language = activeLanguage();
  const bodyPart = facts.bodyPart && bodyPartIn(facts.bodyPart, language);
  const now = Date.now();
  const isLate = facts.status === 'processing' && facts.dueAt !== null && Date.parse(facts.dueAt) < now;
  const rows: [string, string | null][] = [
    [texts.uploadedBy, facts.relation && texts.relations[facts.relation]],
    [
      texts.examination,
      [names.caseModalities[facts.modality], bodyPart, facts.side && texts.sides[facts.side]]
        .filter(Boolean)
        .join(' · '),
    ],
    [texts.clinicalHistory, facts.clinicalHistory],
    [texts.symptoms, facts.symptoms],
    [texts.firstReport, facts.firstReport?.text ?? null],
    [texts.openQuestion, facts.question],
  ];
  return (
    <dl className="grid gap-2 rounded border border-grey-2 bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <dt className="sr-only">{texts.urgencyAndDue}</dt>
        <dd className="flex flex-wrap items-center gap-1.5">
          <UrgencyBadge urgency={facts.urgency} />
          {isLate && (
            <Badge tone="red" icon={AlarmClock}>
              {texts.late}
            </Badge>
          )}
        </dd>
        {facts.dueAt && facts.status !== 'completed' && (
          <dd>
            {texts.due({ time: formatRelative(facts.dueAt, language, now) })}
            <span className="block text-xs text-grey-4">{formatDateTime(facts.dueAt, language)}</span>
          </dd>
        )}
      </div>
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt className="text-xs text-grey-4">{label}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
      {facts.firstReport?.file && <FirstReportFile caseId={facts.id} name={facts.firstReport.file.name} />}
    </dl>
  );
}

function FirstReportFile({ caseId, name }: { readonly caseId: string; readonly name: string }) {
  const { readings, interface: shared } = useWorkTexts();
  const texts = readings.caseFacts;
  const download = useMutation({
    mutationFn: () => saveFile(cases.getFirstReportForStaff, { caseId }, name),
    onError: (error) =>
      showToast({
        tone: 'destructive',
        title: texts.notDownloaded,
        description: messageOf(error, shared.tryAgainLater),
      }),
  });
  return (
    <div>
      <dt className="text-xs text-grey-4">{texts.firstReportFile}</dt>
      <dd>
        <Button variant="secondary" size="small" isPending={download.isPending} onClick={() => download.mutate()}>
          <span className="[overflow-wrap:anywhere]">{name}</span>
        </Button>
      </dd>
    </div>
  );
}
