import type { cases } from '@duai/contract';
import { Expand, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useObjectUrl } from '../../lib/files/object-url.ts';
import { formatDate } from '../../lib/formatting.ts';
import { useLanguage, useMessages } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ImageProblems } from '../../ui/image-problems.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';
import { usePreview } from './case-queries.ts';
import { ImageLink } from './image-link.tsx';

const PER_PAGE = 12;

/** The patient's own images as previews, twelve at a time. */
export function CaseImages({
  case: shown,
}: {
  readonly case: Pick<cases.PatientCase, 'id' | 'images' | 'personDeclarations'>;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.cases.page;
  const viewerTexts = messages.viewer;
  const [page, setPage] = useState(1);
  const total = Math.ceil(shown.images.length / PER_PAGE);
  const current = Math.min(page, Math.max(1, total));
  if (shown.images.length === 0) return <p className="text-grey-4">{texts.noImages}</p>;
  return (
    <div className="grid gap-4">
      <ImageProblems images={shown.images} title={texts.problemTitle} />
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {shown.images.slice((current - 1) * PER_PAGE, current * PER_PAGE).map((image) => (
          <li key={image.id}>
            <Preview caseId={shown.id} image={image} />
          </li>
        ))}
      </ul>
      {shown.personDeclarations.map(({ declaredAt, namedPeople }) => (
        <p key={declaredAt} className="text-[0.9em] text-grey-4">
          {messages.uploads.declaredOne({ date: formatDate(declaredAt, language), count: namedPeople })}
        </p>
      ))}
      {shown.images.some(({ hasPreview }) => hasPreview) && (
        <ButtonLink to={`/second-opinion/cases/${shown.id}/images`} variant="secondary" className="justify-self-start">
          <Expand aria-hidden className="size-5" />
          {viewerTexts.open}
        </ButtonLink>
      )}
      <Pagination page={current} total={total} onChange={setPage} />
    </div>
  );
}

function Preview({ caseId, image }: { readonly caseId: string; readonly image: cases.CaseImage }) {
  const texts = useMessages().cases.page;
  const preview = usePreview(caseId, image.id, image.hasPreview);
  const url = useObjectUrl(preview.data);
  return (
    <figure className="grid grid-cols-1 gap-1.5">
      <div className="relative grid aspect-square place-items-center overflow-hidden rounded bg-[#0c1114] text-[#b9c6c8]">
        {url ? (
          <ImageLink caseId={caseId} imageId={image.id} className="size-full">
            <img src={url} alt={texts.previewOf({ name: image.originalName })} className="size-full object-contain" />
          </ImageLink>
        ) : image.problem || preview.isError ? (
          <span className="grid justify-items-center gap-2 p-3 text-center text-sm">
            <ImageOff aria-hidden className="size-6" />
            {image.problem ? texts.previewNone : texts.previewFailed}
          </span>
        ) : (
          <span className="grid justify-items-center gap-2 p-3 text-center text-sm">
            <SpinnerIcon className="size-6" />
            {texts.previewWaiting}
          </span>
        )}
        {image.isDicom && (
          <Badge tone="signal" className="absolute start-1.5 top-1.5">
            DICOM
          </Badge>
        )}
      </div>
      <figcaption className="text-sm">
        <bdi className="block truncate" title={image.originalName}>
          {image.originalName}
        </bdi>
      </figcaption>
    </figure>
  );
}
