import { accounts } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CredentialsButton } from '../../features/console/credentials-dialog.tsx';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { ReadFirstButton, ReadingRules } from '../../features/console/read-first.tsx';
import { call } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/formatting.ts';
import { useChange } from '../../lib/use-change.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { useSignedInStaff } from './layout.tsx';

const KEY = accounts.findUsers.path;

export default function Users() {
  const own = useSignedInStaff();
  const [search, setSearch] = useState('');
  const text = useSettled(search.trim());
  const users = useQuery({
    queryKey: [KEY, text],
    queryFn: ({ signal }) => call(accounts.findUsers, { body: { text }, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const disable = useChange(
    KEY,
    ({ realm, id }: accounts.UserRow) => call(accounts.disableUser, { params: { realm, userId: id } }),
    'User disabled, all sessions ended',
  );
  const enable = useChange(
    KEY,
    ({ realm, id }: accounts.UserRow) => call(accounts.enableUser, { params: { realm, userId: id } }),
    'User may sign in again',
  );
  return (
    <>
      <PageHead title="Users">
        <Field label="Search" className="w-64">
          <Input type="search" maxLength={200} value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
      </PageHead>
      <ReadingRules />
      <Loaded query={users}>
        {({ rows, hasMore }) => (
          <>
            <Table caption="Users of all areas">
              <TableHead
                headings={[
                  'Name',
                  ['Email', 'max-lg:hidden'],
                  ['Role', 'max-sm:hidden'],
                  ['Since', 'max-lg:hidden'],
                  ['Last seen', 'max-lg:hidden'],
                  ['State', 'max-sm:hidden'],
                  'Action',
                ]}
              />
              <tbody>
                {rows.length === 0 && (
                  <tr>
                    <Cell colSpan={7}>Nobody matches “{text}”.</Cell>
                  </tr>
                )}
                {rows.map((row) => (
                  <tr key={`${row.realm}:${row.id}`}>
                    <Cell className="min-w-36 [overflow-wrap:anywhere]">
                      <span className="me-2 font-semibold">{row.name}</span>
                      <span className="sm:hidden">
                        <StateBadge user={row} />
                      </span>
                      {/* What has no column of its own on a narrow screen. */}
                      <span className="block text-grey-4 lg:hidden">{row.email}</span>
                      {row.credentials && <span className="block text-grey-4">{credentialsOf(row.credentials)}</span>}
                      <span className="block text-grey-4 sm:hidden">{roleOf(row)}</span>
                      <span className="block text-grey-4 lg:hidden">{seenOf(row)}</span>
                    </Cell>
                    <Cell className="max-lg:hidden">{row.email}</Cell>
                    <Cell className="max-sm:hidden">{roleOf(row)}</Cell>
                    <Cell className="whitespace-nowrap max-lg:hidden">{formatDate(row.createdAt, 'en')}</Cell>
                    <Cell className="whitespace-nowrap max-lg:hidden">
                      {row.lastSeenAt ? formatDateTime(row.lastSeenAt, 'en') : '–'}
                    </Cell>
                    <Cell className="max-sm:hidden">
                      <StateBadge user={row} />
                    </Cell>
                    <Cell className="w-px">
                      <div className="flex flex-wrap gap-2">
                        {row.credentials && <CredentialsButton user={row} renews={KEY} />}
                        {row.isReadFirst !== null && <ReadFirstButton user={row} renews={KEY} />}
                        {row.id !== own.id &&
                          (row.isDisabled ? (
                            <ConfirmButton
                              label="Enable"
                              accessibleLabel={`Enable ${row.name}`}
                              title={`Enable ${row.name}?`}
                              consequence="The user can sign in again."
                              isPending={enable.isPending && enable.variables.id === row.id}
                              onConfirm={() => enable.mutate(row)}
                            />
                          ) : (
                            <ConfirmButton
                              label="Disable"
                              accessibleLabel={`Disable ${row.name}`}
                              title={`Disable ${row.name}?`}
                              consequence="All sessions end at once and signing in is refused."
                              isDestructive
                              isPending={disable.isPending && disable.variables.id === row.id}
                              onConfirm={() => disable.mutate(row)}
                            />
                          ))}
                      </div>
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
            {hasMore && (
              <p className="mt-4 text-grey-4">
                The first {accounts.USERS_AT_ONCE} are shown. Search for a name, an address or a role to find the
                others.
              </p>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const StateBadge = ({ user }: { readonly user: accounts.UserRow }) => (
  <Badge tone={user.isDisabled ? 'red' : 'green'}>{user.isDisabled ? 'Disabled' : 'Active'}</Badge>
);

const credentialsOf = ({ title, registrationNumber }: accounts.Credentials): string =>
  title || registrationNumber
    ? [title ?? 'no title', registrationNumber ?? 'no registration number'].join(', ')
    : 'No title, no registration number';

const roleOf = ({ realm, role }: accounts.UserRow): string => (realm === role ? role : `${realm} · ${role}`);

const seenOf = ({ createdAt, lastSeenAt }: accounts.UserRow): string =>
  `Since ${formatDate(createdAt, 'en')}, ${lastSeenAt ? `last seen ${formatDateTime(lastSeenAt, 'en')}` : 'never seen'}`;
