import { reports } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, BadgeX } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { call, messageOf } from '../../lib/api.ts';
import { sha256Of } from '../../lib/hash.ts';
import { useMessages } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Dropzone } from '../../ui/forms/dropzone.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** A public page: checks a report by the QR code of the printout or by a PDF file. It only says valid or not. */
export default function VerifyReport() {
  const texts = useMessages().verification;
  const { sha256 = '' } = useParams();
  const navigate = useNavigate();
  const check = async (files: File[]) => {
    const hash = files[0] && (await sha256Of(files[0]));
    if (hash) void navigate(`/verify/${hash}`);
  };
  return (
    <>
      <title>{texts.pageTitle}</title>
      <SkipLink />
      <PageHeader home="/" width="small" isRaised />
      <Content className="flex-1">
        <div className="mx-auto grid max-w-2xl gap-6 px-5 py-8">
          <div className="grid gap-2">
            <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
            <p className="text-grey-4">{texts.intro}</p>
          </div>
          {sha256 && <Verdict sha256={sha256} />}
          <Card className="grid gap-4">
            <div>
              <h2 className="font-serif text-xl font-semibold">{texts.fileTitle}</h2>
              <p className="text-grey-4">{texts.fileText}</p>
            </div>
            <Dropzone
              title={texts.fileInput}
              hint="PDF"
              buttonLabel={texts.fileChoose}
              inputLabel={texts.fileInput}
              inputAccept="application/pdf,.pdf"
              isMultiple={false}
              onFiles={(files) => void check(files)}
            />
          </Card>
        </div>
      </Content>
    </>
  );
}

function Verdict({ sha256 }: { readonly sha256: string }) {
  const messages = useMessages();
  const texts = messages.verification;
  const isHash = reports.reportHashSchema.safeParse(sha256).success;
  const answer = useQuery({
    queryKey: keyOf(reports.verifyReport, { params: { sha256 } }),
    queryFn: ({ signal }) => call(reports.verifyReport, { params: { sha256 }, signal }),
    enabled: isHash,
    gcTime: 0,
  });
  if (isHash && answer.isPending) return <Spinner label={texts.checking} />;
  if (answer.isError) {
    return (
      <ErrorState
        title={texts.failedTitle}
        description={messageOf(answer.error, messages.interface.noConnection)}
        actionLabel={messages.interface.retry}
        onAction={() => void answer.refetch()}
      />
    );
  }
  const isValid = isHash && answer.data?.isValid === true;
  const Icon = isValid ? BadgeCheck : BadgeX;
  return (
    <div
      role="status"
      data-valid={isValid}
      className="flex flex-wrap items-start gap-4 rounded border p-5 data-[valid=false]:border-red-strong data-[valid=false]:bg-red-soft data-[valid=true]:border-green data-[valid=true]:bg-green-soft"
    >
      <Icon aria-hidden className={`size-10 shrink-0 ${isValid ? 'text-green' : 'text-red'}`} />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-serif text-2xl font-semibold">{isValid ? texts.valid : texts.invalid}</h2>
        <p className="mt-1">{isValid ? texts.validText : texts.invalidText}</p>
        {answer.data?.isCopyDamaged && <p className="mt-3">{texts.copyDamagedText}</p>}
        <p className="mt-3 text-[0.85em]">
          {texts.hash}:{' '}
          <code dir="ltr" className="font-mono break-all">
            {sha256}
          </code>
        </p>
      </div>
    </div>
  );
}
