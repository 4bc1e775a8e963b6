import { members as contract } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Input, Select } from '../../ui/forms/input.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

type Role = contract.Member['role'];

export function InviteForm() {
  const texts = useWorkTexts().institutions.memberList;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useTrialChange(
    () => call(contract.inviteMember, { body: { email, role } }),
    texts.theInvitationIsOnIts,
    { showsFailure: true },
  );
  return (
    <Card>
      <Form
        className="grid items-start gap-4 sm:grid-cols-[1fr_9rem_auto]"
        onSubmit={() => invite.mutate(undefined, { onSuccess: () => setEmail('') })}
      >
        <Field
          label={texts.eMailOfAColleague}
          error={invite.isError ? messageOf(invite.error, texts.theServerCouldNotBe) : undefined}
        >
          <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label={texts.role}>
          <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            <option value="member">{texts.member}</option>
            <option value="reader">{texts.reader}</option>
            <option value="admin">{texts.admin}</option>
          </Select>
        </Field>
        <Button type="submit" className="sm:mt-7.5" disabled={!email.includes('@')} isPending={invite.isPending}>
          {texts.invite}
        </Button>
      </Form>
    </Card>
  );
}

const seenText = ({ lastSeenAt }: contract.Member, never: string): string =>
  lastSeenAt ? formatDateTime(lastSeenAt, activeLanguage()) : never;

export function MemberTable({ rows, ownId }: { readonly rows: readonly contract.Member[]; readonly ownId: string }) {
  const { names } = useWorkTexts();
  const texts = useWorkTexts().institutions.memberList;
  const change = useTrialChange(
    ({ memberId, role }: { memberId: string; role: Role }) =>
      call(contract.changeMemberRole, { params: { memberId }, body: { role } }),
    texts.theRoleWasChanged,
  );
  const remove = useTrialChange(
    (memberId: string) => call(contract.removeMember, { params: { memberId } }),
    texts.theMemberWasRemoved,
  );
  /** In its own column, or below the name if the table is too wide for the screen. */
  const removal = (row: contract.Member) => (
    <ConfirmButton
      isDestructive
      label={texts.remove}
      accessibleLabel={texts.removeNamed({ username: row.username })}
      title={texts.remove2({ username: row.username })}
      consequence={texts.theAccountAndAllIts}
      isPending={remove.isPending && remove.variables === row.id}
      onConfirm={() => remove.mutate(row.id)}
      variant="quiet"
    />
  );
  return (
    <Table caption={texts.members}>
      <thead>
        <tr>
          <HeaderCell>{texts.username}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.eMail}</HeaderCell>
          <HeaderCell>{texts.role}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{texts.oneTimeCodes}</HeaderCell>
          <HeaderCell className="max-xl:hidden">{texts.lastSeen}</HeaderCell>
          <HeaderCell className="max-sm:hidden">
            <span className="sr-only">{texts.action}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell>
              <span className="font-semibold">{row.username}</span>{' '}
              {row.id === ownId && <span className="text-grey-4">{texts.you}</span>}
              <span className="block break-all lg:hidden">{row.email}</span>
              <span className="block text-grey-4 lg:hidden">
                {texts.oneTimeCodes} {row.hasTotp ? texts.on : texts.off}
              </span>
              <span className="block text-grey-4 xl:hidden">
                {texts.lastSeen2({ row: seenText(row, names.never) })}
              </span>
              <div className="-ms-3 sm:hidden">{removal(row)}</div>
            </Cell>
            <Cell className="max-lg:hidden">{row.email}</Cell>
            <Cell className="min-w-32">
              <Select
                aria-label={texts.roleOf({ username: row.username })}
                className="min-h-9 py-1"
                value={row.role}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ memberId: row.id, role: event.target.value as Role })}
              >
                <option value="member">{texts.member}</option>
                <option value="reader">{texts.reader}</option>
                <option value="admin">{texts.admin}</option>
              </Select>
            </Cell>
            <Cell className="max-lg:hidden">
              {row.hasTotp ? <Badge tone="green">{texts.on}</Badge> : <span className="text-grey-4">{texts.off}</span>}
            </Cell>
            <Cell className="whitespace-nowrap max-xl:hidden">{seenText(row, names.never)}</Cell>
            <Cell className="max-sm:hidden">{removal(row)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function InvitationList({ rows }: { readonly rows: readonly contract.Invitation[] }) {
  const texts = useWorkTexts().institutions.memberList;
  const withdraw = useTrialChange(
    (invitationId: string) => call(contract.withdrawInvitation, { params: { invitationId } }),
    texts.theInvitationWasWithdrawn,
  );
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">{texts.openInvitations}</h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2">
            <p className="min-w-0">
              {row.email}{' '}
              <span className="text-sm text-grey-4">
                {texts.until({
                  role: texts[row.role],
                  expiresAt: formatDate(row.expiresAt, activeLanguage()),
                })}
              </span>
            </p>
            <Button
              size="small"
              variant="quiet"
              disabled={withdraw.isPending}
              aria-label={texts.withdrawTheInvitationOf({ email: row.email })}
              onClick={() => withdraw.mutate(row.id)}
            >
              {texts.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
