import { reports } from '@duai/contract';
import { ScanSearch } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime, formatDay } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { type ImageSource, KeyImages } from './key-images.tsx';

const addendumName = ({ id }: reports.SignedReport['addenda'][number]) => `addendum-${id}`;

/** The signed report for reading and printing. A patient sees the summary first, a doctor the report. */
export function SignedReport({
  report,
  images,
  reader,
}: {
  readonly report: reports.SignedReport;
  readonly images: ImageSource;
  readonly reader: 'patient' | 'doctor';
}) {
  const { language, messages } = useLanguage();
  const texts = messages.reports;
  const sections = reports.REPORT_SECTIONS.filter((section) => report.content[section].trim() !== '');
  const { title, registrationNumber } = report.signer;
  const credentials = [title, registrationNumber && texts.registration({ number: registrationNumber })].filter(Boolean);
  const dates = report.studyDates && [
    ...report.studyDates.map((day) => formatDay(day, language)),
    ...(report.areDatesRemoved ? [report.studyDates.length > 0 ? texts.otherDatesRemoved : texts.dateRemoved] : []),
  ];
  const numbers = (told: readonly string[]) =>
    [...told, ...(report.areNumbersLeftOut ? [texts.numbersLeftOut] : [])].join(', ') || texts.notInImages;
  const latest = report.addenda.findLast(({ kind }) => kind === 'correction') ?? report.addenda.at(-1);
  const modalities: Readonly<Record<string, string>> = messages.cases.modalities;
  const facts = [
    { label: texts.patient, value: report.patientName },
    ...(report.dateOfBirth ? [{ label: texts.dateOfBirth, value: formatDay(report.dateOfBirth, language) }] : []),
    ...(report.patientIds ? [{ label: texts.patientId, value: numbers(report.patientIds) }] : []),
    ...(dates ? [{ label: texts.studyDate, value: dates.join(', ') || texts.notInImages }] : []),
    ...(report.accessionNumbers ? [{ label: texts.accession, value: numbers(report.accessionNumbers) }] : []),
    { label: texts.modality, value: modalities[report.modality] ?? report.modality },
    { label: texts.caseNumber, value: report.caseNumber },
    { label: texts.signedBy, value: [report.signedBy, ...credentials].join(', ') },
    { label: texts.signedAt, value: formatDateTime(report.signedAt, language) },
  ];
  const summary = report.content.plainSummary.trim() && (
    <section className="rounded border-s-4 border-signal bg-signal-soft p-5">
      <h2 className="mb-2 font-serif text-xl font-semibold">
        {reader === 'patient' ? texts.plainSummary : texts.summaryForPatient}
      </h2>
      <ReportText language={report.language}>{report.content.plainSummary}</ReportText>
    </section>
  );
  return (
    <article className="grid gap-8 rounded border border-grey-2 bg-surface p-5 sm:p-10 print:border-0 print:p-0">
      <header className="border-b border-grey-2 pb-6">
        <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.title}</h1>
        <dl className="mt-5 grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap gap-x-2">
              <dt className="text-grey-4">{label}:</dt>
              <dd className="font-semibold">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {report.language !== language && <p className="mt-4 text-grey-4">{texts.writtenIn[report.language]}</p>}
      </header>
      {latest && (
        <Banner
          tone={latest.kind === 'correction' ? 'warning' : 'info'}
          title={texts.amended[latest.kind]({ date: formatDateTime(latest.signedAt, language) })}
        >
          {texts.amendedText}{' '}
          <a className="font-medium underline underline-offset-3" href={`#${addendumName(latest)}`}>
            {texts.amendedLink[latest.kind]}
          </a>
        </Banner>
      )}
      {reader === 'patient' && summary}
      {sections.map((section) => (
        <section key={section}>
          <h2 className="mb-2 font-serif text-xl font-semibold">{texts.sections[section]}</h2>
          {section === 'findings' || section === 'impression' ? (
            <ShownLines report={report} onOpen={images.onOpen}>
              {report.content[section]}
            </ShownLines>
          ) : (
            <ReportText language={report.language}>{report.content[section]}</ReportText>
          )}
          {section === 'impression' && report.radsLine && (
            <p lang={report.language} dir="ltr" className="me-auto mt-2 max-w-prose font-semibold">
              {report.radsLine}
            </p>
          )}
        </section>
      ))}
      {reader === 'doctor' && summary}
      <KeyImages report={report} source={images} />
      {report.content.agreement && (
        <section>
          <h2 className="mb-2 font-serif text-xl font-semibold">{texts.agreement}</h2>
          <p className="font-semibold">{texts.agreements[report.content.agreement].label}</p>
          <p className="max-w-prose text-grey-4">{texts.agreements[report.content.agreement].text}</p>
        </section>
      )}
      {report.addenda.map((addendum) => (
        <section key={addendum.id} id={addendumName(addendum)} className="scroll-mt-24 border-s-4 border-grey-3 ps-5">
          <h2 className="mb-2 font-serif text-xl font-semibold">
            {addendum.kind === 'correction' ? texts.correction : texts.addendum}
          </h2>
          <ReportText language={report.language}>{addendum.text}</ReportText>
          <p className="mt-2 text-[0.9em] text-grey-4">
            <bdi>{addendum.signedBy}</bdi> · {formatDateTime(addendum.signedAt, language)}
          </p>
        </section>
      ))}
      <footer className="grid gap-4 border-t border-grey-2 pt-6 text-[0.9em] text-grey-4">
        {report.algorithms.length > 0 && (
          <section>
            <h2 className="font-semibold text-ink">{texts.algorithms}</h2>
            <p>{texts.algorithmsText}</p>
            <ul className="mt-1 list-disc ps-5">
              {report.algorithms.map((algorithm) => (
                <li key={`${algorithm.id} ${algorithm.series}`}>
                  <bdi lang={report.language}>{algorithm.title}</bdi>{' '}
                  <bdi>({[algorithm.version, algorithm.series].filter(Boolean).join(', ')})</bdi>:{' '}
                  {[texts.outcomes[algorithm.outcome], algorithm.verdict && texts.verdicts[algorithm.verdict]]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </section>
        )}
        <p>{texts.disclaimer}</p>
        <div>
          <p>
            {texts.fingerprint}:{' '}
            <code className="font-mono text-[0.9em] break-all" dir="ltr">
              {report.contentSha256}
            </code>
          </p>
          <Link
            className={`${linkClasses} inline-flex min-h-11 items-center print:hidden`}
            to={`/verify/${report.contentSha256}`}
          >
            {texts.verify}
          </Link>
        </div>
      </footer>
    </article>
  );
}

/** Lines of the text; a line whose image is known links to it. */
function ShownLines({
  report: { language, places },
  onOpen,
  children,
}: {
  readonly report: Pick<reports.SignedReport, 'language' | 'places'>;
  readonly onOpen: ImageSource['onOpen'];
  readonly children: string;
}) {
  const page = useLanguage();
  return (
    <div lang={language} dir="ltr" className="me-auto max-w-prose">
      {linesOf(children).map(({ line, offset }) => {
        const place = places.find((candidate) => candidate.line === line.trim());
        return (
          <p key={offset} className="min-h-[1lh] whitespace-pre-line">
            {line}
            {place && (
              <button
                type="button"
                lang={page.language}
                onClick={() => onOpen({ imageId: place.imageId, frame: place.frame, window: null })}
                className={`${linkClasses} ms-2 inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1 align-bottom text-[0.9em] print:hidden`}
              >
                <ScanSearch aria-hidden className="size-4" />
                {page.messages.reports.showImage}
              </button>
            )}
          </p>
        );
      })}
    </div>
  );
}

/** The lines of a text, each with its offset. */
function linesOf(text: string): { line: string; offset: number }[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const from = offset;
    offset += line.length + 1;
    return { line, offset: from };
  });
}

/** Text in the language the radiologist wrote it in, whatever the page's is. */
function ReportText({ language, children }: { readonly language: string; readonly children: string }) {
  return (
    <p lang={language} dir="ltr" className="me-auto max-w-prose whitespace-pre-line">
      {children}
    </p>
  );
}
