import type { reports } from '@duai/contract';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/formatting.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { openPdf, type ReadingActions } from '../reading-queries.ts';
import { KeyImages } from './key-images.tsx';
import { AGREEMENT_LABELS, SECTION_LABELS, SECTIONS } from './report-texts.ts';

/** A signed report: read-only, with its proof, its PDF and the way to an addendum. */
export function SignedReport({
  caseId,
  report,
  actions,
  onShow,
}: {
  readonly caseId: string;
  readonly report: reports.Report;
  readonly actions: ReadingActions;
  readonly onShow: (image: reports.KeyImage) => void;
}) {
  const [addendum, setAddendum] = useState('');
  return (
    <section aria-labelledby="report" className="grid gap-4">
      <h2 id="report" className="font-semibold">
        Signed report
      </h2>
      <Banner tone="success" title={`Signed by ${report.signedBy}`}>
        <p>{formatDateTime(report.signedAt!, 'en')}</p>
        <p>
          {report.openedAt
            ? `Opened by the patient ${formatDateTime(report.openedAt, 'en')}`
            : 'Not yet opened by the patient'}
        </p>
        <p className="font-mono text-xs break-all">{report.contentSha256}</p>
      </Banner>
      <Button
        variant="secondary"
        onClick={() =>
          void openPdf(caseId).catch(() =>
            showToast({
              title: 'The PDF is not ready yet',
              description: 'It is made within seconds of the signature. Try again.',
              tone: 'destructive',
            }),
          )
        }
      >
        Open the PDF
      </Button>
      {SECTIONS.filter((section) => report.content[section].trim()).map((section) => (
        <div key={section}>
          <h3 className="text-sm font-semibold text-grey-4">{SECTION_LABELS[section]}</h3>
          <p lang={report.language} className="whitespace-pre-line">
            {report.content[section]}
          </p>
        </div>
      ))}
      {report.content.keyImages.length > 0 && (
        <KeyImages onShow={onShow} images={report.content.keyImages} language={report.language} />
      )}
      {report.content.agreement && (
        <div>
          <h3 className="text-sm font-semibold text-grey-4">Agreement with the first report</h3>
          <p>{AGREEMENT_LABELS[report.content.agreement]}</p>
        </div>
      )}
      {report.addenda.map((entry) => (
        <div key={entry.id} className="rounded border border-grey-2 p-3">
          <h3 className="text-sm font-semibold">
            Addendum by {entry.signedBy}, {formatDateTime(entry.signedAt, 'en')}
          </h3>
          <p className="whitespace-pre-line">{entry.text}</p>
        </div>
      ))}
      <Field label="Addendum" help="Signed with your name when you add it; the report itself stays as it is.">
        <Textarea value={addendum} onChange={(event) => setAddendum(event.target.value)} />
      </Field>
      <Button
        variant="secondary"
        disabled={addendum.trim() === ''}
        isPending={actions.addAddendum.isPending}
        onClick={() => actions.addAddendum.mutate(addendum, { onSuccess: () => setAddendum('') })}
      >
        <Check aria-hidden className="size-5" />
        Sign and add the addendum
      </Button>
    </section>
  );
}
