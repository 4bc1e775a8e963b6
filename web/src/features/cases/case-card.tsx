import { bodyPartIn, type cases } from '@duai/contract';
import { ArrowRight } from 'lucide-react';
import { formatDate } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { makeFocusable } from '../../ui/scroll-area.ts';
import { CardThumbnails } from './card-thumbnails.tsx';
import { CaseHead } from './case-head.tsx';
import { openQuestionOf } from './case-status.ts';
import { type GoesFirst, UploadPanel } from './uploads/upload-panel.tsx';
import { useHasPendingImages } from './uploads/upload-session.ts';

export interface CaseCardProps {
  readonly case: cases.PatientCase;
  readonly onRefused: (refused: readonly cases.RefusedFile[]) => void;
  readonly answer?: GoesFirst | undefined;
}

export function CaseCard({ case: shown, onRefused, answer }: CaseCardProps) {
  const texts = useLanguage().messages.cases;
  const question = openQuestionOf(shown);
  return (
    <Card className="grid gap-5">
      <CaseHead case={shown}>
        <h2 className="mt-1 text-xl font-semibold">
          <CaseTitle case={shown} />
        </h2>
      </CaseHead>
      <CriticalNotice case={shown} />
      {question && <RadiologistQuestion question={question} hint={texts.questionHint} />}
      <CaseFacts case={shown} />
      <CardThumbnails case={shown} />
      <ProblemNotice case={shown} />
      {shown.images.length > 0 && <ImageList images={shown.images} />}
      {shown.status === 'uploaded' && <UploadPanel case={shown} onRefused={onRefused} answer={answer} />}
      <div className="flex flex-wrap items-center gap-3 border-t border-grey-2 pt-4">
        {shown.hasReport && (
          <>
            <p className="basis-full font-semibold text-green sm:me-auto sm:basis-auto">{texts.reportReady}</p>
            {!shown.isCriticalOpen && (
              <ButtonLink to={`/second-opinion/cases/${shown.id}/report`}>{texts.openReport}</ButtonLink>
            )}
          </>
        )}
        <ButtonLink to={`/second-opinion/cases/${shown.id}`} variant="secondary">
          {texts.openCase}
          <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Says that the report should not wait, until somebody has confirmed there to have read it. */
export function CriticalNotice({ case: shown }: { readonly case: cases.PatientCase }) {
  const { messages } = useLanguage();
  if (!shown.isCriticalOpen) return null;
  return (
    <Banner
      tone="error"
      title={messages.reports.critical.title}
      action={<ButtonLink to={`/second-opinion/cases/${shown.id}/report`}>{messages.cases.openReport}</ButtonLink>}
    >
      <p>{messages.reports.critical.text}</p>
    </Banner>
  );
}

/** Says that some images are not shown; the page of the case says why and what to do. */
function ProblemNotice({ case: shown }: { readonly case: cases.PatientCase }) {
  const texts = useLanguage().messages.cases;
  const count = shown.images.filter(({ problem }) => problem !== null).length;
  if (count === 0) return null;
  return (
    <Banner
      tone="warning"
      title={texts.page.problemTitle({ count })}
      action={
        <ButtonLink to={`/second-opinion/cases/${shown.id}`} variant="secondary" size="small">
          {texts.problemReasons}
        </ButtonLink>
      }
    />
  );
}

/** Modality, body part and side in one line. */
export function CaseTitle({ case: shown }: { readonly case: cases.PatientCase }) {
  const { language, messages } = useLanguage();
  const bodyPart = shown.bodyPart && bodyPartIn(shown.bodyPart, language);
  const side = shown.side && messages.caseDetails.sides[shown.side];
  return (
    <>
      {messages.cases.modalities[shown.modality]} · <bdi>{bodyPart ?? messages.cases.notStated}</bdi>
      {side && ` (${side})`}
    </>
  );
}

export function RadiologistQuestion({ question, hint }: { readonly question: string; readonly hint?: string }) {
  const texts = useLanguage().messages.cases;
  return (
    <Banner tone="info" title={texts.questionTitle}>
      <p dir="auto" className="whitespace-pre-line">
        {question}
      </p>
      {hint && <p className="mt-2 text-[0.9em] text-grey-5">{hint}</p>}
    </Banner>
  );
}

/** The patient's statements, the upload date and the number of images. */
export function CaseFacts({ case: shown }: { readonly case: cases.PatientCase }) {
  const { language, messages } = useLanguage();
  const texts = messages.cases;
  const isUploading = useHasPendingImages(shown.id);
  const { subject } = shown;
  const details = messages.caseDetails.subject;
  const facts = [
    {
      label: details.shown,
      value: subject && `${subject.firstName} ${subject.lastName} (${details.relations[subject.relation]})`,
    },
    { label: texts.clinicalHistory, value: shown.clinicalHistory },
    { label: texts.symptoms, value: shown.symptoms },
  ].filter(({ value }) => value);
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="sm:col-span-2">
          <dt className="text-[0.9em] text-grey-4">{label}</dt>
          <dd className="whitespace-pre-line">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt className="text-[0.9em] text-grey-4">{texts.uploadedAt}</dt>
        <dd className="tabular-nums">
          <time dateTime={shown.uploadedAt}>{formatDate(shown.uploadedAt, language)}</time>
        </dd>
      </div>
      {/* While the first images are being uploaded, the upload shows how many have arrived. */}
      {(shown.images.length > 0 || !isUploading) && (
        <div>
          <dt className="text-[0.9em] text-grey-4">{texts.images}</dt>
          <dd className="tabular-nums">{texts.imageCount({ count: shown.images.length })}</dd>
        </div>
      )}
    </dl>
  );
}

const SHOWN_AT_ONCE = 6;

/** Uploaded images by their original names; long lists (a CT has hundreds) open on demand. */
export function ImageList({ images }: { readonly images: readonly cases.CaseImage[] }) {
  const texts = useLanguage().messages.cases;
  const rest = images.slice(SHOWN_AT_ONCE);
  return (
    <div className="text-[0.95em]">
      <ul className="grid grid-cols-1 gap-1 sm:grid-cols-2 sm:gap-x-8" aria-label={texts.images}>
        {images.slice(0, SHOWN_AT_ONCE).map((image) => (
          <ImageName key={image.id} image={image} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 cursor-pointer rounded py-1 font-medium text-signal pointer-coarse:py-2.5">
            {texts.moreImages({ count: rest.length })}
          </summary>
          <ul ref={makeFocusable} className="grid max-h-72 grid-cols-1 gap-1 overflow-y-auto sm:grid-cols-2 sm:gap-x-8">
            {rest.map((image) => (
              <ImageName key={image.id} image={image} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ImageName({ image }: { readonly image: cases.CaseImage }) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <bdi className="truncate" title={image.originalName}>
        {image.originalName}
      </bdi>
      {image.isDicom && <Badge tone="signal">DICOM</Badge>}
    </li>
  );
}
