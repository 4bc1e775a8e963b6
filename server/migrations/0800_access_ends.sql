-- Open pages hear when their reader's access ends, by whatever statement of whatever process: a session, an account, a key.

create function announce_access_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_ended', json_build_object(
    'accountId', case when tg_table_name = 'sessions' then to_jsonb(old) ->> 'account_id' else to_jsonb(old) ->> 'id' end
  )::text);
  return null;
end $$;

create trigger sessions_end after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function announce_access_end();
create trigger sessions_gone after delete on sessions for each row
  when (old.revoked_at is null) execute function announce_access_end();
create trigger patients_end after update on patients for each row
  when (old.disabled_at is distinct from new.disabled_at) execute function announce_access_end();
create trigger institution_users_end after update on institution_users for each row
  when (old.disabled_at is distinct from new.disabled_at or old.role <> new.role) execute function announce_access_end();
create trigger staff_end after update on staff for each row
  when (old.disabled_at is distinct from new.disabled_at or old.role <> new.role) execute function announce_access_end();
create trigger api_keys_end after update on api_keys for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function announce_access_end();
create trigger patients_gone after delete on patients for each row execute function announce_access_end();
create trigger institution_users_gone after delete on institution_users for each row execute function announce_access_end();
create trigger staff_gone after delete on staff for each row execute function announce_access_end();
