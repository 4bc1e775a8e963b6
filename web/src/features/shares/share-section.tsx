import type { shares } from '@duai/contract';
import { Clock, LinkIcon, Lock, Share2, Unlink } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { NewShareDialog } from './new-share-dialog.tsx';
import { useRevokeShare, useShares } from './share-queries.ts';

/** The share links of one signed report: who opened them, when, and how to revoke them. */
export function ShareSection({ caseId }: { readonly caseId: string }) {
  const { messages } = useLanguage();
  const texts = messages.shares;
  const headingId = useId();
  const [isMaking, setIsMaking] = useState(false);
  const list = useShares(caseId);
  return (
    <Card>
      <section aria-labelledby={headingId} className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={headingId} className="font-serif text-xl font-semibold">
            {texts.heading}
          </h2>
          <p className="text-grey-4">{texts.intro}</p>
        </div>
        {list.isPending && <Skeleton className="h-20 w-full" />}
        {list.isError && (
          <ErrorState
            title={texts.listFailed}
            description={messageOf(list.error, messages.interface.noConnection)}
            actionLabel={messages.interface.retry}
            onAction={() => void list.refetch()}
          />
        )}
        {list.data && list.data.length > 0 && (
          <ul className="grid divide-y divide-grey-2 border-y border-grey-2">
            {list.data.map((share) => (
              <ShareRow key={share.id} caseId={caseId} share={share} />
            ))}
          </ul>
        )}
        <Button variant="secondary" className="justify-self-start" onClick={() => setIsMaking(true)}>
          <Share2 aria-hidden className="size-5" />
          {texts.create}
        </Button>
      </section>
      <NewShareDialog caseId={caseId} isOpen={isMaking} onClose={() => setIsMaking(false)} />
    </Card>
  );
}

const STATES: Record<shares.ShareState, { tone: BadgeTone; icon: typeof Clock }> = {
  open: { tone: 'green', icon: LinkIcon },
  expired: { tone: 'grey', icon: Clock },
  'used-up': { tone: 'grey', icon: Clock },
  revoked: { tone: 'grey', icon: Unlink },
  locked: { tone: 'red', icon: Lock },
};

function ShareRow({ caseId, share }: { readonly caseId: string; readonly share: shares.Share }) {
  const { language, messages } = useLanguage();
  const texts = messages.shares;
  const revoke = useRevokeShare(caseId);
  const name = share.label ?? texts.unnamed;
  const { tone, icon } = STATES[share.state];
  // A used-up link may still be open on the doctor's screen for up to an hour.
  const canClose = share.state === 'open' || share.state === 'used-up';
  const close = () =>
    revoke.mutate(share.id, {
      onSuccess: () => showToast({ tone: 'success', title: texts.revokedTitle, description: texts.revokedText }),
      onError: (error) =>
        showToast({
          tone: 'destructive',
          title: texts.revokeFailed,
          description: messageOf(error, messages.interface.noConnection),
        }),
    });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <Badge tone={tone} icon={icon} className="whitespace-normal">
            {texts.states[share.state]}
          </Badge>
        </p>
        {share.state === 'open' && (
          <>
            <p className="text-[0.9em] text-grey-4">
              {texts.until({ time: formatDateTime(share.expiresAt, language) })}
            </p>
            <p className="text-[0.9em] text-grey-4">
              {texts.left({ count: share.openingsLeft, total: share.maxOpenings })}
            </p>
          </>
        )}
        {share.openings.length === 0 ? (
          <p className="text-[0.9em] text-grey-4">{texts.neverOpened}</p>
        ) : (
          <ul aria-label={texts.openingsOf({ name })} className="grid gap-1 text-[0.9em]">
            {share.openings.map((opening) => (
              <li key={opening.at}>
                {texts.openedAt({ time: formatDateTime(opening.at, language) })}
                {opening.hasDownloaded && ` · ${texts.downloaded}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      {canClose && (
        <Button
          variant="secondary"
          size="small"
          isPending={revoke.isPending}
          aria-label={texts.revokeOf({ name })}
          onClick={close}
        >
          {!revoke.isPending && <Unlink aria-hidden className="size-4" />}
          {revoke.isPending ? texts.revoking : texts.revoke}
        </Button>
      )}
    </li>
  );
}
