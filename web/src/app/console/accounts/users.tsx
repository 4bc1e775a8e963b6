import { accounts, assignment } from '@duai/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { AssignmentRules } from '../../../features/console/staff/assignment-rules.tsx';
import { CredentialsButton } from '../../../features/console/staff/credentials-dialog.tsx';
import { ReadFirstButton, ReadingRules } from '../../../features/console/staff/read-first.tsx';
import { InviteStaff, StaffInvitations } from '../../../features/console/staff/staff-invitations.tsx';
import { AbsenceButton, AbsentBadge, RoleButton } from '../../../features/console/staff/staff-team.tsx';
import { SubspecialtiesButton } from '../../../features/console/staff/subspecialties-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { formatDate, formatDateTime } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../../lib/messages.tsx';
import { isAnswerOf, keyOf } from '../../../lib/query-keys.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Cell, Table, TableHead } from '../../../ui/table.tsx';
import { useSignedInStaff } from '../layout.tsx';

/** What readers read is told by the list and by the rules. */
const IN_TEAM = isAnswerOf(accounts.findUsers, assignment.getAssignment);
/** An invitation works while its sender may invite. */
const IN_HOUSE = isAnswerOf(accounts.findUsers, accounts.listStaffInvitations);
const WITH_ROLES = isAnswerOf(accounts.findUsers, assignment.getAssignment, accounts.listStaffInvitations);

export default function Users() {
  const { console: room, names } = useWorkTexts();
  const texts = room.users;
  const { columns } = texts;
  const language = activeLanguage();
  const own = useSignedInStaff();
  const [search, setSearch] = useState('');
  const text = useSettled(search.trim());
  const users = useInfiniteQuery({
    queryKey: keyOf(accounts.findUsers, { body: { text } }),
    queryFn: ({ pageParam, signal }) =>
      call(accounts.findUsers, { body: pageParam ? { text, cursor: pageParam } : { text }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const disable = useChange(
    IN_HOUSE,
    ({ realm, id }: accounts.UserRow) => call(accounts.disableUser, { params: { realm, userId: id } }),
    texts.disabled,
  );
  const enable = useChange(
    IN_HOUSE,
    ({ realm, id }: accounts.UserRow) => call(accounts.enableUser, { params: { realm, userId: id } }),
    texts.enabled,
  );
  return (
    <>
      <PageHead title={texts.title}>
        <Field label={texts.search} className="w-64">
          <Input type="search" maxLength={200} value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
        <InviteStaff />
      </PageHead>
      <StaffInvitations />
      <AssignmentRules />
      <ReadingRules />
      <Loaded query={users}>
        {(rows) => (
          <>
            <Table caption={texts.caption}>
              <TableHead
                headings={[
                  columns.name,
                  [columns.email, 'max-lg:hidden'],
                  [columns.role, 'max-sm:hidden'],
                  [columns.since, 'max-2xl:hidden'],
                  [columns.lastSeen, 'max-lg:hidden'],
                  [columns.state, 'max-sm:hidden'],
                  columns.action,
                ]}
              />
              <tbody>
                {rows.length === 0 && (
                  <tr>
                    <Cell colSpan={7}>{texts.nobody({ text })}</Cell>
                  </tr>
                )}
                {rows.map((row) => (
                  <tr key={`${row.realm}:${row.id}`}>
                    <Cell className="min-w-36 [overflow-wrap:anywhere]">
                      <span className="me-2 font-semibold">{row.name}</span>
                      <span className="sm:hidden">
                        <StateBadge user={row} />
                      </span>
                      {/* Replaces a column that is hidden on narrow screens. */}
                      <span className="block text-grey-4 lg:hidden">{row.email}</span>
                      {row.credentials && (
                        <span className="block text-grey-4">{credentialsOf(row.credentials, texts)}</span>
                      )}
                      {row.subspecialties && row.subspecialties.length > 0 && (
                        <span className="block text-grey-4">
                          {row.subspecialties.map((each) => names.subspecialties[each]).join(', ')}
                        </span>
                      )}
                      <span className="block text-grey-4 sm:hidden">{roleOf(row, texts)}</span>
                      <span className="block text-grey-4 lg:hidden">{seenOf(row, texts)}</span>
                    </Cell>
                    <Cell className="[overflow-wrap:anywhere] max-lg:hidden">{row.email}</Cell>
                    <Cell className="max-sm:hidden">{roleOf(row, texts)}</Cell>
                    <Cell className="whitespace-nowrap max-2xl:hidden">{formatDate(row.createdAt, language)}</Cell>
                    <Cell className="whitespace-nowrap max-lg:hidden">
                      {row.lastSeenAt ? formatDateTime(row.lastSeenAt, language) : '–'}
                    </Cell>
                    <Cell className="max-sm:hidden">
                      <StateBadge user={row} />
                    </Cell>
                    <Cell className="xl:min-w-76">
                      <div className="flex flex-wrap gap-2">
                        {row.credentials && <CredentialsButton user={row} renews={accounts.findUsers} />}
                        {row.isReadFirst !== null && <ReadFirstButton user={row} renews={accounts.findUsers} />}
                        {row.subspecialties && <SubspecialtiesButton user={row} renews={IN_TEAM} />}
                        {row.realm === 'staff' && <AbsenceButton user={row} renews={IN_TEAM} />}
                        {row.realm === 'staff' && <RoleButton user={row} renews={WITH_ROLES} />}
                        <ButtonLink
                          variant="secondary"
                          size="small"
                          to={`/console/audit?who=${row.id}`}
                          aria-label={texts.auditNamed({ name: row.name })}
                        >
                          {texts.audit}
                        </ButtonLink>
                        {row.id !== own.id &&
                          (row.isDisabled ? (
                            <ConfirmButton
                              label={texts.enable}
                              accessibleLabel={texts.enableNamed({ name: row.name })}
                              title={texts.enableTitle({ name: row.name })}
                              consequence={texts.enableText}
                              isPending={enable.isPending && enable.variables.id === row.id}
                              onConfirm={() => enable.mutate(row)}
                            />
                          ) : (
                            <ConfirmButton
                              label={texts.disable}
                              accessibleLabel={texts.disableNamed({ name: row.name })}
                              title={texts.disableTitle({ name: row.name })}
                              consequence={texts.disableText}
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
            {users.hasNextPage && (
              <Button
                variant="secondary"
                className="mt-4"
                isPending={users.isFetchingNextPage}
                onClick={() => void users.fetchNextPage()}
              >
                {texts.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function StateBadge({ user }: { readonly user: accounts.UserRow }) {
  const { states } = useWorkTexts().console.users;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={user.isDisabled ? 'red' : 'green'}>{user.isDisabled ? states.disabled : states.active}</Badge>
      <AbsentBadge absences={user.absences} />
    </span>
  );
}

type UserTexts = WorkTexts['console']['users'];

const credentialsOf = ({ title, registrationNumber }: accounts.Credentials, texts: UserTexts): string =>
  title || registrationNumber
    ? [title ?? texts.noTitle, registrationNumber ?? texts.noNumber].join(', ')
    : texts.noCredentials;

function roleOf({ realm, role }: accounts.UserRow, texts: UserTexts): string {
  const roles: Readonly<Record<string, string>> = texts.roles;
  return realm === role ? texts.realms[realm] : `${texts.realms[realm]} · ${roles[role] ?? role}`;
}

const seenOf = ({ createdAt, lastSeenAt }: accounts.UserRow, texts: UserTexts): string =>
  [
    texts.sinceDay({ day: formatDate(createdAt, activeLanguage()) }),
    lastSeenAt ? texts.lastSeen({ time: formatDateTime(lastSeenAt, activeLanguage()) }) : texts.neverSeen,
  ].join(', ');
