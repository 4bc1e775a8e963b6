import { keptAside as contract } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useTrialChange } from '../../../lib/use-change.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Differences } from './differences.tsx';
import { Version } from './version.tsx';

/** Opens what was kept aside beside what is stored. Both are read only when somebody opens this. */
export function DecideAside({
  quarantineId,
  receivedAt,
}: {
  readonly quarantineId: string;
  readonly receivedAt: string;
}) {
  const texts = useWorkTexts().pacs.aside;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.decideNamed({ time: formatDateTime(receivedAt, activeLanguage()) })}
        onClick={() => setOpen(true)}
      >
        {texts.decide}
      </Button>
      {isOpen && <AsideDialog quarantineId={quarantineId} onClose={() => setOpen(false)} />}
    </>
  );
}

function AsideDialog({ quarantineId, onClose }: { readonly quarantineId: string; readonly onClose: () => void }) {
  const texts = useWorkTexts().pacs.aside;
  const params = { quarantineId };
  const query = useQuery({
    queryKey: keyOf(contract.getKeptAside, { params }),
    queryFn: ({ signal }) => call(contract.getKeptAside, { params, signal }),
    staleTime: 0,
    retry: false,
  });
  return (
    <Dialog isOpen onClose={onClose} title={texts.title} size="large">
      <Loaded query={query}>{(both) => <Comparison both={both} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function Comparison({ both, onClose }: { readonly both: contract.KeptAside; readonly onClose: () => void }) {
  const texts = useWorkTexts().pacs.aside;
  const { id: quarantineId, stored, aside, elements, pixels, moreStored } = both;
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="max-w-2xl text-grey-4">{texts.intro}</p>
      {elements?.namesDiffer && (
        <Banner tone="error" title={texts.namesDiffer}>
          {texts.namesDifferHint}
        </Banner>
      )}
      {stored?.isDamaged && (
        <Banner tone="warning" title={texts.damagedStored}>
          {texts.damagedStoredHint}
        </Banner>
      )}
      {aside.isDamaged && (
        <Banner tone="warning" title={texts.damagedAside}>
          {texts.damagedAsideHint}
        </Banner>
      )}
      {moreStored > 0 && (
        <Banner tone="warning" title={texts.moreStored({ count: moreStored })}>
          {texts.moreStoredHint}
        </Banner>
      )}
      {!stored && (
        <Banner tone="warning" title={texts.gone}>
          {texts.goneHint}
        </Banner>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {stored && <Version which="stored" quarantineId={quarantineId} version={stored} />}
        <Version which="aside" quarantineId={quarantineId} version={aside} />
      </div>
      <Differences elements={elements} pixels={pixels} />
      <Decision both={both} onDecided={onClose} />
    </div>
  );
}

function Decision({ both, onDecided }: { readonly both: contract.KeptAside; readonly onDecided: () => void }) {
  const texts = useWorkTexts().pacs.aside;
  const decide = (decision: contract.Decision) => async () => {
    await call(contract.decideKeptAside, { params: { quarantineId: both.id }, body: { decision, seen: both.seen } });
    onDecided();
  };
  const keep = useTrialChange(decide('keep-stored'), texts.kept, { showsFailure: true });
  const take = useTrialChange(decide('take-new'), texts.taken, { showsFailure: true });
  const isPending = keep.isPending || take.isPending;
  const error = keep.error ?? take.error;
  return (
    <div className="border-t border-grey-2 pt-4">
      {error && (
        <Banner tone="error" title={texts.notDecided}>
          {messageOf(error, texts.notDecided)}
        </Banner>
      )}
      <p className="text-sm text-grey-4">{texts.notes}</p>
      <DialogActions>
        <ConfirmButton
          label={texts.keep}
          title={texts.keepTitle}
          consequence={texts.keepConsequence}
          isPending={isPending}
          onConfirm={() => keep.mutate(undefined)}
        />
        {!both.aside.isDamaged && (
          <ConfirmButton
            label={texts.take}
            title={texts.takeTitle}
            consequence={texts.takeConsequence}
            isDestructive
            isPending={isPending}
            onConfirm={() => take.mutate(undefined)}
          />
        )}
      </DialogActions>
    </div>
  );
}
