import { accounts, type Language } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/form-errors.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage, LANGUAGE_NAMES } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input, Select } from '../../../ui/forms/input.tsx';

type Role = accounts.Staff['role'];

/** Invites colleagues by a mailed link. */
export function InviteStaff() {
  const texts = useWorkTexts().team;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        {texts.invite}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.inviteTitle}
        description={texts.inviteText}
        size="small"
      >
        {isOpen && <InviteForm onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const { team: texts, console: room, interface: shared } = useWorkTexts();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('radiologist');
  const [language, setLanguage] = useState<Language>(activeLanguage());
  const invite = useChange(
    accounts.listStaffInvitations,
    () => call(accounts.inviteStaff, { body: { name, email, role, language } }),
    texts.sent,
    { showsFailure: true },
  );
  const problem = (field: string) => refusalOf(invite.error, field);
  return (
    <Form className="grid gap-4" onSubmit={() => invite.mutate(undefined, { onSuccess: onDone })}>
      <Field label={texts.name} error={problem('name')} isRequired>
        <Input autoComplete="off" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={texts.email} error={problem('email')} isRequired>
        <Input type="email" autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <Field label={texts.role} error={problem('role')}>
        <Select value={role} onChange={({ target }) => setRole(target.value as Role)}>
          {accounts.STAFF_ROLES.map((each) => (
            <option key={each} value={each}>
              {room.users.roles[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.mailLanguage} error={problem('language')}>
        <Select value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
          {(['tr', 'en', 'ar'] as const).map((each) => (
            <option key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </Select>
      </Field>
      {invite.isError && <FieldError>{messageOf(invite.error, shared.nothingLostTryAgain)}</FieldError>}
      <DialogActions>
        <Button type="button" variant="secondary" onClick={onDone}>
          {shared.cancel}
        </Button>
        <Button type="submit" disabled={name.trim().length < 2 || !email.includes('@')} isPending={invite.isPending}>
          {texts.send}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Invitations that nobody has redeemed: those that work, and those that ended within the last week. */
export function StaffInvitations() {
  const texts = useWorkTexts().team;
  const invitations = useQuery({
    queryKey: keyOf(accounts.listStaffInvitations),
    queryFn: () => call(accounts.listStaffInvitations),
    staleTime: 0,
  });
  const rows = invitations.data ?? [];
  return (
    <>
      <Invitations title={texts.invitations} rows={rows.filter(({ ended }) => ended === null)} />
      <Invitations title={texts.endedInvitations} rows={rows.filter(({ ended }) => ended !== null)} />
    </>
  );
}

function Invitations({ title, rows }: { readonly title: string; readonly rows: accounts.StaffInvitation[] }) {
  const { team: texts, console: room } = useWorkTexts();
  const headingId = useId();
  const withdraw = useChange(
    accounts.listStaffInvitations,
    (invitationId: string) => call(accounts.withdrawStaffInvitation, { params: { invitationId } }),
    texts.withdrawn,
  );
  const again = useChange(
    accounts.listStaffInvitations,
    ({ name, email, role, language }: accounts.StaffInvitation) =>
      call(accounts.inviteStaff, { body: { name, email, role, language } }),
    texts.sent,
  );
  const stateOf = ({ role, expiresAt, ended }: accounts.StaffInvitation): string => {
    const told = { role: room.users.roles[role], day: formatDate(expiresAt, activeLanguage()) };
    if (ended === null) return texts.until(told);
    return ended === 'expired' ? texts.expired(told) : texts.senderGone(told);
  };
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mb-6 grid gap-2 rounded border border-grey-2 bg-surface p-4">
      <h2 id={headingId} className="font-semibold">
        {title}
      </h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-semibold">{row.name}</span> {row.email}{' '}
              <span className="text-sm text-grey-4">{stateOf(row)}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              {row.ended && (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={texts.sendAgainTo({ email: row.email })}
                  isPending={again.isPending && again.variables.id === row.id}
                  onClick={() => again.mutate(row)}
                >
                  {texts.sendAgain}
                </Button>
              )}
              {row.ended !== 'expired' && (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.withdrawOf({ email: row.email })}
                  isPending={withdraw.isPending && withdraw.variables === row.id}
                  onClick={() => withdraw.mutate(row.id)}
                >
                  {texts.withdraw}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
