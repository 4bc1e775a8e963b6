import { LIMITS, passkeys } from '@duai/contract';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { useLanguage } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/forms/field.tsx';
import { Form } from '../../../../ui/forms/form.tsx';
import { Input } from '../../../../ui/forms/input.tsx';
import { addPasskey, deviceTroubleOf } from '../passkey-device.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { deviceName } from './device-name.ts';
import { usePasskeyChange } from './passkey-queries.ts';
import { SettingsError } from './settings-error.tsx';

/** Asks for password and name; then the device asks for finger, face or screen lock. */
export function AddPasskey({ email }: { readonly email: string }) {
  const { messages } = useLanguage();
  const texts = messages.settings.passkeys;
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? texts.defaultName);
  const add = usePasskeyChange(addPasskey, texts.addedTitle, () => {
    setIsOpen(false);
    setPassword('');
  });
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {texts.begin}
      </Button>
    );
  }
  const trouble = deviceTroubleOf(add.error);
  return (
    <Form className="grid gap-5" onSubmit={() => add.mutate({ password, name })}>
      {/* Password managers assign the password to the account by this field. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField takesFocus value={password} onChange={setPassword} />
      <NameField name={name} onChange={setName} />
      {trouble ? (
        <Banner tone="error" title={messages.settings.failedTitle}>
          {texts[trouble]}
        </Banner>
      ) : (
        <SettingsError error={add.error} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={add.isPending} disabled={password === '' || name.trim() === ''}>
          {add.isPending ? texts.creating : texts.create}
        </Button>
        {!add.isPending && (
          <Button variant="quiet" onClick={() => setIsOpen(false)}>
            {messages.interface.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}

export function RenamePasskey({
  passkey,
  onClose,
}: {
  readonly passkey: passkeys.Passkey;
  readonly onClose: () => void;
}) {
  const { messages } = useLanguage();
  const texts = messages.settings.passkeys;
  const [name, setName] = useState(passkey.name);
  const rename = usePasskeyChange(
    (wish: string) => call(passkeys.renamePasskey, { params: { passkeyId: passkey.id }, body: { name: wish } }),
    texts.renamedTitle,
    onClose,
  );
  return (
    <Dialog isOpen onClose={onClose} title={texts.renameOf({ name: passkey.name })} size="small">
      <Form className="grid gap-5" onSubmit={() => rename.mutate(name)}>
        <NameField name={name} onChange={setName} />
        <SettingsError error={rename.error} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {messages.interface.cancel}
          </Button>
          <Button type="submit" isPending={rename.isPending} disabled={name.trim() === ''}>
            {messages.settings.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const texts = useLanguage().messages.settings.passkeys;
  return (
    <Field label={texts.name} help={texts.nameHelp} isRequired>
      <Input
        autoComplete="off"
        maxLength={LIMITS.passkeyNameMaxLength}
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
