import { accounts, LIMITS } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { useChange } from '../../lib/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input } from '../../ui/input.tsx';

/** Title and registration number of a radiologist: they stand under the signature of the next reports. */
export function CredentialsButton({ user, renews }: { readonly user: accounts.UserRow; readonly renews: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="secondary" aria-label={`Title of ${user.name}`} onClick={() => setIsOpen(true)}>
        Title
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Title and registration of ${user.name}`}
        description="They stand under the signature of the next reports. Reports that are signed stay as they are."
        size="small"
      >
        {isOpen && <CredentialsForm user={user} renews={renews} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function CredentialsForm({
  user,
  renews,
  onDone,
}: {
  readonly user: accounts.UserRow;
  readonly renews: string;
  readonly onDone: () => void;
}) {
  const [title, setTitle] = useState(user.credentials?.title ?? '');
  const [registrationNumber, setRegistrationNumber] = useState(user.credentials?.registrationNumber ?? '');
  const save = useChange(
    renews,
    (body: { title: string; registrationNumber: string }) =>
      call(accounts.setCredentials, { params: { userId: user.id }, body }),
    'Title and registration number saved',
    { showsFailure: true },
  );
  return (
    <Form onSubmit={() => save.mutate({ title, registrationNumber }, { onSuccess: onDone })} className="grid gap-4">
      <Field label="Professional title" help="In the language of the reports: “Radyoloji uzmanı”.">
        <Input value={title} maxLength={LIMITS.shortTextMaxLength} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field label="Registration number" help="In the register of physicians.">
        <Input
          value={registrationNumber}
          maxLength={LIMITS.shortTextMaxLength}
          onChange={(event) => setRegistrationNumber(event.target.value)}
        />
      </Field>
      {save.isError && (
        <FieldError>{messageOf(save.error, 'The server could not be reached. Nothing is lost; try again.')}</FieldError>
      )}
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isPending={save.isPending}>
          Save
        </Button>
      </DialogActions>
    </Form>
  );
}
