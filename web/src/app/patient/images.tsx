import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useCase, useCaseSeries } from '../../features/cases/case-queries.ts';
import { caseSource } from '../../features/cases/case-source.ts';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { imageOfQuery } from '../../viewer/image-address.ts';
import { SeriesViewer } from '../../viewer/series-viewer.tsx';

/** The patient's own images. */
export default function ImagesPage() {
  const messages = useMessages();
  const texts = messages.viewer;
  const { caseId = '' } = useParams();
  const series = useCaseSeries(caseId);
  const own = useCase(caseId);
  const isSigned = own.data?.status === 'completed';
  const source = useMemo(
    () => series.data && !own.isPending && caseSource(caseId, series.data, { isSigned }),
    [caseId, series.data, own.isPending, isSigned],
  );
  const [query] = useSearchParams();
  const target = useMemo(() => imageOfQuery(query), [query]);
  return (
    <div className="mx-auto grid max-w-4xl gap-5 px-5 py-8">
      <title>{texts.pageTitle}</title>
      <BackLink to={`/second-opinion/cases/${caseId}`}>{texts.back}</BackLink>
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
      {source ? (
        <SeriesViewer source={source} target={target} />
      ) : series.isError ? (
        <ErrorState
          title={apiErrorOf(series.error)?.status === 404 ? messages.cases.page.notFoundTitle : texts.failed}
          description={messageOf(series.error, messages.interface.noConnection)}
          actionLabel={messages.interface.retry}
          onAction={() => void series.refetch()}
        />
      ) : (
        <div role="status" aria-label={messages.interface.loading}>
          <Skeleton className="h-[62dvh] w-full" />
        </div>
      )}
    </div>
  );
}
