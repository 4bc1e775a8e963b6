import { cases, type Overlay, type studies } from '@duai/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { ReadingQuestions } from '../../features/questions/case-questions.tsx';
import { Findings } from '../../features/readings/findings.tsx';
import { ImageViewer } from '../../features/readings/image-viewer.tsx';
import { type ReadingActions, useReading, useReadingActions } from '../../features/readings/reading-queries.ts';
import { ReportEditor, SignedReport } from '../../features/readings/report-editor.tsx';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { useSignedInStaff } from './layout.tsx';

export default function ReadingPage() {
  const { caseId = '' } = useParams();
  const reading = useReading(caseId);
  return (
    <Loaded query={reading}>
      {(data) => <Reading key={caseId} reading={data} onReload={() => void reading.refetch()} />}
    </Loaded>
  );
}

function Reading({ reading, onReload }: { readonly reading: studies.Reading; readonly onReload: () => void }) {
  const staff = useSignedInStaff();
  const actions = useReadingActions(reading.case.id);
  const allSeries = reading.studies.flatMap((study) => study.series);
  const [seriesId, setSeriesId] = useState(() => largestSeries(allSeries)?.id);
  const series = allSeries.find((candidate) => candidate.id === seriesId);
  const runs = reading.analyses.filter((run) => run.seriesId === seriesId);
  const overlays = runs.flatMap((run): Overlay[] => (run.result?.outcome === 'evaluated' ? run.result.overlays : []));
  const { report } = reading;
  const isMine = reading.case.claimedBy?.id === staff.id;
  return (
    <>
      <PageHead title={`Case ${reading.case.caseNumber}`}>
        <CaseActions reading={reading} isMine={isMine} actions={actions} />
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[15rem_minmax(0,1fr)_24rem] 2xl:grid-cols-[17rem_minmax(0,1fr)_30rem]">
        <div className="grid content-start gap-4">
          <CaseFacts reading={reading} />
          <SeriesList series={allSeries} chosen={seriesId} onChoose={setSeriesId} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          {series ? (
            <ImageViewer key={series.id} series={series} overlays={overlays} />
          ) : (
            <p className="text-grey-4">No images yet.</p>
          )}
          <Findings runs={runs} />
          <ReadingQuestions caseId={reading.case.id} />
        </div>
        <div className="min-w-0">
          {report === null ? (
            <Banner
              tone="info"
              title="No draft yet"
              action={
                <Button size="small" variant="secondary" onClick={onReload}>
                  Look again
                </Button>
              }
            >
              The draft is written when all analyses have ended.
            </Banner>
          ) : report.status === 'signed' ? (
            <SignedReport caseId={reading.case.id} report={report} actions={actions} />
          ) : (
            <ReportEditor
              key={`${report.id}:${isMine}`}
              report={report}
              canEdit={isMine && reading.case.status === 'processing'}
              actions={actions}
            />
          )}
        </div>
      </div>
    </>
  );
}

const largestSeries = (series: readonly studies.Series[]): studies.Series | undefined =>
  [...series].sort((a, b) => b.instances.length - a.instances.length)[0];

function CaseActions({
  reading,
  isMine,
  actions,
}: {
  readonly reading: studies.Reading;
  readonly isMine: boolean;
  readonly actions: ReadingActions;
}) {
  const [isAsking, setIsAsking] = useState(false);
  if (reading.case.status !== 'processing') return null;
  if (reading.case.claimedBy && !isMine)
    return <p className="text-sm text-grey-4">Being read by {reading.case.claimedBy.name}</p>;
  if (!isMine) {
    return (
      <Button size="small" isPending={actions.claim.isPending} onClick={() => actions.claim.mutate()}>
        Claim case
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        variant="quiet"
        isPending={actions.release.isPending}
        onClick={() => actions.release.mutate()}
      >
        Give back to the worklist
      </Button>
      <Button size="small" variant="secondary" onClick={() => setIsAsking(true)}>
        Ask the patient
      </Button>
      <QuestionDialog isOpen={isAsking} onClose={() => setIsAsking(false)} actions={actions} />
    </div>
  );
}

function QuestionDialog({
  isOpen,
  onClose,
  actions,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions: ReadingActions;
}) {
  const [question, setQuestion] = useState('');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send the case back with a question"
      description="The patient is told and can add images. The case leaves the worklist until then."
      size="small"
    >
      <Field label="Question to the patient" help="In the patient's language" isRequired>
        <Textarea value={question} onChange={(event) => setQuestion(event.target.value)} />
      </Field>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={question.trim() === ''}
          isPending={actions.ask.isPending}
          onClick={() => actions.ask.mutate(question, { onSuccess: onClose })}
        >
          Send back
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Who acts for the person on the images. */
const RELATION_NAMES = {
  child: 'a parent',
  parent: 'a child of the patient',
  spouse: 'the spouse',
  ward: 'the guardian',
  other: 'another relative',
};

function CaseFacts({ reading }: { readonly reading: studies.Reading }) {
  const { patient, ...facts } = reading.case;
  const rows: [string, string | null][] = [
    ['Patient', `${patient.firstName} ${patient.lastName}`],
    ['Date of birth', patient.dateOfBirth],
    ['Gender', patient.gender],
    ['Uploaded by', facts.relation && RELATION_NAMES[facts.relation]],
    ['Examination', [facts.modality, facts.bodyPart, facts.side].filter(Boolean).join(' · ')],
    ['Urgency', facts.urgency],
    ['Due', facts.dueAt && formatDateTime(facts.dueAt, 'en')],
    ['Clinical history', facts.clinicalHistory],
    ['Symptoms', facts.symptoms],
    ['First report', facts.firstReport?.text ?? null],
    ['Open question', facts.question],
  ];
  return (
    <dl className="grid gap-2 rounded border border-grey-2 bg-surface p-3 text-sm">
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt className="text-xs text-grey-4">{label}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
      {facts.firstReport?.file && <FirstReportFile caseId={facts.id} name={facts.firstReport.file.name} />}
    </dl>
  );
}

function FirstReportFile({ caseId, name }: { readonly caseId: string; readonly name: string }) {
  const download = useMutation({
    mutationFn: () => saveFile(cases.getFirstReportForStaff, { caseId }, name),
    onError: (error) =>
      showToast({ tone: 'destructive', title: 'Not downloaded', description: messageOf(error, 'No connection') }),
  });
  return (
    <div>
      <dt className="text-xs text-grey-4">First report (PDF)</dt>
      <dd>
        <Button variant="secondary" size="small" isPending={download.isPending} onClick={() => download.mutate()}>
          <span className="[overflow-wrap:anywhere]">{name}</span>
        </Button>
      </dd>
    </div>
  );
}

function SeriesList({
  series,
  chosen,
  onChoose,
}: {
  readonly series: readonly studies.Series[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <nav aria-label="Series">
      <ul className="grid gap-1">
        {series.map((entry) => {
          const refused = entry.instances.filter((instance) => instance.state === 'refused').length;
          return (
            <li key={entry.id}>
              <button
                type="button"
                aria-current={entry.id === chosen}
                onClick={() => onChoose(entry.id)}
                className="w-full rounded border border-grey-2 bg-surface px-3 py-2 text-start text-sm hover:border-ink aria-[current=true]:border-signal aria-[current=true]:bg-signal-soft"
              >
                <span className="block truncate font-semibold">
                  {entry.description ?? entry.modality ?? entry.instances[0]?.originalName}
                </span>
                <span className="block text-xs text-grey-4">
                  {[
                    entry.modality,
                    `${entry.instances.length} images`,
                    entry.sliceThicknessMm && `${entry.sliceThicknessMm} mm`,
                    entry.convolutionKernel,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {refused > 0 && <span className="block text-xs font-medium text-red">{refused} could not be read</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
