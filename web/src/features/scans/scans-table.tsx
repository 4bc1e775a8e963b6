import type { scans as scanContract } from '@duai/contract';
import { Fragment } from 'react';
import { classes } from '../../lib/class-names.ts';
import { formatDate, formatDay } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { modalityName, studyName } from '../../lib/study-names.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Cell, HeaderCell, type SortDirection, Table } from '../../ui/table.tsx';
import { arrivalText } from './arrival-text.ts';
import { ScanStatus } from './scan-status.tsx';

export interface ScanSort {
  readonly by: (typeof scanContract.STUDY_SORTS)[number];
  readonly direction: SortDirection;
  readonly onSort: (by: (typeof scanContract.STUDY_SORTS)[number]) => void;
}

/** Scans with View and Report; with `sort`, the headings are sort buttons. */
export function ScansTable({
  caption,
  scans,
  sort,
  actions,
}: {
  readonly caption: string;
  readonly scans: readonly scanContract.Scan[];
  readonly sort?: ScanSort;
  /** More buttons for a row. */
  readonly actions?: (scan: scanContract.Scan) => React.ReactNode;
}) {
  const { scansTable: texts, arrival: arrivalTexts } = useWorkTexts().scans;
  const { names } = useWorkTexts();
  const sorting = (by: ScanSort['by']) =>
    sort && { sort: sort.by === by ? sort.direction : null, onSort: () => sort.onSort(by) };
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <HeaderCell {...sorting('studyDescription')}>{texts.studyInfo}</HeaderCell>
          <HeaderCell className="max-sm:hidden" {...sorting('studyDate')}>
            {texts.date}
          </HeaderCell>
          {sort && (
            <HeaderCell className="max-lg:hidden" {...sorting('uploadDate')}>
              {texts.received}
            </HeaderCell>
          )}
          <HeaderCell className="max-lg:hidden">{texts.bodyPart}</HeaderCell>
          <HeaderCell {...sorting('status')}>{texts.status}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.aiFindings}</HeaderCell>
          <HeaderCell className="max-lg:hidden">
            <span className="sr-only">{texts.actions}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => (
          <Fragment key={scan.id}>
            <tr>
              <Cell className="max-lg:border-b-0 lg:min-w-44">
                <span className="font-medium">{studyName(scan, names)}</span>
                <span className="block text-grey-4">
                  {[modalityName(scan.modality, names), scan.patientId, !sort && arrivalText(scan, arrivalTexts)]
                    .filter(Boolean)
                    .join(' · ')}
                  {scan.bodyPart && <span className="lg:hidden"> · {scan.bodyPart}</span>}
                </span>
                {sort && <span className="block text-grey-4 lg:hidden">{arrivalText(scan, arrivalTexts)}</span>}
                <span className="block text-grey-4 sm:hidden">
                  <StudyDay scan={scan} />
                </span>
              </Cell>
              <Cell className="whitespace-nowrap max-sm:hidden max-lg:border-b-0">
                <StudyDay scan={scan} />
              </Cell>
              {sort && (
                <Cell className="max-lg:hidden">
                  <time dateTime={scan.uploadDate} className="whitespace-nowrap">
                    {formatDate(scan.uploadDate, activeLanguage())}
                  </time>
                  <span className="block text-grey-4">{arrivalText(scan, arrivalTexts)}</span>
                </Cell>
              )}
              <Cell className="max-lg:hidden">{scan.bodyPart ?? '–'}</Cell>
              <Cell className="w-px max-lg:border-b-0">
                <ScanStatus status={scan.status} />
              </Cell>
              <Cell className="min-w-64 max-lg:hidden">
                <Findings scan={scan} />
              </Cell>
              <Cell className="max-lg:hidden">
                <RowActions scan={scan} more={actions} />
              </Cell>
            </tr>
            {/* Where the columns do not fit, findings and buttons have their own row: across two columns on a phone, three on
                wider screens. */}
            <tr className="lg:hidden">
              {[
                { columns: 2, className: 'sm:hidden' },
                { columns: 3, className: 'max-sm:hidden' },
              ].map(({ columns, className }) => (
                <Cell key={columns} colSpan={columns} className={classes('pt-0', className)}>
                  <div className="grid gap-2">
                    <Findings scan={scan} />
                    <RowActions scan={scan} more={actions} />
                  </div>
                </Cell>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

/** The day of the examination, not the one on which it came. */
const StudyDay = ({ scan: { studyDate } }: { readonly scan: scanContract.Scan }) =>
  studyDate === null ? '–' : <time dateTime={studyDate}>{formatDay(studyDate, activeLanguage())}</time>;

function RowActions({
  scan,
  more,
}: {
  readonly scan: scanContract.Scan;
  readonly more: ((scan: scanContract.Scan) => React.ReactNode) | undefined;
}) {
  const texts = useWorkTexts().scans.scansTable;
  const { names } = useWorkTexts();
  return (
    <div className="flex items-center gap-1 lg:justify-end">
      <ButtonLink
        to={`/duaicheck-trial/dashboard/studies/${scan.id}`}
        variant="secondary"
        size="small"
        aria-label={texts.viewNamed({ name: nameOf(scan, names) })}
      >
        {texts.view}
      </ButtonLink>
      <ButtonLink
        to={`/duaicheck-trial/dashboard/studies/${scan.id}/report`}
        variant="secondary"
        size="small"
        aria-label={texts.reportNamed({ name: nameOf(scan, names) })}
      >
        {texts.report}
      </ButtonLink>
      {more?.(scan)}
    </div>
  );
}

const nameOf = (scan: scanContract.Scan, names: WorkTexts['names']): string =>
  scan.studyDescription ? studyName(scan, names) : (scan.patientId ?? names.study);
const SHOWN = 2;

function Findings({ scan }: { readonly scan: scanContract.Scan }) {
  const { scansTable: texts, scanStatus } = useWorkTexts().scans;
  if (scan.failureReason) return <span className="text-red">{scan.failureReason}</span>;
  if (scan.stage) return <span className="text-grey-4">{scanStatus.stages[scan.stage]}</span>;
  if (scan.findings.length === 0) return <span className="text-grey-4">{texts.none}</span>;
  // Several series of a study may have the same sentence.
  const findings = [...new Set(scan.findings)];
  const rest = findings.length - SHOWN;
  return (
    <ul className="grid gap-1">
      {findings.slice(0, SHOWN).map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
      {rest > 0 && <li className="text-grey-4">{texts.moreInTheReport({ rest })}</li>}
    </ul>
  );
}
