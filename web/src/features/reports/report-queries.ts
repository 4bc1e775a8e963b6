import { reports } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api.ts';
import { saveBlob } from '../../lib/object-url.ts';

/** Below the key of its case, so that news of the case reaches the report too. */
const reportKey = (caseId: string) => ['/api/second-opinion/cases', caseId, 'report'] as const;

export const useReport = (caseId: string) =>
  useQuery({
    queryKey: reportKey(caseId),
    queryFn: ({ signal }) => call(reports.getReport, { params: { caseId }, signal }),
  });

/** The PDF is fetched with the bearer token and handed over as a download. */
export const useReportDownload = (caseId: string, fileName: string) =>
  useMutation({
    mutationFn: () => callForFile(reports.getReportPdf, { params: { caseId } }),
    onSuccess: (pdf) => saveBlob(pdf, fileName),
  });
