import { type leftOutObjects, reports } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { isPdfAwaited, UNTIL_PDF_IS_MADE } from '../../../../lib/files/until-pdf-is-made.ts';
import { formatDateTime } from '../../../../lib/formatting.ts';
import { activeLanguage } from '../../../../lib/language.ts';
import { useWorkTexts } from '../../../../lib/messages.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { openPdf, type ReadingActions } from '../../reading-queries.ts';
import { KeyImages } from '../key-images.tsx';
import { PreliminaryReads } from '../preliminary-read.tsx';
import { SECTIONS } from '../sections.ts';
import { StageBadge } from '../stage-badge.tsx';
import { useKeptText } from '../versions/kept-text.ts';
import { UnsavedText } from '../versions/unsaved-text.tsx';
import { VersionHistory } from '../versions/version-history.tsx';
import { AddendumForm } from './addendum-form.tsx';
import { LeftOutObjects } from './left-out-objects.tsx';
import { saveObjects } from './save-objects.ts';

const ACKNOWLEDGED = { patient: 'byPatient', doctor: 'byDoctor', phone: 'byPhone' } as const;

/** A signed report: read-only, with its verification data, its PDF and the form for an addendum. */
export function SignedReport({
  caseId,
  caseNumber,
  owner,
  report,
  actions,
  wayToPatient,
  onShow,
}: {
  readonly caseId: string;
  readonly caseNumber: string;
  /** The reader's id. */
  readonly owner: string;
  readonly report: reports.Report;
  readonly actions: ReadingActions;
  /** How the patient is reached, where nobody has acknowledged a critical finding. */
  readonly wayToPatient: React.ReactNode;
  readonly onShow: (image: reports.KeyImage) => void;
}) {
  const {
    readings: {
      report: labels,
      signedReport: texts,
      caseFacts: { notDownloaded },
    },
    reporting: { signature, critical },
    interface: shared,
  } = useWorkTexts();
  const language = activeLanguage();
  const [leftOut, setLeftOut] = useState<leftOutObjects.LeftOut | null>(null);
  const files = useMutation({
    ...UNTIL_PDF_IS_MADE,
    mutationFn: (what: 'pdf' | 'objects') =>
      what === 'pdf'
        ? openPdf(caseId, `${caseNumber}.pdf`).then(() => null)
        : saveObjects(reports.getReportObjects, { caseId }, `${caseNumber}.zip`),
    onSuccess: (told, what) => what === 'objects' && setLeftOut(told),
    onError: (error) =>
      showToast({
        title: notDownloaded,
        description: messageOf(error, shared.tryAgainLater),
        tone: 'destructive',
      }),
  });
  const isAwaited = isPdfAwaited(files);
  const kept = useKeptText({ caseId, owner, report, typed: report, isDirty: false });
  const unsaved = useRef<HTMLDivElement>(null);
  const { settleSave } = actions;
  useEffect(() => {
    // Signed in another window while text was written here: its place is shown, and no save is tried any more.
    unsaved.current?.firstElementChild?.scrollIntoView({ block: 'center' });
    settleSave();
  }, [settleSave]);
  return (
    <section aria-labelledby="report" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="report" className="font-semibold">
          {texts.heading}
        </h2>
        <StageBadge stage={report.stage} />
      </div>
      <div ref={unsaved} className="empty:hidden">
        {kept.found && <UnsavedText kept={kept.found} report={report} onDrop={kept.decide} />}
      </div>
      <Banner tone="success" title={texts.signedBy({ name: report.signedBy ?? '' })}>
        <p>{formatDateTime(report.signedAt!, language)}</p>
        <p>{report.openedAt ? texts.openedAt({ time: formatDateTime(report.openedAt, language) }) : texts.notOpened}</p>
        <p className="font-mono text-xs break-all">{report.contentSha256}</p>
      </Banner>
      {report.critical && (
        <Banner
          tone={report.critical.acknowledgedAt ? 'info' : 'warning'}
          title={
            report.critical.acknowledgedAt && report.critical.acknowledgedBy
              ? critical[ACKNOWLEDGED[report.critical.acknowledgedBy]]({
                  time: formatDateTime(report.critical.acknowledgedAt, language),
                })
              : critical.open
          }
        />
      )}
      {report.critical && !report.critical.acknowledgedAt && wayToPatient}
      <div className="flex flex-wrap gap-2">
        {(['pdf', 'objects'] as const).map((what) => (
          <Button
            key={what}
            variant="secondary"
            disabled={files.isPending}
            isPending={files.isPending && files.variables === what}
            onClick={() => files.mutate(what)}
          >
            {what === 'pdf' ? texts.openPdf : texts.saveObjects}
          </Button>
        ))}
        <p role="status" className={isAwaited ? 'basis-full text-sm' : 'sr-only'}>
          {isAwaited && texts.pdfBeingMade}
        </p>
      </div>
      {leftOut && <LeftOutObjects {...leftOut} />}
      {SECTIONS.filter((section) => report.content[section].trim()).map((section) => (
        <div key={section}>
          <h3 className="text-sm font-semibold text-grey-4">{labels.sections[section]}</h3>
          <p lang={report.language} className="whitespace-pre-line">
            {report.content[section]}
          </p>
          {section === 'impression' && report.radsLine && (
            <p lang={report.language} className="font-semibold">
              {report.radsLine}
            </p>
          )}
        </div>
      ))}
      {report.content.keyImages.length > 0 && (
        <KeyImages
          onShow={onShow}
          images={report.content.keyImages}
          places={report.keyImagePlaces}
          language={report.language}
        />
      )}
      {report.content.agreement && (
        <div>
          <h3 className="text-sm font-semibold text-grey-4">{labels.agreement}</h3>
          <p>{labels.agreements[report.content.agreement]}</p>
        </div>
      )}
      {report.addenda.map((entry) => (
        <div key={entry.id} className="rounded border border-grey-2 p-3">
          <h3 className="text-sm font-semibold">
            {(entry.kind === 'correction' ? signature.correctionBy : texts.addendumBy)({
              name: entry.signedBy,
              time: formatDateTime(entry.signedAt, language),
            })}
          </h3>
          <p className="whitespace-pre-line">{entry.text}</p>
        </div>
      ))}
      <VersionHistory caseId={caseId} />
      <PreliminaryReads reads={report.preliminaryReads} />
      <AddendumForm
        caseId={caseId}
        owner={owner}
        signed={report.addenda.length}
        language={report.language}
        actions={actions}
      />
    </section>
  );
}
