import { reports } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keyOf } from '../../lib/query-keys.ts';

export const useReport = (caseId: string) =>
  useQuery({
    queryKey: keyOf(reports.getReport, { params: { caseId } }),
    queryFn: ({ signal }) => call(reports.getReport, { params: { caseId }, signal }),
  });
