import { scans } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { FindingList } from '../../../features/scans/finding-list.tsx';
import { ScanExports } from '../../../features/scans/scan-exports.tsx';
import { call } from '../../../lib/api.ts';
import { countedIn, pageIn, queryOf, searchOf } from '../../../lib/counted.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { modalityName, studyName } from '../../../lib/study-names.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { ListPages } from '../../../ui/pagination.tsx';
import { WorkbenchHead } from '../workbench-head.tsx';

/** The Reports tab: agree or disagree with every finding in one click, and download the report in four formats. */
export default function TrialReports() {
  const texts = useWorkTexts().portal.reports;
  const { names } = useWorkTexts();
  const [search, setSearch] = useSearchParams();
  const page = pageIn(search, scans.REPORTS_PER_PAGE);
  const reports = useQuery({
    queryKey: keyOf(scans.listTrialReports, { query: queryOf(page) }),
    queryFn: ({ signal }) => call(scans.listTrialReports, { query: queryOf(page), signal }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <WorkbenchHead title={texts.reports} />
      <Loaded query={reports}>
        {({ rows, ...found }) =>
          rows.length === 0 ? (
            <EmptyState icon={FileText} title={texts.noReportsYet} description={texts.theFindingsOfEveryStudy} />
          ) : (
            <>
              <p role="status" className="-mb-3 text-sm text-grey-4">
                {countedIn(found.total, { counted: names.studies, more: names.moreStudies })}
              </p>
              <ul className="grid gap-4">
                {rows.map((row) => (
                  <li key={row.scan.id}>
                    <ReportCard row={row} />
                  </li>
                ))}
              </ul>
              <ListPages
                at={page}
                found={found}
                perPage={scans.REPORTS_PER_PAGE}
                onChange={(step) => setSearch(Object.entries(searchOf(step)).filter(([, text]) => text))}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function ReportCard({ row: { scan, findings } }: { readonly row: scans.ReportRow }) {
  const texts = useWorkTexts().portal.reports;
  const { names } = useWorkTexts();
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold">
            <Link className={linkClasses} to={`/duaicheck-trial/dashboard/studies/${scan.id}/report`}>
              {studyName(scan, names)}
            </Link>
          </h2>
          <p className="text-sm text-grey-4">
            {[
              modalityName(scan.modality, names),
              scan.bodyPart,
              scan.patientId,
              formatDate(scan.uploadDate, activeLanguage()),
              scan.isSample && texts.sampleContent,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ScanExports scan={scan} />
        </div>
      </div>
      {findings.length > 0 ? (
        <FindingList scanId={scan.id} findings={findings} />
      ) : (
        <ul className="grid list-disc gap-1 ps-5">
          {[...new Set(scan.findings)].map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
