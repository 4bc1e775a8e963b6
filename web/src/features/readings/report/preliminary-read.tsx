import { preliminaryReads, type reports, studies } from '@duai/contract';
import { BookOpenCheck } from 'lucide-react';
import { call } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { useShownLanguage, useWorkTexts } from '../../../lib/messages.tsx';
import { useChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

/** Explains why no AI is shown, and saves the reader's own preliminary read, after which it is shown. */
export function SavePreliminary({
  caseId,
  version,
  hasText,
  isSaved,
}: {
  readonly caseId: string;
  readonly version: number;
  readonly hasText: boolean;
  /** Whether the text on screen is saved on the server. */
  readonly isSaved: boolean;
}) {
  const { readFirst } = useWorkTexts().reporting;
  const save = useSavePreliminary(caseId, readFirst.saved);
  return (
    <Banner
      tone="info"
      title={readFirst.title}
      action={
        <Button disabled={!hasText || !isSaved} isPending={save.isPending} onClick={() => save.mutate(version)}>
          <BookOpenCheck aria-hidden className="size-5" />
          {readFirst.save}
        </Button>
      }
    >
      <p>{readFirst.body}</p>
      {!hasText ? (
        <p className="mt-1 font-semibold">{readFirst.toWrite}</p>
      ) : (
        !isSaved && <p className="mt-1">{readFirst.saving}</p>
      )}
    </Banner>
  );
}

/** Without that rule, a reader may still save the current text as a preliminary read, once for these images. */
export function KeepPreliminary({
  caseId,
  report: { version, preliminaryReads: kept },
  isReady,
}: {
  readonly caseId: string;
  readonly report: reports.Report;
  readonly isReady: boolean;
}) {
  const { readFirst, signature } = useWorkTexts().reporting;
  const save = useSavePreliminary(caseId, readFirst.saved);
  if (kept.length > 0) return null;
  return (
    <Button variant="secondary" disabled={!isReady} isPending={save.isPending} onClick={() => save.mutate(version)}>
      {signature.keepPreliminary}
    </Button>
  );
}

const useSavePreliminary = (caseId: string, done: string) =>
  useChange(
    studies.getReading,
    (version: number) => call(preliminaryReads.savePreliminary, { params: { caseId }, body: { version } }),
    done,
  );

/** The preliminary reads that were saved before the report was final; they never change. */
export function PreliminaryReads({ reads }: { readonly reads: readonly reports.PreliminaryRead[] }) {
  const { readFirst } = useWorkTexts().reporting;
  const shown = useShownLanguage();
  if (reads.length === 0) return null;
  return (
    <details className="rounded border border-grey-2 bg-surface p-3 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">{readFirst.reads}</summary>
      <p className="mt-1 text-grey-4">{readFirst.staffOnly}</p>
      {reads.map((read) => (
        <article key={`${read.by}${read.savedAt}`} className="mt-3 grid gap-1">
          <h4 className="font-semibold">
            {readFirst.readBy({ name: read.by, at: formatDateTime(read.savedAt, shown) })}
          </h4>
          <p className="text-grey-4">{readFirst.findings}</p>
          <p lang={read.language} className="whitespace-pre-line">
            {read.findings}
          </p>
          <p className="text-grey-4">{readFirst.impression}</p>
          <p lang={read.language} className="whitespace-pre-line">
            {read.impression}
          </p>
        </article>
      ))}
    </details>
  );
}
