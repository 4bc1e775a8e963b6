import { reports } from '@duai/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { queryOf } from '../../../../lib/counted.ts';
import { formatDateTime } from '../../../../lib/formatting.ts';
import { useShownLanguage, useWorkTexts } from '../../../../lib/messages.tsx';
import { keyOf } from '../../../../lib/query-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Select } from '../../../../ui/forms/input.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { ChangedWords } from './changed-words.tsx';

interface HistoryProps {
  readonly caseId: string;
  /** Restores the text of a version; absent if the report cannot be edited. */
  readonly onUse?: (version: reports.ReportVersion) => void;
}

/** Earlier versions of the report, their authors, and the changes by word. */
export function VersionHistory(props: HistoryProps) {
  const texts = useWorkTexts().reporting.versions;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" className="justify-self-start" onClick={() => setIsOpen(true)}>
        <History aria-hidden className="size-4" />
        {texts.open}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={texts.title} size="large">
        {isOpen && (
          <Versions
            {...props}
            onUse={
              props.onUse &&
              ((version) => {
                props.onUse?.(version);
                setIsOpen(false);
              })
            }
          />
        )}
      </Dialog>
    </>
  );
}

function Versions({ caseId, onUse }: HistoryProps) {
  const { interface: shared, reporting } = useWorkTexts();
  const texts = reporting.versions;
  const shown = useShownLanguage();
  const [chosen, setChosen] = useState(0);
  const versions = useInfiniteQuery({
    queryKey: keyOf(reports.getReportVersions, { params: { caseId } }),
    queryFn: ({ pageParam, signal }) =>
      call(reports.getReportVersions, { params: { caseId }, query: queryOf({ page: 1, cursor: pageParam }), signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    staleTime: 0,
    gcTime: 0,
  });
  if (versions.isPending) return <Spinner label={shared.loading} />;
  if (versions.isError) return <p role="alert">{shared.nothingLostTryAgain}</p>;
  const version = versions.data[chosen];
  const before = versions.data[chosen + 1];
  if (!version) return <p className="text-grey-4">{texts.none}</p>;
  const nameOf = ({ number, by, savedAt }: reports.ReportVersion) =>
    texts.version({ number, by: by ?? texts.machine, at: formatDateTime(savedAt, shown) });
  return (
    <div className="grid gap-4">
      <Field label={texts.choose}>
        <Select
          value={chosen}
          onChange={({ target }) => {
            const at = Number(target.value);
            setChosen(at);
            // The last one that is loaded is compared with the first of the next page.
            if (at === versions.data.length - 1 && versions.hasNextPage) void versions.fetchNextPage();
          }}
        >
          {versions.data.map((each, at) => (
            <option key={each.number} value={at}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      </Field>
      {versions.hasNextPage && (
        <Button
          size="small"
          variant="secondary"
          className="justify-self-start"
          isPending={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      {before && <p className="text-sm text-grey-4">{texts.against({ number: before.number })}</p>}
      <ChangedWords before={before?.content ?? version.content} after={version.content} language={version.language} />
      {onUse && chosen > 0 && (
        <Button size="small" variant="secondary" className="justify-self-start" onClick={() => onUse(version)}>
          {texts.use}
        </Button>
      )}
    </div>
  );
}
