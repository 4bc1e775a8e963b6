import { FileX } from 'lucide-react';
import { useEffect } from 'react';
import { ProofDocument } from '../../features/rights/proof-document.tsx';
import { useErasureProof } from '../../features/rights/rights-queries.ts';
import { messageOf } from '../../lib/api.ts';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { useMessages } from '../../lib/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/switches.tsx';
import { useServiceName } from './layout.tsx';

/** What the last mail leads to. Nobody is signed in here: the account is gone. */
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
      <header className="border-b border-grey-2 print:hidden">
        <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-4 px-5 py-2">
          <Logo to="/second-opinion" suffix={useServiceName()} />
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </header>
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
