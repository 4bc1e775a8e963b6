/** The accounts of the three areas, one file each, and the list of users for operators. */
export * from './institution-accounts.ts';
export * from './patient-accounts.ts';
export * from './staff/staff-accounts.ts';
export * from './staff/staff-team.ts';
export * from './users.ts';
