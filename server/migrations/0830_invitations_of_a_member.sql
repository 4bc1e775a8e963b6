-- Who sent an invitation: when that member's password changes, the invitations sent by that account end with it.
alter table link_tokens add column issued_by uuid;
