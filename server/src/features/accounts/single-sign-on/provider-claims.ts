import { type accounts, emailSchema } from '@duai/contract';

interface RoleRules {
  groupsClaim: string;
  adminGroups: readonly string[];
  readerGroups: readonly string[];
  memberGroups: readonly string[];
}

/**
 * The role that a person's groups give: the highest where several match, null where none does. The claim may be a list
 * or a single string. Group names are compared exactly.
 */
export function roleOf(
  claims: Record<string, unknown>,
  { groupsClaim, adminGroups, readerGroups, memberGroups }: RoleRules,
): accounts.InstitutionRole | null {
  const given = claims[groupsClaim];
  const groups = (Array.isArray(given) ? given : [given]).filter((group) => typeof group === 'string');
  if (groups.some((group) => adminGroups.includes(group))) return 'admin';
  if (groups.some((group) => readerGroups.includes(group))) return 'reader';
  return groups.some((group) => memberGroups.includes(group)) ? 'member' : null;
}

/** The address for mails to the person; it is not used to identify them. */
export function emailOf({ email }: Record<string, unknown>): string | null {
  const read = emailSchema.safeParse(email);
  return read.success ? read.data : null;
}

const LONGEST = 40;

/** A username derived from the name that the provider gives; `tail` is appended where that name is taken. */
export function usernameOf({ preferred_username: shown, email }: Record<string, unknown>, tail: string | null): string {
  const name = [shown, email].find((value) => typeof value === 'string' && value.length > 0) as string | undefined;
  const plain = (name ?? '')
    .split('@')[0]!
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+/, '');
  const base = plain.length < 3 ? 'member' : plain;
  if (tail === null) return base.slice(0, LONGEST);
  return `${base.slice(0, LONGEST - tail.length - 1)}-${tail}`;
}
