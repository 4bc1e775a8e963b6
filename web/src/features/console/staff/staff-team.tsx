import { accounts } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api.ts';
import { refusalOf } from '../../../lib/form-errors.ts';
import { formatDate } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import type { Renewed } from '../../../lib/renewals.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, FieldError } from '../../../ui/forms/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Input } from '../../../ui/forms/input.tsx';

interface OfStaff {
  readonly user: accounts.UserRow;
  /** Queries with this key are renewed, so that they show the change. */
  readonly renews: Renewed;
}

/** Switches between the two roles of staff. */
export function RoleButton({ user, renews }: OfStaff) {
  const { team: texts, console: room } = useWorkTexts();
  const role = user.role === 'operator' ? 'radiologist' : 'operator';
  const named = { name: user.name, role: room.users.roles[role] };
  const change = useChange(
    renews,
    () => call(accounts.setStaffRole, { params: { userId: user.id }, body: { role } }),
    texts.roleChanged,
  );
  return (
    <ConfirmButton
      label={texts.roleChange(named)}
      accessibleLabel={texts.roleOf(named)}
      title={texts.roleTitle(named)}
      consequence={texts.roleText}
      isPending={change.isPending}
      onConfirm={() => change.mutate()}
    />
  );
}

/** Compared with days in the time zone of the service; the browser's own may differ by a few hours. */
const today = () => new Date().toLocaleDateString('sv-SE');

export function AbsentBadge({ absences }: Pick<accounts.UserRow, 'absences'>) {
  const texts = useWorkTexts().team;
  const now = absences?.find(({ from, to }) => from <= today() && today() <= to);
  return now ? <Badge tone="yellow">{texts.absent({ day: formatDate(now.to, activeLanguage()) })}</Badge> : null;
}

/** Absences of staff, from a first to a last day. */
export function AbsenceButton({ user, renews }: OfStaff) {
  const texts = useWorkTexts().team;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={texts.absenceOf({ name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {texts.absence}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.absenceTitle({ name: user.name })}
        description={texts.absenceText}
        size="small"
      >
        {isOpen && <Absences user={user} renews={renews} onDone={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function Absences({ user, renews, onDone }: OfStaff & { readonly onDone: () => void }) {
  const { team: texts, interface: shared } = useWorkTexts();
  const language = activeLanguage();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const params = { userId: user.id };
  const add = useChange(renews, () => call(accounts.addAbsence, { params, body: { from, to } }), texts.absenceAdded, {
    showsFailure: true,
  });
  const remove = useChange(
    renews,
    (absenceId: string) => call(accounts.removeAbsence, { params: { ...params, absenceId } }),
    texts.absenceRemoved,
  );
  const isWrongWay = from !== '' && to !== '' && to < from;
  return (
    <div className="grid gap-4">
      {user.absences?.length ? (
        <ul className="grid gap-2">
          {user.absences.map((absence) => {
            const days = { from: formatDate(absence.from, language), to: formatDate(absence.to, language) };
            return (
              <li key={absence.id} className="flex flex-wrap items-center justify-between gap-2">
                {texts.days(days)}
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.removeAbsenceOf(days)}
                  isPending={remove.isPending && remove.variables === absence.id}
                  onClick={() => remove.mutate(absence.id)}
                >
                  {texts.removeAbsence}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="text-grey-4">{texts.noAbsences}</p>
      )}
      <Form
        className="grid items-start gap-3 sm:grid-cols-2"
        onSubmit={() =>
          add.mutate(undefined, {
            onSuccess: () => {
              setFrom('');
              setTo('');
            },
          })
        }
      >
        <Field label={texts.from} error={refusalOf(add.error, 'from')}>
          <Input type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label={texts.to} error={isWrongWay ? texts.toBeforeFrom : refusalOf(add.error, 'to')}>
          <Input type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          disabled={from === '' || to === '' || isWrongWay}
          isPending={add.isPending}
        >
          {texts.addAbsence}
        </Button>
      </Form>
      {add.isError && <FieldError>{messageOf(add.error, shared.nothingLostTryAgain)}</FieldError>}
      <DialogActions>
        <Button type="button" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  );
}
