import { members as contract } from '@duai/contract';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/formatting.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { Cell, HeaderCell, Table } from '../../ui/table.tsx';

type Role = contract.Member['role'];

export function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useTrialChange(
    () => call(contract.inviteMember, { body: { email, role } }),
    'The invitation is on its way',
    { showsFailure: true },
  );
  return (
    <Card>
      <Form
        className="grid items-start gap-4 sm:grid-cols-[1fr_9rem_auto]"
        onSubmit={() => invite.mutate(undefined, { onSuccess: () => setEmail('') })}
      >
        <Field
          label="E-mail of a colleague"
          error={invite.isError ? messageOf(invite.error, 'The server could not be reached.') : undefined}
        >
          <Input type="email" autoComplete="off" value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label="Role">
          <Select value={role} onChange={(event) => setRole(event.target.value as Role)}>
            <option value="member">Member</option>
            <option value="admin">Admin</option>
          </Select>
        </Field>
        <Button type="submit" className="sm:mt-7.5" disabled={!email.includes('@')} isPending={invite.isPending}>
          Invite
        </Button>
      </Form>
    </Card>
  );
}

const seenText = ({ lastSeenAt }: contract.Member): string => (lastSeenAt ? formatDateTime(lastSeenAt, 'en') : 'never');

export function MemberTable({ rows, ownId }: { readonly rows: readonly contract.Member[]; readonly ownId: string }) {
  const change = useTrialChange(
    ({ memberId, role }: { memberId: string; role: Role }) =>
      call(contract.changeMemberRole, { params: { memberId }, body: { role } }),
    'The role was changed',
  );
  const remove = useTrialChange(
    (memberId: string) => call(contract.removeMember, { params: { memberId } }),
    'The member was removed',
  );
  /** In a column of its own, or below the name where the table is too wide for the screen. */
  const removal = (row: contract.Member) => (
    <ConfirmButton
      isDestructive
      label="Remove"
      accessibleLabel={`Remove ${row.username}`}
      title={`Remove ${row.username}?`}
      consequence="The account and all its sessions end at once. What it did stays in the audit trail."
      isPending={remove.isPending && remove.variables === row.id}
      onConfirm={() => remove.mutate(row.id)}
      variant="quiet"
    />
  );
  return (
    <Table caption="Members">
      <thead>
        <tr>
          <HeaderCell>Username</HeaderCell>
          <HeaderCell className="max-lg:hidden">E-mail</HeaderCell>
          <HeaderCell>Role</HeaderCell>
          <HeaderCell className="max-lg:hidden">One-time codes</HeaderCell>
          <HeaderCell className="max-xl:hidden">Last seen</HeaderCell>
          <HeaderCell className="max-sm:hidden">
            <span className="sr-only">Action</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell>
              <span className="font-semibold">{row.username}</span>{' '}
              {row.id === ownId && <span className="text-grey-4">(you)</span>}
              <span className="block break-all lg:hidden">{row.email}</span>
              <span className="block text-grey-4 lg:hidden">One-time codes {row.hasTotp ? 'on' : 'off'}</span>
              <span className="block text-grey-4 xl:hidden">Last seen {seenText(row)}</span>
              <div className="-ms-3 sm:hidden">{removal(row)}</div>
            </Cell>
            <Cell className="max-lg:hidden">{row.email}</Cell>
            <Cell className="min-w-32">
              <Select
                aria-label={`Role of ${row.username}`}
                className="min-h-9 py-1"
                value={row.role}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ memberId: row.id, role: event.target.value as Role })}
              >
                <option value="member">Member</option>
                <option value="admin">Admin</option>
              </Select>
            </Cell>
            <Cell className="max-lg:hidden">
              {row.hasTotp ? <Badge tone="green">On</Badge> : <span className="text-grey-4">Off</span>}
            </Cell>
            <Cell className="whitespace-nowrap max-xl:hidden">{seenText(row)}</Cell>
            <Cell className="max-sm:hidden">{removal(row)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function InvitationList({ rows }: { readonly rows: readonly contract.Invitation[] }) {
  const withdraw = useTrialChange(
    (invitationId: string) => call(contract.withdrawInvitation, { params: { invitationId } }),
    'The invitation was withdrawn',
  );
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">Open invitations</h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-grey-2 pt-2">
            <p className="min-w-0">
              {row.email}{' '}
              <span className="text-sm text-grey-4">
                {row.role}, until {formatDate(row.expiresAt, 'en')}
              </span>
            </p>
            <Button
              size="small"
              variant="quiet"
              disabled={withdraw.isPending}
              aria-label={`Withdraw the invitation of ${row.email}`}
              onClick={() => withdraw.mutate(row.id)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
