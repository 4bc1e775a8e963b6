import { bodyPartIn, shares } from '@duai/contract';
import { Download, LinkIcon, ShieldOff } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CriticalFinding } from '../../features/reports/critical-finding.tsx';
import { PdfDownload } from '../../features/reports/pdf-download.tsx';
import { SignedReport } from '../../features/reports/signed-report.tsx';
import {
  acknowledgeShared,
  fetchSharedPdf,
  openedShareId,
  sharedZip,
  useCloseShare,
  useForgetShare,
  useIsStillOpen,
  useSharedCase,
} from '../../features/shares/opened-share.ts';
import { PinForm } from '../../features/shares/pin-form.tsx';
import { shareSource } from '../../features/shares/share-source.ts';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { formatFileSize, formatTime } from '../../lib/formatting.ts';
import { tokenOfFragment } from '../../lib/fragment-token.ts';
import { LanguageProvider, PATIENT_TEXTS, useLanguage, useMessages } from '../../lib/messages.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { StartingImage } from '../../viewer/image-address.ts';
import { SeriesViewer } from '../../viewer/series-viewer.tsx';

export { ErrorBoundary } from '../patient/layout.tsx';

/** A report and images that a patient shared with a doctor who has no account here. */
export default function Shared() {
  return (
    <LanguageProvider
      catalogue={PATIENT_TEXTS}
      defaultLanguage="tr"
      loading={
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="DUAI" />
        </div>
      }
    >
      <Room name="patient">
        <SkipLink />
        <PageHeader home="/" width="large" isRaised />
        <Content className="flex-1">
          <Door />
        </Content>
      </Room>
    </LanguageProvider>
  );
}

/** Asks for the PIN, shows what it opens, and says when the link has ended. */
function Door() {
  const texts = useMessages().shares.doctor;
  // Read after mounting: only the browser has a URL fragment and a session.
  const [secret, setSecret] = useState<string | null>();
  const [shareId, setShareId] = useState<string | null>(null);
  const [isClosed, setIsClosed] = useState(false);
  const forget = useForgetShare();
  useEffect(() => {
    setSecret(tokenOfFragment(window.location.hash));
    setShareId(openedShareId());
  }, []);
  const end = () => {
    forget();
    setShareId(null);
    setIsClosed(true);
  };
  if (secret === undefined) return <title>{texts.pageTitle}</title>;
  if (shareId) return <OpenedCase shareId={shareId} onEnd={end} />;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-5 py-10">
      <title>{texts.pageTitle}</title>
      {isClosed ? (
        <EmptyState
          headingLevel={1}
          icon={ShieldOff}
          title={texts.closedTitle}
          description={texts.closedText}
          action={
            secret && (
              <Button variant="secondary" onClick={() => setIsClosed(false)}>
                {texts.again}
              </Button>
            )
          }
        />
      ) : secret ? (
        <>
          <div className="grid gap-2">
            <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
            <p>{texts.intro}</p>
          </div>
          <Card>
            <PinForm secret={secret} onOpened={setShareId} />
          </Card>
        </>
      ) : (
        <EmptyState headingLevel={1} icon={LinkIcon} title={texts.noLinkTitle} description={texts.noLinkText} />
      )}
    </div>
  );
}

function OpenedCase({ shareId, onEnd }: { readonly shareId: string; readonly onEnd: () => void }) {
  const { language, messages } = useLanguage();
  const texts = messages.shares.doctor;
  const shared = useSharedCase(shareId);
  const isStillOpen = useIsStillOpen(shareId);
  const close = useCloseShare(shareId);
  const viewer = useRef<HTMLHeadingElement>(null);
  const [target, setTarget] = useState<StartingImage>();
  const hasEnded = !isStillOpen || apiErrorOf(shared.error)?.status === 401;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  const series = shared.data?.series;
  const source = useMemo(() => series && shareSource(shareId, series), [shareId, series]);
  if (!shared.data || !source) {
    return (
      <div className="mx-auto grid w-full max-w-xl place-items-center px-5 py-24">
        <title>{texts.pageTitle}</title>
        {shared.isError ? (
          <ErrorState
            headingLevel={1}
            title={texts.failedTitle}
            description={messageOf(shared.error, messages.interface.noConnection)}
            actionLabel={messages.interface.retry}
            onAction={() => void shared.refetch()}
          />
        ) : (
          <Spinner label={texts.loading} />
        )}
      </div>
    );
  }
  const { report, download, openUntil, modality, bodyPart } = shared.data;
  const open = (image: StartingImage) => {
    setTarget(image);
    viewer.current?.scrollIntoView();
  };
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-5 py-8 print:max-w-none print:p-0">
      <title>{texts.pageTitle}</title>
      <div className="print:hidden">
        <p className="font-mono text-[0.9em] text-grey-4">
          <bdi>{report.caseNumber}</bdi>
        </p>
        <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.openHeading}</h1>
        <p className="mt-1">
          <bdi className="font-semibold">{report.patientName}</bdi> · {messages.cases.modalities[modality]}
          {bodyPart && (
            <>
              {' '}
              · <bdi>{bodyPartIn(bodyPart, language)}</bdi>
            </>
          )}
        </p>
      </div>
      {/* What cannot wait comes before all that can. */}
      {report.critical && (
        <CriticalFinding
          critical={report.critical}
          reader="doctor"
          renews={shares.getSharedCase}
          onAcknowledge={(shown) => acknowledgeShared(shareId, shown)}
        />
      )}
      <div className="grid gap-4 print:hidden">
        <div className="flex flex-wrap gap-3">
          <a href={sharedZip(shareId)} download className={buttonClasses('primary')}>
            <Download aria-hidden className="size-5 shrink-0" />
            {texts.download}
          </a>
          <PdfDownload
            label={texts.pdf}
            variant="secondary"
            fetchPdf={() => fetchSharedPdf(shareId)}
            fileName={`DUAI-${report.caseNumber}.pdf`}
            renews={shares.getSharedCase}
          />
          <Button
            variant="secondary"
            isPending={close.isPending}
            onClick={() => close.mutate(undefined, { onSettled: onEnd })}
          >
            {texts.close}
          </Button>
        </div>
        <p className="text-[0.9em] text-grey-4">
          {texts.size({ count: download.files, size: formatFileSize(download.bytes, language) })} ·{' '}
          {texts.openUntil({ time: formatTime(openUntil, language) })}
        </p>
      </div>
      <Card className="grid gap-4 print:hidden">
        <h2 ref={viewer} className="font-serif text-xl font-semibold">
          {texts.images}
        </h2>
        <SeriesViewer source={source} target={target} />
      </Card>
      <SignedReport report={report} images={{ ...source, onOpen: open }} reader="doctor" />
    </div>
  );
}
