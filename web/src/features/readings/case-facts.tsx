import { bodyPartIn, cases, type studies } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime, formatRelative } from '../../lib/formatting.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { GENDER_NAMES } from './report/report-texts.ts';
import { UrgencyBadge } from './urgency-badge.tsx';

/** Who acts for the person on the images. */
const RELATION_NAMES = {
  child: 'a parent',
  parent: 'a child of the patient',
  spouse: 'the spouse',
  ward: 'the guardian',
  other: 'another relative',
};

/** Whom and what the case is about. */
export function CaseFacts({ reading }: { readonly reading: studies.Reading }) {
  const { patient, ...facts } = reading.case;
  const bodyPart = facts.bodyPart && bodyPartIn(facts.bodyPart, 'en');
  const now = Date.now();
  const isLate = facts.status === 'processing' && facts.dueAt !== null && Date.parse(facts.dueAt) < now;
  const rows: [string, string | null][] = [
    ['Patient', `${patient.firstName} ${patient.lastName}`],
    ['Date of birth', patient.dateOfBirth],
    ['Gender', GENDER_NAMES[patient.gender ?? ''] ?? null],
    ['Uploaded by', facts.relation && RELATION_NAMES[facts.relation]],
    ['Examination', [facts.modality, bodyPart, facts.side].filter(Boolean).join(' · ')],
    ['Clinical history', facts.clinicalHistory],
    ['Symptoms', facts.symptoms],
    ['First report', facts.firstReport?.text ?? null],
    ['Open question', facts.question],
  ];
  return (
    <dl className="grid gap-2 rounded border border-grey-2 bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <dt className="sr-only">Urgency and due time</dt>
        <dd className="flex flex-wrap items-center gap-1.5">
          <UrgencyBadge urgency={facts.urgency} />
          {isLate && (
            <Badge tone="red" icon={AlarmClock}>
              Late
            </Badge>
          )}
        </dd>
        {facts.dueAt && facts.status !== 'completed' && (
          <dd>
            Due {formatRelative(facts.dueAt, 'en', now)}
            <span className="block text-xs text-grey-4">{formatDateTime(facts.dueAt, 'en')}</span>
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
  const download = useMutation({
    mutationFn: () => saveFile(cases.getFirstReportForStaff, { caseId }, name),
    onError: (error) =>
      showToast({ tone: 'destructive', title: 'Not downloaded', description: messageOf(error, 'No connection') }),
  });
  return (
    <div>
      <dt className="text-xs text-grey-4">First report (PDF)</dt>
      <dd>
        <Button variant="secondary" size="small" isPending={download.isPending} onClick={() => download.mutate()}>
          <span className="[overflow-wrap:anywhere]">{name}</span>
        </Button>
      </dd>
    </div>
  );
}
