import type { trial } from '@duai/contract';
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { formatDate } from '../../lib/formatting.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

const STATUSES = {
  processing: { tone: 'yellow', icon: LoaderCircle, label: 'Processing' },
  complete: { tone: 'green', icon: CircleCheck, label: 'Complete' },
  failed: { tone: 'red', icon: CircleAlert, label: 'Failed' },
} as const;

export function ScansTable({ scans }: { readonly scans: readonly trial.Scan[] }) {
  return (
    <Table caption="Recent scans">
      <thead>
        <tr>
          <HeaderCell>Study</HeaderCell>
          <HeaderCell>Date</HeaderCell>
          <HeaderCell>Body part</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <HeaderCell>AI findings</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => {
          const status = STATUSES[scan.status];
          return (
            <tr key={scan.id}>
              <Cell>
                <span className="font-medium">{scan.studyDescription ?? 'Study without description'}</span>
                <span className="block text-grey-4">
                  {scan.modality ?? 'Modality unknown'} · {scan.source === 'pacs' ? 'from PACS' : 'uploaded'}
                </span>
              </Cell>
              <Cell className="whitespace-nowrap">
                <time dateTime={scan.uploadDate}>{formatDate(scan.uploadDate, 'en')}</time>
              </Cell>
              <Cell>{scan.bodyPart ?? '–'}</Cell>
              <Cell>
                <Badge tone={status.tone} icon={status.icon}>
                  {status.label}
                </Badge>
              </Cell>
              <Cell className="min-w-64">
                {scan.findings.length > 0 ? (
                  <ul className="grid gap-1">
                    {scan.findings.map((finding) => (
                      <li key={finding}>{finding}</li>
                    ))}
                  </ul>
                ) : (
                  <span className="text-grey-4">{scan.status === 'processing' ? 'Analysis is running' : 'None'}</span>
                )}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
