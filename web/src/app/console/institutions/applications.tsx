import { institutions } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { ListCut, Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { choiceName } from '../../../features/institutions/choice-name.ts';
import { call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton, WrittenStep } from '../../../ui/confirm-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

const TONES = { new: 'blue', asked: 'yellow', approved: 'green', declined: 'grey' } as const;

export default function Applications() {
  const texts = useWorkTexts().console.applications;
  const applications = useQuery({
    queryKey: keyOf(institutions.listApplications),
    queryFn: () => call(institutions.listApplications),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title} />
      <Loaded query={applications}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Inbox} title={texts.noneTitle} description={texts.none} />
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
  const { console: room, institutions: shared } = useWorkTexts();
  const texts = room.applications;
  const { choices } = shared.trialRegistration;
  const params = { applicationId: application.id };
  const approve = useChange(
    institutions.listApplications,
    () => call(institutions.approveApplication, { params }),
    texts.approved,
  );
  const decline = useChange(
    institutions.listApplications,
    (reason: string) => call(institutions.declineApplication, { params, body: { reason } }),
    texts.declined,
  );
  const ask = useChange(
    institutions.listApplications,
    (question: string) => call(institutions.askApplicant, { params, body: { question } }),
    texts.asked,
  );
  const facts: [string, string | null][] = [
    [texts.contact, `${application.contactName}, ${application.email}, ${application.phone}`],
    [texts.pacs, [application.pacsVendor, application.pacsVersion].filter(Boolean).join(' ')],
    [texts.nodes, application.dicomNodes],
    [texts.modalities, application.modalities.map((name) => choiceName(name, choices)).join(', ')],
    [texts.studiesPerDay, application.studiesPerDay && choiceName(application.studiesPerDay, choices)],
    [texts.comments, application.comments],
    [texts.weAsked, application.question],
    [texts.theyAnswered, application.answer],
    [texts.declinedBecause, application.declineReason],
    [texts.received, formatDateTime(application.createdAt, activeLanguage())],
  ];
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">
          {application.institutionName}{' '}
          <span className="font-normal text-grey-4">{choiceName(application.country, choices)}</span>
        </h2>
        <Badge tone={TONES[application.status]}>{texts.statuses[application.status]}</Badge>
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
            label={texts.approve}
            accessibleLabel={texts.approveNamed({ name: application.institutionName })}
            title={texts.approveTitle}
            consequence={texts.approveText}
            variant="primary"
            isPending={approve.isPending}
            onConfirm={() => approve.mutate(undefined)}
          />
          <WrittenStep
            label={texts.ask}
            accessibleLabel={texts.askNamed({ name: application.institutionName })}
            title={texts.askTitle}
            consequence={texts.askText}
            fieldLabel={texts.question}
            isPending={ask.isPending}
            onConfirm={(question) => ask.mutate(question)}
          />
          <WrittenStep
            label={texts.decline}
            accessibleLabel={texts.declineNamed({ name: application.institutionName })}
            title={texts.declineTitle}
            consequence={texts.declineText}
            fieldLabel={texts.reason}
            isPending={decline.isPending}
            onConfirm={(reason) => decline.mutate(reason)}
          />
        </div>
      )}
    </Card>
  );
}
