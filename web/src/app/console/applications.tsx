import { institutions } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { ListCut, Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { useChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton, WrittenStep } from '../../ui/confirm-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const KEY = institutions.listApplications.path;
const TONES = { new: 'blue', asked: 'yellow', approved: 'green', declined: 'grey' } as const;

export default function Applications() {
  const applications = useQuery({ queryKey: [KEY], queryFn: () => call(institutions.listApplications), staleTime: 0 });
  return (
    <>
      <PageHead title="Trial applications" />
      <Loaded query={applications}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={Inbox}
              title="No applications"
              description="They appear here as soon as an institution registers for the trial."
            />
          ) : (
            <>
              <ul className="grid gap-3">
                {rows.map((row) => (
                  <li key={row.id}>
                    <ApplicationCard application={row} />
                  </li>
                ))}
              </ul>
              <ListCut rows={rows} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function ApplicationCard({ application }: { readonly application: institutions.Application }) {
  const params = { applicationId: application.id };
  const approve = useChange(
    KEY,
    () => call(institutions.approveApplication, { params }),
    'Application approved, invitation sent',
  );
  const decline = useChange(
    KEY,
    (reason: string) => call(institutions.declineApplication, { params, body: { reason } }),
    'Application declined',
  );
  const ask = useChange(
    KEY,
    (question: string) => call(institutions.askApplicant, { params, body: { question } }),
    'The question was mailed',
  );
  const facts: [string, string | null][] = [
    ['Contact', `${application.contactName}, ${application.email}, ${application.phone}`],
    ['PACS', [application.pacsVendor, application.pacsVersion].filter(Boolean).join(' ')],
    ['DICOM nodes', application.dicomNodes],
    ['Modalities', application.modalities.join(', ')],
    ['Studies per day', application.studiesPerDay],
    ['Comments', application.comments],
    ['We asked', application.question],
    ['They answered', application.answer],
    ['Declined because', application.declineReason],
    ['Received', formatDateTime(application.createdAt, 'en')],
  ];
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">
          {application.institutionName} <span className="font-normal text-grey-4">{application.country}</span>
        </h2>
        <Badge tone={TONES[application.status]}>{application.status}</Badge>
      </div>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-grey-4">{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {(application.status === 'new' || application.status === 'asked') && (
        <div className="flex flex-wrap gap-2">
          <ConfirmButton
            label="Approve"
            accessibleLabel={`Approve ${application.institutionName}`}
            title="Approve this application?"
            consequence="The institution is created and an invitation, valid for 7 days, is mailed."
            variant="primary"
            isPending={approve.isPending}
            onConfirm={() => approve.mutate(undefined)}
          />
          <WrittenStep
            label="Ask back"
            accessibleLabel={`Ask back: ${application.institutionName}`}
            title="Ask the applicant"
            consequence="The applicant gets an e-mail with a link to answer. A new question replaces the one before."
            fieldLabel="Question"
            isPending={ask.isPending}
            onConfirm={(question) => ask.mutate(question)}
          />
          <WrittenStep
            label="Decline"
            accessibleLabel={`Decline ${application.institutionName}`}
            title="Decline this application?"
            consequence="The applicant is told by e-mail, with your reason. This cannot be undone."
            fieldLabel="Reason"
            isPending={decline.isPending}
            onConfirm={(reason) => decline.mutate(reason)}
          />
        </div>
      )}
    </Card>
  );
}
