import { reports } from '@duai/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api.ts';
import { saveBlob } from '../../lib/object-url.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const useReport = (caseId: string) =>
  useQuery({
    queryKey: keyOf(reports.getReport, { params: { caseId } }),
    queryFn: ({ signal }) => call(reports.getReport, { params: { caseId }, signal }),
  });

/** Fetches the PDF with the bearer token and saves it as a download. */
export const useReportDownload = (caseId: string, fileName: string) =>
  useMutation({
    mutationFn: () => callForFile(reports.getReportPdf, { params: { caseId } }),
    onSuccess: (pdf) => saveBlob(pdf, fileName),
  });
