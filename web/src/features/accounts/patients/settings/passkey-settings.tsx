import { passkeys } from '@duai/contract';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { formatDateTime, formatRelative } from '../../../../lib/formatting.ts';
import { useLanguage } from '../../../../lib/messages.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { canUsePasskeys } from '../passkey-device.ts';
import { ListState } from './list-state.tsx';
import { AddPasskey, RenamePasskey } from './passkey-forms.tsx';
import { usePasskeyChange, usePasskeys } from './passkey-queries.ts';
import { SettingsError } from './settings-error.tsx';

/** Passkeys of the account: add, rename, remove. */
export function PasskeySettings({ email }: { readonly email: string }) {
  const { messages } = useLanguage();
  const texts = messages.settings.passkeys;
  const list = usePasskeys();
  const [renamed, setRenamed] = useState<passkeys.Passkey | null>(null);
  const [removed, setRemoved] = useState<passkeys.Passkey | null>(null);
  return (
    <SectionCard heading={texts.heading} help={texts.help}>
      <ListState list={list} failedTitle={texts.failedTitle} />
      {list.data?.length === 0 && <p>{texts.none}</p>}
      {list.data && list.data.length > 0 && (
        <ul className="grid divide-y divide-grey-2">
          {list.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {list.data && (canUsePasskeys() ? <AddPasskey email={email} /> : <p>{texts.unsupported}</p>)}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />}
    </SectionCard>
  );
}

function PasskeyRow({
  passkey,
  onRename,
  onRemove,
}: {
  readonly passkey: passkeys.Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.settings.passkeys;
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound aria-hidden className="size-5 shrink-0 text-grey-4" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="text-[0.9em] text-grey-4">
          <time dateTime={createdAt}>{texts.added({ time: formatDateTime(createdAt, language) })}</time>
          {' · '}
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={formatDateTime(lastUsedAt, language)}>
              {texts.lastUsed({ time: formatRelative(lastUsedAt, language, Date.now()) })}
            </time>
          ) : (
            texts.neverUsed
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={texts.renameOf({ name })} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button variant="secondary" size="small" aria-label={texts.removeOf({ name })} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function RemovePasskey({ passkey, onClose }: { readonly passkey: passkeys.Passkey; readonly onClose: () => void }) {
  const { messages } = useLanguage();
  const texts = messages.settings.passkeys;
  const remove = usePasskeyChange(
    () => call(passkeys.removePasskey, { params: { passkeyId: passkey.id } }),
    texts.removedTitle,
    onClose,
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.confirmTitle({ name: passkey.name })}
      description={texts.confirmText}
      size="small"
    >
      <SettingsError error={remove.error} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {messages.interface.cancel}
        </Button>
        <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {texts.remove}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
