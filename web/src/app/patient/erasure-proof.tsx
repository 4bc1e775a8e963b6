import { FileX } from 'lucide-react';
import { useEffect } from 'react';
import { ProofDocument } from '../../features/rights/proof-document.tsx';
import { useErasureProof } from '../../features/rights/rights-queries.ts';
import { messageOf } from '../../lib/api.ts';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { useMessages } from '../../lib/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useServiceName } from './layout.tsx';

/** The page that the last mail links to. Nobody is signed in, because the account no longer exists. */
export default function ErasureProofPage() {
  const messages = useMessages();
  const texts = messages.rights.proof;
  const token = useFragmentToken();
  const { mutate, data, isError, error } = useErasureProof();
  useEffect(() => {
    if (token) mutate(token);
  }, [token, mutate]);
  return (
    <>
      <title>{texts.pageTitle}</title>
      <SkipLink />
      <PageHeader home="/second-opinion" suffix={useServiceName()} width="medium" />
      <Content className="mx-auto w-full max-w-3xl flex-1 px-5 py-8">
        {data ? (
          <ProofDocument {...data} />
        ) : isError || token === null ? (
          <EmptyState
            headingLevel={1}
            icon={FileX}
            title={texts.failedTitle}
            description={messageOf(error, texts.failedText)}
          />
        ) : (
          <Spinner label={texts.working} />
        )}
      </Content>
    </>
  );
}
