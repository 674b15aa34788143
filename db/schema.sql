-- The whole schema as the migrations leave it, to be read: migrations make the database, not this file.
-- Written by "npm run db:types"; a test compares it with the migrations.
--
-- Each table that says "CALL make_tenant_table" belongs to accounts: that procedure enables and forces row-level security, and creates
-- the one policy `tenant` on account_id. crossdock_app may select, insert, update and delete in every table and view that does not say
-- REVOKE. The job queue's own schema, graphile_worker, is not shown.


-- ============================================================
-- 0001_roles.sql
-- ============================================================

-- The migrations that this database has.
CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name)
);
GRANT SELECT ON migrations TO crossdock_app;

-- One row: what makes this database recognise itself, so that one that was restored or copied sends nothing.
CREATE TABLE installation (
  one boolean NOT NULL DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  mark bigint NOT NULL DEFAULT 0,
  life text,
  beat_at timestamptz,
  rested_at timestamptz,
  stopped text,
  reason jsonb,
  stopped_at timestamptz,
  known_until timestamptz,
  sequences_after bigint NOT NULL DEFAULT 0,
  cursors_after bigint NOT NULL DEFAULT 0,
  files_failed_at timestamptz,
  PRIMARY KEY (one),
  CHECK (one),
  CHECK (stopped = ANY (ARRAY['restored', 'copy']))
);
REVOKE ALL ON installation FROM crossdock_app;
GRANT SELECT, UPDATE ON installation TO crossdock_app;
GRANT SELECT, UPDATE ON installation TO crossdock_scheduler;
CREATE TRIGGER skip_ids AFTER UPDATE OF cursors_after ON installation
  FOR EACH ROW WHEN (new.cursors_after > old.cursors_after) EXECUTE FUNCTION skip_ids();

-- The index of words by which orders are found.
CREATE TABLE order_terms (
  account_id bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (account_id, term, record_id)
);
CALL make_tenant_table('order_terms');

-- The terms that a record has in order_terms: what to delete when it changes.
CREATE TABLE order_term_sets (
  account_id bigint NOT NULL,
  record_id bigint NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, record_id)
) WITH (fillfactor=80);
CALL make_tenant_table('order_term_sets');

-- The index of words by which purchase orders are found.
CREATE TABLE purchase_order_terms (
  account_id bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (account_id, term, record_id)
);
CALL make_tenant_table('purchase_order_terms');

-- The terms that a record has in purchase_order_terms: what to delete when it changes.
CREATE TABLE purchase_order_term_sets (
  account_id bigint NOT NULL,
  record_id bigint NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, record_id)
) WITH (fillfactor=80);
CALL make_tenant_table('purchase_order_term_sets');

-- The index of words by which products are found.
CREATE TABLE product_terms (
  account_id bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (account_id, term, record_id)
);
CALL make_tenant_table('product_terms');

-- The terms that a record has in product_terms: what to delete when it changes.
CREATE TABLE product_term_sets (
  account_id bigint NOT NULL,
  record_id bigint NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, record_id)
) WITH (fillfactor=80);
CALL make_tenant_table('product_term_sets');

-- The index of words by which raw materials are found.
CREATE TABLE raw_material_terms (
  account_id bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (account_id, term, record_id)
);
CALL make_tenant_table('raw_material_terms');

-- The terms that a record has in raw_material_terms: what to delete when it changes.
CREATE TABLE raw_material_term_sets (
  account_id bigint NOT NULL,
  record_id bigint NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, record_id)
) WITH (fillfactor=80);
CALL make_tenant_table('raw_material_term_sets');

-- The index of words by which connector products are found.
CREATE TABLE connector_product_terms (
  account_id bigint NOT NULL,
  term text COLLATE "C" NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (account_id, term, record_id)
);
CALL make_tenant_table('connector_product_terms');

-- The terms that a record has in connector_product_terms: what to delete when it changes.
CREATE TABLE connector_product_term_sets (
  account_id bigint NOT NULL,
  record_id bigint NOT NULL,
  terms text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, record_id)
) WITH (fillfactor=80);
CALL make_tenant_table('connector_product_term_sets');

-- The account of this transaction. Null when none is set, so that every policy fails closed.
CREATE FUNCTION current_account()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('crossdock.account_id'::text, true), ''::text))::bigint;

-- The person of this transaction. Null in jobs.
CREATE FUNCTION current_person()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('crossdock.user_id'::text, true), ''::text))::bigint;

-- Tells the planner about a new table: an account or a connection has most of its rows, an id or a remote id has one, and few
-- are deleted or archived. Until the first ANALYZE the planner would assume that an account has a two-hundredth of the rows, or an index
-- of the rows that are not deleted, and a join, a foreign key or a list of ids could scan a whole account to find one row. The first ANALYZE replaces these figures.
CREATE PROCEDURE give_first_statistics(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
declare
  col text;
  own constant name := (select relname from pg_class where oid = target);
begin
  for col in
    select attname from pg_attribute a where attrelid = target and not attisdropped
      and attname in ('account_id', 'connection_id', 'id', 'order_id', 'warehouse_order_id', 'shipment_id', 'remote_id', 'reference', 'key', 'deleted_at',
        'archived_at')
      and not exists (select from pg_stats s where s.schemaname = 'public' and s.tablename = own and s.attname = a.attname)
  loop
    perform pg_restore_attribute_stats('schemaname', 'public', 'relname', own::text, 'attname', col,
      'inherited', false, 'null_frac', (col in ('deleted_at', 'archived_at'))::int::real, 'avg_width', 8, 'n_distinct',
      case when col in ('account_id', 'connection_id', 'deleted_at', 'archived_at') then 1 when col in ('id', 'remote_id', 'reference', 'key') then -1 else -0.4 end::real);
  end loop;
end $procedure$;

-- Makes a table belong to accounts: row-level security enabled and forced, one policy on account_id, first statistics.
CREATE PROCEDURE make_tenant_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to crossdock_app using (account_id = current_account()) with check (account_id = current_account())', target);
  call give_first_statistics(target);
end $procedure$;

-- Skips a million ids of each table and a tenth of those that there are: more than were given since any backup that is worth restoring.
CREATE FUNCTION skip_ids()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  each record;
begin
  for each in select sequencename as name, coalesce(last_value, 0) as given from pg_sequences where schemaname = 'public' loop
    perform setval(quote_ident(each.name)::regclass, each.given + each.given / 10 + 1000000);
  end loop;
  return null;
end $function$;
REVOKE ALL ON FUNCTION skip_ids FROM PUBLIC;

CREATE FUNCTION database_life()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (select oid from pg_database where datname = current_database())::text || '/' || 'installation'::regclass::oid::text
    || '/' || extract(epoch from pg_postmaster_start_time())::text
$function$;


-- ============================================================
-- 0002_accounts_and_people.sql
-- ============================================================

-- A company that uses Crossdock.
CREATE TABLE accounts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  timezone text NOT NULL DEFAULT 'UTC',
  combine_orders boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  tidied_at timestamptz,
  date_style text NOT NULL DEFAULT 'month_first',
  page_size smallint NOT NULL DEFAULT 50,
  suspended_at timestamptz,
  two_factor_required boolean NOT NULL DEFAULT false,
  buyers_kept_days smallint,
  expiry_days integer NOT NULL DEFAULT 0,
  agents_alone integer NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  CHECK (date_style = ANY (ARRAY['month_first', 'day_first', 'year_first'])),
  CHECK (page_size = ANY (ARRAY[25, 50, 100])),
  CHECK (buyers_kept_days >= 1 AND buyers_kept_days <= 365),
  CHECK (expiry_days >= 0 AND expiry_days <= 3650),
  CHECK (agents_alone >= 0 AND agents_alone <= 100)
);
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON accounts TO crossdock_app USING (id = current_account()) WITH CHECK (id = current_account());
CREATE POLICY sign_in ON accounts TO crossdock_sign_in USING (true) WITH CHECK (true);
CREATE POLICY scheduler ON accounts FOR SELECT TO crossdock_scheduler USING (true);
REVOKE ALL ON accounts FROM crossdock_app;
GRANT UPDATE (name, timezone, combine_orders, tidied_at, date_style, page_size, two_factor_required, buyers_kept_days, expiry_days, agents_alone) ON accounts TO crossdock_app;
GRANT SELECT ON accounts TO crossdock_app;
GRANT SELECT ON accounts TO crossdock_scheduler;
GRANT SELECT, INSERT, UPDATE ON accounts TO crossdock_sign_in;

-- A person who can sign in. Someone may be a member of several accounts.
CREATE TABLE users (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  is_super boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  two_factor_enabled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id),
  UNIQUE (email),
  CHECK (email = lower(email))
);
ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sign_in ON users TO crossdock_sign_in USING (true) WITH CHECK (true);
CREATE POLICY colleagues ON users FOR SELECT TO crossdock_app USING (id = current_person() OR is_super OR is_colleague(id));
REVOKE ALL ON users FROM crossdock_app;
GRANT SELECT (id, name, email, is_super, two_factor_enabled) ON users TO crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO crossdock_sign_in;

-- Which person belongs to which account, and in which role.
CREATE TABLE members (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  role text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, user_id),
  CHECK (role = ANY (ARRAY['account_admin', 'admin', 'user'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX members_of_user ON members (user_id, account_id);
CALL make_tenant_table('members');
CREATE POLICY sign_in ON members TO crossdock_sign_in USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON members TO crossdock_sign_in;

-- A browser that is signed in.
CREATE TABLE sessions (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  token text NOT NULL,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  acting_account_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (token),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (acting_account_id) REFERENCES accounts(id)
);
CREATE INDEX sessions_of_user ON sessions (user_id);
REVOKE ALL ON sessions FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO crossdock_sign_in;
CREATE TRIGGER session_ended AFTER DELETE OR UPDATE OF token ON sessions
  FOR EACH ROW EXECUTE FUNCTION session_ended();
CREATE TRIGGER person_seen AFTER INSERT ON sessions
  FOR EACH ROW EXECUTE FUNCTION person_seen();

-- How a person proves who they are: today, the hash of a password.
CREATE TABLE sign_in_methods (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  provider_id text NOT NULL,
  issuer text NOT NULL DEFAULT 'local:credential',
  provider_account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (provider_id, provider_account_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_methods_of_user ON sign_in_methods (user_id);
REVOKE ALL ON sign_in_methods FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_methods TO crossdock_sign_in;

-- Password reset links that were sent and not used.
CREATE TABLE verifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
REVOKE ALL ON verifications FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON verifications TO crossdock_sign_in;

-- How many attempts were made within a window of time. Shared by all web processes.
CREATE TABLE sign_in_attempts (
  key text NOT NULL,
  count integer NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (key)
);
REVOKE ALL ON sign_in_attempts FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempts TO crossdock_sign_in;

-- The mail of the demo, which is stored here instead of being sent.
CREATE TABLE outbox_mails (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
REVOKE ALL ON outbox_mails FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_mails TO crossdock_sign_in;

-- A group of the people of an account.
CREATE TABLE departments (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX departments_by_name ON departments (account_id, lower(name));
CALL make_tenant_table('departments');
CREATE POLICY sign_in ON departments TO crossdock_sign_in USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON departments TO crossdock_sign_in;
CREATE TRIGGER let_go BEFORE DELETE ON departments
  FOR EACH ROW EXECUTE FUNCTION let_go_of_department();

-- Which member is in which department.
CREATE TABLE member_departments (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  department_id bigint NOT NULL,
  PRIMARY KEY (account_id, member_id, department_id),
  FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, department_id) REFERENCES departments(account_id, id) ON DELETE CASCADE
);
CREATE INDEX member_departments_of_department ON member_departments (account_id, department_id);
CALL make_tenant_table('member_departments');
CREATE POLICY sign_in ON member_departments TO crossdock_sign_in USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON member_departments TO crossdock_sign_in;

-- Which super admin acted as this account, and when. The account can read it; nobody can change it.
CREATE TABLE account_access_log (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  did text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CHECK (did = ANY (ARRAY['started_acting', 'stopped_acting'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id)
);
CALL make_tenant_table('account_access_log');
CREATE POLICY sign_in ON account_access_log TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON account_access_log FROM crossdock_app;
GRANT SELECT ON account_access_log TO crossdock_app;
GRANT SELECT, INSERT ON account_access_log TO crossdock_sign_in;

-- Who did what to which record: written by each command in its own transaction (platform/audit.ts). Nobody can change it.
CREATE TABLE audit_entries (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id bigint,
  acting_as boolean NOT NULL,
  address text,
  verb text NOT NULL,
  noun text NOT NULL,
  record_id bigint NOT NULL,
  record_name text NOT NULL,
  changes jsonb NOT NULL,
  key_name text,
  PRIMARY KEY (account_id, id),
  CHECK (verb <> ''),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX audit_entries_of_record ON audit_entries (account_id, noun, record_id, id);
CREATE INDEX audit_entries_of_person ON audit_entries (account_id, user_id, id);
CREATE INDEX audit_entries_while_acting ON audit_entries (account_id, id) WHERE acting_as;
CREATE INDEX audit_entries_of_verb ON audit_entries (account_id, verb, id);
CREATE INDEX audit_entries_of_time ON audit_entries (account_id, at, id);
CALL make_tenant_table('audit_entries');
CREATE POLICY sign_in ON audit_entries FOR INSERT TO crossdock_sign_in WITH CHECK (true);
CREATE POLICY keeper ON audit_entries TO postgres USING (account_id = current_account()) WITH CHECK (account_id = current_account());
REVOKE ALL ON audit_entries FROM crossdock_app;
GRANT SELECT, INSERT ON audit_entries TO crossdock_app;
GRANT INSERT ON audit_entries TO crossdock_sign_in;

-- A person's authenticator app: its secret, encrypted, and the digests of the recovery codes that are left. Not verified while it is being set up.
CREATE TABLE two_factors (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (id),
  UNIQUE (user_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
REVOKE ALL ON two_factors FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON two_factors TO crossdock_sign_in;

-- What super admins tell everyone who uses the portal, while it is due.
CREATE TABLE portal_messages (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  body text NOT NULL,
  level text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  CHECK (body <> ''),
  CHECK (level = ANY (ARRAY['success', 'info', 'warning', 'danger'])),
  CHECK (start_date < end_date),
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX portal_messages_by_end ON portal_messages (end_date);
ALTER TABLE portal_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY everyone_reads ON portal_messages FOR SELECT TO crossdock_app USING (true);
CREATE POLICY super_writes ON portal_messages TO crossdock_app USING (acts_super()) WITH CHECK (acts_super());

-- Which portal messages a person has dismissed: they are not shown to them again, in whatever account.
CREATE TABLE portal_message_dismissals (
  user_id bigint NOT NULL,
  message_id bigint NOT NULL,
  dismissed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, message_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (message_id) REFERENCES portal_messages(id) ON DELETE CASCADE
);
CREATE INDEX portal_message_dismissals_of_message ON portal_message_dismissals (message_id);
ALTER TABLE portal_message_dismissals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON portal_message_dismissals TO crossdock_app USING (user_id = current_person()) WITH CHECK (user_id = current_person());

-- Who was asked to join an account, and has not come yet.
CREATE TABLE invitations (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  role text NOT NULL,
  token_digest text NOT NULL,
  invited_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  mailed_at timestamptz,
  refused_because jsonb,
  PRIMARY KEY (account_id, id),
  CHECK (email = lower(email)),
  CHECK (role = ANY (ARRAY['account_admin', 'admin', 'user'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX invitations_by_email ON invitations (account_id, email);
CREATE INDEX invitations_by_token ON invitations (token_digest);
CALL make_tenant_table('invitations');
CREATE POLICY sign_in ON invitations TO crossdock_sign_in USING (true) WITH CHECK (true);
GRANT UPDATE (mailed_at) ON invitations TO crossdock_sign_in;
GRANT SELECT, DELETE ON invitations TO crossdock_sign_in;

-- The departments that an invited person will be in.
CREATE TABLE invitation_departments (
  account_id bigint NOT NULL,
  invitation_id bigint NOT NULL,
  department_id bigint NOT NULL,
  PRIMARY KEY (account_id, invitation_id, department_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, invitation_id) REFERENCES invitations(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, department_id) REFERENCES departments(account_id, id) ON DELETE CASCADE
);
CREATE INDEX invitation_departments_of_department ON invitation_departments (account_id, department_id);
CALL make_tenant_table('invitation_departments');
CREATE POLICY sign_in ON invitation_departments FOR SELECT TO crossdock_sign_in USING (true);
GRANT SELECT ON invitation_departments TO crossdock_sign_in;

-- Who belonged to an account once: what they did there keeps their name.
CREATE TABLE former_members (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX former_members_of_user ON former_members (user_id);
CALL make_tenant_table('former_members');
CREATE POLICY sign_in ON former_members TO crossdock_sign_in USING (true) WITH CHECK (true);
GRANT SELECT, DELETE ON former_members TO crossdock_sign_in;

-- When a browser of a person was last seen, to the minute, whoever ended its session since.
CREATE TABLE last_visits (
  user_id bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
ALTER TABLE last_visits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sign_in ON last_visits TO crossdock_sign_in USING (true) WITH CHECK (true);
CREATE POLICY members ON last_visits FOR SELECT TO crossdock_app USING (is_member(user_id));
REVOKE ALL ON last_visits FROM crossdock_app;
GRANT SELECT ON last_visits TO crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON last_visits TO crossdock_sign_in;

-- Addresses that rules and settings of an account name and that are not those of its members: mailed once they have confirmed it by a link.
CREATE TABLE mail_addresses (
  account_id bigint NOT NULL,
  address text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  PRIMARY KEY (account_id, address),
  CHECK (address = lower(address)),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('mail_addresses');

-- What requests that add something replied lately, so that a second click adds nothing. Deleted after an hour. Its digest is of the call and its body.
CREATE TABLE recent_requests (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  digest text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  reply jsonb,
  PRIMARY KEY (account_id, user_id, digest),
  FOREIGN KEY (user_id) REFERENCES users(id)
);
CALL make_tenant_table('recent_requests');

-- What people changed, a row a record and act, so that it can be undone and says who changed what since. Nobody can change a row.
CREATE TABLE changes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  group_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id bigint,
  noun text NOT NULL,
  record_id bigint,
  was jsonb,
  "is" jsonb,
  packed json STORAGE EXTERNAL,
  form text,
  undoes bigint,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, undoes) REFERENCES changes(account_id, id) ON DELETE CASCADE
);
CREATE INDEX changes_of_group ON changes (account_id, group_id, id);
CREATE INDEX changes_of_record ON changes (account_id, noun, record_id, id) WHERE packed IS NULL;
CREATE UNIQUE INDEX changes_undone ON changes (account_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX changes_of_mappings ON changes (account_id, at) WHERE noun = ANY (ARRAY['product link', 'order line', 'shipping option', 'location mapping']);
CREATE INDEX changes_packed ON changes (account_id, group_id) WHERE packed IS NOT NULL;
CALL make_tenant_table('changes');
CREATE POLICY keeper ON changes TO postgres USING (account_id = current_account()) WITH CHECK (account_id = current_account());
REVOKE ALL ON changes FROM crossdock_app;
GRANT SELECT, INSERT ON changes TO crossdock_app;
CREATE TRIGGER let_go BEFORE DELETE ON changes
  FOR EACH ROW EXECUTE FUNCTION let_go_of_change();

-- Deletes the first entries of the account in the audit where they are older than so many days, and than a year. It runs as the owner: the product itself can delete none.
CREATE FUNCTION delete_old_audit(days integer, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  with first as (select id, at from audit_entries where account_id = current_account() order by id limit most),
    deleted as (
      delete from audit_entries e using first where e.account_id = current_account() and e.id = first.id
        and first.at < now() - make_interval(days => greatest(days, 365))
      returning 1
    )
  select count(*) from deleted
$function$;
REVOKE ALL ON FUNCTION delete_old_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_old_audit TO crossdock_app;

-- Tells every process the digest of a token that is worth nothing any more, and closes the access log of the account that was acted as.
CREATE FUNCTION session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare account_name text;
begin
  perform pg_notify('crossdock_sessions', encode(sha256(convert_to(old.token, 'UTF8')), 'hex'));
  if old.acting_account_id is not null and (tg_op = 'DELETE' or new.acting_account_id is distinct from old.acting_account_id) then
    account_name := (select name from accounts where id = old.acting_account_id);
    insert into account_access_log (account_id, user_id, did) values (old.acting_account_id, old.user_id, 'stopped_acting');
    insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes)
      values (old.acting_account_id, old.user_id, true, 'stopped acting as', 'account', old.acting_account_id, account_name, '{}');
  end if;
  return null;
end $function$;

-- Whether the person of this transaction is a super admin.
CREATE FUNCTION acts_super()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin
  return exists (select from users where users.id = current_person() and users.is_super);
end $function$;

-- Whether this person belongs to the account of the transaction, or did once.
CREATE FUNCTION is_colleague(person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin
  return exists (select from members m where m.account_id = current_account() and m.user_id = person)
    or exists (select from former_members f where f.account_id = current_account() and f.user_id = person);
end $function$;

-- Whether this person belongs to the account of the transaction.
CREATE FUNCTION is_member(person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin
  return exists (select from members m where m.account_id = current_account() and m.user_id = person);
end $function$;

CREATE FUNCTION person_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  insert into last_visits (user_id, at) values (new.user_id, now()) on conflict (user_id) do update set at = excluded.at;
  return null;
end $function$;

-- Deletes changes of the account that are so old that nobody undoes them. It runs as the owner: the product itself can delete none.
CREATE FUNCTION forget_changes(most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  account constant bigint := current_account();
  ids bigint[];
  forgotten bigint;
begin
  ids := array(select f.id from (
      select c.id, c.at from changes c where c.account_id = account and c.packed is not null order by c.group_id limit most) as f
    where f.at < now() - interval '35 days')
    || array(select f.id from (select c.id, c.at from changes c where c.account_id = account order by c.id limit most) as f
    where f.at < now() - interval '400 days');
  delete from changes c where c.account_id = account and c.id = any (ids);
  get diagnostics forgotten = row_count;
  return forgotten;
end $function$;
REVOKE ALL ON FUNCTION forget_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_changes TO crossdock_app;


-- ============================================================
-- 0003_connections.sql
-- ============================================================

-- An account's link to an outside system: a sales channel or a warehouse.
CREATE TABLE connections (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connector text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  secrets text,
  webhook_secret text,
  state text NOT NULL DEFAULT 'active',
  confirms text,
  link_same_skus boolean NOT NULL DEFAULT true,
  use_time_window_orders boolean NOT NULL DEFAULT false,
  start_sync_time_window_orders smallint NOT NULL DEFAULT 0,
  end_sync_time_window_orders smallint NOT NULL DEFAULT 0,
  failures_in_a_row integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  last_ok_at timestamptz,
  last_failure jsonb,
  last_failure_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  disconnected_at timestamptz,
  capabilities text[] NOT NULL DEFAULT '{}'::text[],
  credential text,
  forbidden jsonb NOT NULL DEFAULT '{}'::jsonb,
  hints_base text,
  hints_told_at timestamptz,
  hints_tried_at timestamptz,
  hints_failure jsonb,
  holds boolean NOT NULL DEFAULT false,
  use_time_window_products boolean NOT NULL DEFAULT false,
  start_sync_time_window_products smallint NOT NULL DEFAULT 0,
  end_sync_time_window_products smallint NOT NULL DEFAULT 0,
  use_time_window_inventory boolean NOT NULL DEFAULT false,
  start_sync_time_window_inventory smallint NOT NULL DEFAULT 0,
  end_sync_time_window_inventory smallint NOT NULL DEFAULT 0,
  use_time_window_purchase_orders boolean NOT NULL DEFAULT false,
  start_sync_time_window_purchase_orders smallint NOT NULL DEFAULT 0,
  end_sync_time_window_purchase_orders smallint NOT NULL DEFAULT 0,
  reference_key text NOT NULL DEFAULT gen_random_uuid()::text,
  identities text[] NOT NULL DEFAULT '{}'::text[],
  past_identities text[] NOT NULL DEFAULT '{}'::text[],
  identified_as text,
  finds_by_number boolean NOT NULL DEFAULT false,
  catches_up boolean NOT NULL DEFAULT false,
  orders_since timestamptz,
  acknowledges boolean NOT NULL DEFAULT false,
  finds_sold_before timestamptz,
  vendor_secret text,
  erasures_planned_to bigint NOT NULL DEFAULT 0,
  erasures_days integer,
  holds_released boolean NOT NULL DEFAULT true,
  replaces_released boolean NOT NULL DEFAULT true,
  sign_off text,
  sign_off_consent text,
  signing_off_at timestamptz,
  signed_off_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (state = ANY (ARRAY['active', 'paused', 'needs_reconnect', 'disconnected'])),
  CHECK (confirms = ANY (ARRAY['whole_order', 'shipment'])),
  CHECK (start_sync_time_window_orders >= 0 AND start_sync_time_window_orders <= 1439),
  CHECK (end_sync_time_window_orders >= 0 AND end_sync_time_window_orders <= 1439),
  CHECK (start_sync_time_window_products >= 0 AND start_sync_time_window_products <= 1439),
  CHECK (end_sync_time_window_products >= 0 AND end_sync_time_window_products <= 1439),
  CHECK (start_sync_time_window_inventory >= 0 AND start_sync_time_window_inventory <= 1439),
  CHECK (end_sync_time_window_inventory >= 0 AND end_sync_time_window_inventory <= 1439),
  CHECK (start_sync_time_window_purchase_orders >= 0 AND start_sync_time_window_purchase_orders <= 1439),
  CHECK (end_sync_time_window_purchase_orders >= 0 AND end_sync_time_window_purchase_orders <= 1439),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX connections_slug ON connections (account_id, slug) WHERE disconnected_at IS NULL;
CREATE UNIQUE INDEX connections_one_warehouse ON connections (account_id) WHERE ('warehouse' = ANY (capabilities)) AND disconnected_at IS NULL;
CALL make_tenant_table('connections');
CREATE POLICY scheduler ON connections FOR SELECT TO crossdock_scheduler USING (disconnected_at IS NULL);
CREATE POLICY sign_in ON connections FOR SELECT TO crossdock_sign_in USING (disconnected_at IS NULL AND identities <> '{}'::text[]);
GRANT SELECT (account_id, id, connector, state, blocked_until, disconnected_at, capabilities, hints_base, hints_told_at, hints_tried_at, identities, past_identities) ON connections TO crossdock_scheduler;
GRANT SELECT (account_id, id, slug, name, disconnected_at, identities) ON connections TO crossdock_sign_in;

-- How far each stream of a connection has been read (cursor), and when it is read next (due_at).
CREATE TABLE streams (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  stream text NOT NULL,
  cursor jsonb,
  since timestamptz NOT NULL DEFAULT now(),
  every_seconds integer NOT NULL DEFAULT 60,
  due_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  drained_at timestamptz,
  failing_since timestamptz,
  PRIMARY KEY (account_id, connection_id, stream),
  CHECK (every_seconds > 0),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX streams_due ON streams (due_at);
CALL make_tenant_table('streams');
CREATE POLICY scheduler ON streams FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, connection_id, stream, due_at) ON streams TO crossdock_scheduler;

-- Every request to an outside system with its response, redacted. Bodies are deleted after 14 days.
CREATE TABLE exchanges (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  operation text NOT NULL,
  subject text,
  method text NOT NULL,
  url text NOT NULL,
  status integer,
  took_ms integer NOT NULL,
  outcome text NOT NULL,
  user_id bigint,
  bodies_id bigint,
  line integer,
  reason jsonb,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX exchanges_of_connection ON exchanges (account_id, connection_id, id DESC);
CREATE INDEX exchanges_of_subject ON exchanges (account_id, connection_id, subject, id DESC) WHERE subject IS NOT NULL;
CREATE INDEX exchanges_of_operation ON exchanges (account_id, connection_id, operation, id DESC);
CALL make_tenant_table('exchanges');

-- Token buckets that limit the rate of requests. Shared by all workers.
CREATE TABLE rate_buckets (
  account_id bigint NOT NULL,
  key text NOT NULL,
  bucket jsonb NOT NULL,
  PRIMARY KEY (account_id, key)
);
CALL make_tenant_table('rate_buckets');

-- Webhooks as they arrived, stored before anything is done with them. They only say what to read again.
CREATE TABLE webhook_deliveries (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  delivery_id text NOT NULL,
  stream text NOT NULL,
  remote_ids text[] NOT NULL DEFAULT '{}'::text[],
  body text,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, delivery_id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (account_id, connection_id, id) WHERE handled_at IS NULL;
CREATE INDEX webhook_deliveries_handled ON webhook_deliveries (account_id, handled_at) WHERE handled_at IS NOT NULL;
CALL make_tenant_table('webhook_deliveries');

-- What a channel or warehouse sent that could not become a record. It is stored and shown, never dropped.
CREATE TABLE unreadable_records (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  stream text NOT NULL,
  remote_id text,
  reason jsonb NOT NULL,
  raw json NOT NULL,
  fingerprint text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  times_seen integer NOT NULL DEFAULT 1,
  settled_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, stream, fingerprint),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('unreadable_records');

-- Tokens that sign connections in, by credential, and what renews them. Sealed.
CREATE TABLE connection_tokens (
  account_id bigint NOT NULL,
  key text NOT NULL,
  token text,
  kept text,
  kept_before text,
  expires_at timestamptz,
  kept_ends_at timestamptz,
  granting_until timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('connection_tokens');

-- Counts of requests that all accounts of one application at a vendor share. rate_buckets has the others.
CREATE TABLE application_limits (
  key text NOT NULL,
  bucket jsonb NOT NULL,
  PRIMARY KEY (key)
);

CREATE TABLE exchange_bodies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  packed bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX exchange_bodies_by_age ON exchange_bodies (account_id, at);
CALL make_tenant_table('exchange_bodies');

-- Of two connections that have the same orders, the one whose are sent: a person said so. The orders of the other that are the same end.
CREATE TABLE import_choices (
  account_id bigint NOT NULL,
  low_id bigint NOT NULL,
  high_id bigint NOT NULL,
  keeps_id bigint NOT NULL,
  decided_by bigint,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, low_id, high_id),
  CHECK (low_id <= high_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (decided_by) REFERENCES users(id),
  FOREIGN KEY (account_id, low_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, high_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, keeps_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('import_choices');

CREATE TABLE unknown_references (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  reference text NOT NULL,
  stream text NOT NULL,
  place jsonb,
  order_numbers text[] NOT NULL DEFAULT '{}'::text[],
  named_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  PRIMARY KEY (account_id, connection_id, reference),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('unknown_references');

-- Jobs that workers had in hand when they died, by a digest of name and payload, which a job that is enqueued again shares. Kept until it ends in order, a day at most.
CREATE TABLE cut_off_jobs (
  digest text NOT NULL,
  workers integer NOT NULL DEFAULT 1,
  cut_off_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (digest)
);
REVOKE ALL ON cut_off_jobs FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON cut_off_jobs TO crossdock_queue;

-- Connections that are compared with what Crossdock knows, after a restore. Nothing is sent to them until it is finished.
CREATE TABLE comparisons (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  reason jsonb NOT NULL,
  known_until timestamptz NOT NULL,
  places jsonb NOT NULL DEFAULT '{}'::jsonb,
  again_at timestamptz,
  run_id bigint,
  finished_at timestamptz,
  life text NOT NULL DEFAULT database_life(),
  PRIMARY KEY (account_id, connection_id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id)
);
CREATE INDEX comparisons_open ON comparisons (account_id) WHERE finished_at IS NULL;
CALL make_tenant_table('comparisons');
CREATE POLICY scheduler ON comparisons FOR SELECT TO crossdock_scheduler USING (finished_at IS NULL);
GRANT SELECT (account_id, connection_id, finished_at) ON comparisons TO crossdock_scheduler;

CREATE TABLE consents (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  connector text NOT NULL,
  state bytea NOT NULL,
  form text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX consents_of_session ON consents (account_id, session_id);
CALL make_tenant_table('consents');

-- What connections belong to that were made by consent to our application at a vendor. Kept when one is disconnected: the vendor may have something to say after that.
CREATE TABLE consented_shops (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (account_id, connection_id, key),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX consented_shops_by_key ON consented_shops (key);
CALL make_tenant_table('consented_shops');
CREATE POLICY scheduler ON consented_shops FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT ON consented_shops TO crossdock_scheduler;


-- ============================================================
-- 0004_runs_files_and_views.sql
-- ============================================================

-- Worker processes that are alive. Others release the jobs of one that died.
CREATE TABLE workers (
  id text NOT NULL,
  beat_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
REVOKE ALL ON workers FROM crossdock_app;
GRANT SELECT, DELETE ON workers TO crossdock_queue;
GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO crossdock_scheduler;

-- Stored files: see platform/files.ts.
CREATE TABLE files (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL,
  user_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  uploaded boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX files_uploaded ON files (account_id) INCLUDE (bytes) WHERE uploaded;
CALL make_tenant_table('files');

-- One execution of a sync, an import, an export or a bulk action.
CREATE TABLE runs (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  subject jsonb NOT NULL,
  connection_id bigint,
  state text NOT NULL DEFAULT 'running',
  total integer,
  done integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  sentence jsonb,
  requested_by bigint,
  started_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  action text,
  undone_at timestamptz,
  entity text,
  terms jsonb,
  undoes bigint,
  undoable boolean NOT NULL DEFAULT false,
  change_group_id bigint,
  proposed_by text,
  proposed_key_id bigint,
  nothing_leaves boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  CHECK (kind = ANY (ARRAY['sync', 'import', 'export', 'bulk', 'action', 'remedy', 'replay', 'comparison'])),
  CHECK (state = ANY (ARRAY['prepared', 'running', 'done', 'failed', 'cancelled'])),
  CHECK (char_length(proposed_by) >= 1 AND char_length(proposed_by) <= 200),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (requested_by) REFERENCES users(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX runs_newest ON runs (account_id, id DESC);
CREATE INDEX runs_of_connection ON runs (account_id, connection_id, id DESC);
CREATE INDEX runs_prepared ON runs (account_id, requested_by, id) WHERE state = 'prepared';
CREATE INDEX runs_of_people ON runs (account_id, id DESC) WHERE requested_by IS NOT NULL AND kind <> 'sync';
CREATE INDEX runs_proposed ON runs (account_id, proposed_key_id, id) WHERE proposed_key_id IS NOT NULL;
CALL make_tenant_table('runs');
CREATE TRIGGER let_go BEFORE DELETE ON runs
  FOR EACH ROW EXECUTE FUNCTION let_go_of_run();

-- What happened to the records of a run that were skipped or failed, or that a person asked for.
CREATE TABLE run_outcomes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  run_id bigint NOT NULL,
  outcome text NOT NULL,
  record_type text NOT NULL,
  record_id bigint,
  label text NOT NULL,
  reason jsonb,
  PRIMARY KEY (account_id, id),
  CHECK (outcome = ANY (ARRAY['done', 'skipped', 'failed', 'waiting'])),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id) ON DELETE CASCADE
);
CREATE INDEX run_outcomes_of_run ON run_outcomes (account_id, run_id, id);
CREATE INDEX run_outcomes_by_urgency ON run_outcomes (account_id, run_id, (
CASE outcome
    WHEN 'failed' THEN 0
    WHEN 'waiting' THEN 1
    WHEN 'skipped' THEN 2
    ELSE 3
END), id);
CALL make_tenant_table('run_outcomes');

-- Products that a run puts up for sale, in each profile, until every profile has said what came of the product. A row is deleted with the outcome of its product.
CREATE TABLE uploads_under_way (
  account_id bigint NOT NULL,
  run_id bigint NOT NULL,
  product_id bigint NOT NULL,
  profile text NOT NULL,
  name text NOT NULL DEFAULT '',
  ticket text,
  due_at timestamptz DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  taken_at timestamptz,
  refused jsonb,
  PRIMARY KEY (account_id, run_id, product_id, profile),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id) ON DELETE CASCADE
);
CREATE INDEX uploads_under_way_due ON uploads_under_way (account_id, run_id, due_at) WHERE due_at IS NOT NULL;
CALL make_tenant_table('uploads_under_way');

-- A file that a person asked for: what it contains, and the run that writes it. It runs until finished_at.
CREATE TABLE exports (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  run_id bigint NOT NULL,
  file_id bigint,
  order_status text,
  connection_id bigint,
  start_at timestamptz,
  end_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  file_rows text NOT NULL DEFAULT 'orders',
  selection text,
  filter jsonb,
  described jsonb,
  PRIMARY KEY (account_id, id),
  CHECK (file_rows = ANY (ARRAY['orders', 'lines'])),
  CHECK (order_status = ANY (ARRAY['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id),
  FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX exports_newest ON exports (account_id, kind, id DESC);
CREATE UNIQUE INDEX exports_running ON exports (account_id, kind, file_rows, order_status, connection_id, start_at, end_at, selection) NULLS NOT DISTINCT WHERE finished_at IS NULL;
CREATE INDEX exports_of_file ON exports (account_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX exports_of_run ON exports (account_id, run_id);
CALL make_tenant_table('exports');

-- A list's filters, sort and columns under a name: private to its owner, or shared with the account.
CREATE TABLE saved_views (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  entity text NOT NULL,
  owner_id bigint NOT NULL,
  name text NOT NULL,
  query jsonb NOT NULL,
  columns text[] NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX saved_views_by_name ON saved_views (account_id, entity, owner_id, lower(name));
CREATE INDEX saved_views_shared ON saved_views (account_id, entity) WHERE shared;
CALL make_tenant_table('saved_views');
CREATE TRIGGER let_go BEFORE DELETE ON saved_views
  FOR EACH ROW EXECUTE FUNCTION let_go_of_view();

-- How a list opens for a person when its address has no query: with a view, or else with the columns last chosen.
CREATE TABLE list_openings (
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  entity text NOT NULL,
  view_id bigint,
  columns text[],
  PRIMARY KEY (account_id, user_id, entity),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, view_id) REFERENCES saved_views(account_id, id)
);
CREATE INDEX list_openings_of_view ON list_openings (account_id, view_id) WHERE view_id IS NOT NULL;
CALL make_tenant_table('list_openings');

-- The records that a bulk run has not worked on yet, fixed when it was prepared, in parts of a thousand.
CREATE TABLE run_targets (
  account_id bigint NOT NULL,
  run_id bigint NOT NULL,
  part integer NOT NULL,
  ids bigint[] STORAGE EXTERNAL NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, run_id, part),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id) ON DELETE CASCADE
);
CALL make_tenant_table('run_targets');

-- Our small copies of pictures that channels and the warehouse name by address, so that no browser loads them from there. Whatever is missing is fetched when it is shown next.
CREATE TABLE outside_pictures (
  account_id bigint NOT NULL,
  digest text NOT NULL,
  address text NOT NULL,
  file_id bigint,
  refused jsonb,
  shown_at timestamptz NOT NULL DEFAULT now(),
  fetched_at timestamptz,
  PRIMARY KEY (account_id, digest),
  FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id)
);
CREATE INDEX outside_pictures_due ON outside_pictures (account_id, shown_at DESC) WHERE fetched_at IS NULL;
CREATE INDEX outside_pictures_shown ON outside_pictures (account_id, shown_at DESC);
CREATE INDEX outside_pictures_of_file ON outside_pictures (account_id, file_id) WHERE file_id IS NOT NULL;
CALL make_tenant_table('outside_pictures');

-- A text that no spreadsheet reads as a formula: where it, or what follows a semicolon in it, begins like one, after any quotes, an
-- apostrophe is put before that. Plain negative numbers stay as they are.
CREATE FUNCTION formula_safe(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (value IS NULL) THEN NULL::text WHEN ((ascii(value) <> ALL ('{9,10,13,34,39,43,45,61,64,65291,65293,65309,65312}'::integer[])) AND (strpos(value, ';'::text) = 0)) THEN value WHEN ((ascii(value) = ANY ('{43,61,64}'::integer[])) AND (strpos(value, ';'::text) = 0)) THEN (''''::text || value) WHEN ((value ~ '(^|;)[''"]*[=+@\t\r\n＝＋－＠-]'::text) AND (value !~ '^-[0-9]+(\.[0-9]+)?$'::text)) THEN regexp_replace(value, '(^|;)(?=[''"]*[=+@\t\r\n＝＋－＠-])'::text, '\1'''::text, 'g'::text) ELSE value END;

CREATE FUNCTION let_go_of_view()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update list_openings set view_id = null where account_id = old.account_id and view_id = old.id;
  return old;
end $function$;

-- Adds jobs to the queue, one for each position of the arrays, which have one length; of a lower priority number first. It runs as the owner,
-- so that the roles of the product can add jobs and do nothing else with the queue.
CREATE FUNCTION enqueue_jobs(names text[], payloads json[], queues text[], keys text[], run_ats timestamp with time zone[], priorities integer[] DEFAULT NULL::integer[], keep_places boolean[] DEFAULT NULL::boolean[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ begin
  perform graphile_worker.add_job(
    identifier => name, payload => payload, queue_name => queue, job_key => key, run_at => coalesce(run_at, now()), max_attempts => 25,
    priority => coalesce(priority, 0), job_key_mode => case when keep_place then 'preserve_run_at' else 'replace' end
  ) from unnest(names, payloads, queues, keys, run_ats, priorities, keep_places) as job (name, payload, queue, key, run_at, priority, keep_place);
end $function$;
REVOKE ALL ON FUNCTION enqueue_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs TO crossdock_app;
GRANT EXECUTE ON FUNCTION enqueue_jobs TO crossdock_scheduler;

CREATE FUNCTION let_go_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update comparisons set run_id = null where account_id = old.account_id and run_id = old.id;
  update bookings set run_id = null where account_id = old.account_id and run_id = old.id;
  return old;
end $function$;


-- ============================================================
-- 0005_catalogue_and_mappings.sql
-- ============================================================

CREATE EXTENSION pg_trgm;

-- The buildings of a warehouse connection.
CREATE TABLE warehouses (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (account_id, connection_id, code),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('warehouses');

-- The ways in which a warehouse can ship.
CREATE TABLE shipping_methods (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  carrier text NOT NULL,
  PRIMARY KEY (account_id, connection_id, code),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('shipping_methods');

-- A channel's shipping code and the warehouse's for it (amware_code). Null is not mapped.
CREATE TABLE shipping_options (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  connector_code text NOT NULL,
  description text,
  amware_code text,
  mapped_by bigint,
  mapped_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, connector_code),
  FOREIGN KEY (mapped_by) REFERENCES users(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('shipping_options');

-- A channel's location and the warehouse's for it (amware_location). Null is not mapped.
CREATE TABLE location_mappings (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  internal_id text NOT NULL,
  connector_location text NOT NULL,
  amware_location text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, internal_id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('location_mappings');

-- A value that a connection gives to a field of each order sent to the warehouse.
CREATE TABLE presets (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  field_name text NOT NULL,
  field_description text NOT NULL DEFAULT '',
  field_value text NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, field_name),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('presets');

-- How a field of the channel's order sets a field of the order sent to the warehouse.
CREATE TABLE field_mappings (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  source_field text NOT NULL,
  source_name text NOT NULL DEFAULT '',
  source_value text NOT NULL DEFAULT '',
  destination_field text NOT NULL,
  destination_name text NOT NULL DEFAULT '',
  destination_value text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, source_field, source_value, destination_field),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('field_mappings');

-- What an account sorts its products and raw materials into.
CREATE TABLE categories (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CHECK (kind = ANY (ARRAY['products', 'raw_materials'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX categories_by_name ON categories (account_id, kind, lower(name));
CALL make_tenant_table('categories');

-- Paths into the payloads of a connector’s orders that field mappings may read, beside those that the connector names itself.
CREATE TABLE mappable_fields (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connector text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  created_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (connector, name),
  CHECK (connector <> ''),
  CHECK (name <> ''),
  CHECK (description <> ''),
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);
ALTER TABLE mappable_fields ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY everyone_reads ON mappable_fields FOR SELECT TO crossdock_app USING (true);
CREATE POLICY super_writes ON mappable_fields TO crossdock_app USING (acts_super()) WITH CHECK (acts_super());

-- The warehouse's products, to which order lines are linked.
CREATE TABLE products (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  sku text NOT NULL,
  name text NOT NULL,
  upc text,
  description text,
  image_url text,
  warehouse_location text,
  quantity_on_hand integer NOT NULL DEFAULT 0,
  quantity_on_hold integer NOT NULL DEFAULT 0,
  quantity_available integer NOT NULL DEFAULT 0,
  stock_taken_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  own_image_id bigint,
  sku_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(sku)) STORED,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded(name)) STORED,
  category_id bigint,
  unit text,
  weight numeric(12,4),
  reorder_point integer,
  warehouse_values jsonb NOT NULL DEFAULT '{}'::jsonb,
  named_at timestamptz,
  gone_at timestamptz,
  is_linked boolean NOT NULL DEFAULT false,
  in_stock integer NOT NULL GENERATED ALWAYS AS (quantity_on_hand - quantity_on_hold) STORED,
  quantity_promised integer NOT NULL DEFAULT 0,
  to_promise integer,
  fetched_address text,
  fetched_image_id bigint,
  fetch_refused jsonb,
  fetched_at timestamptz,
  expiry_days integer,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, sku),
  CHECK (quantity_promised >= 0),
  CHECK (to_promise >= 0),
  CHECK (expiry_days >= 0 AND expiry_days <= 3650),
  FOREIGN KEY (account_id, own_image_id) REFERENCES files(account_id, id),
  FOREIGN KEY (account_id, category_id) REFERENCES categories(account_id, id),
  FOREIGN KEY (account_id, fetched_image_id) REFERENCES files(account_id, id)
) WITH (fillfactor=85);
CREATE INDEX products_by_sku ON products (account_id, sku_key, id);
CREATE INDEX products_by_name ON products (account_id, name_key, id);
CREATE INDEX products_by_upc ON products (account_id, upc COLLATE "C", id) WHERE upc IS NOT NULL;
CREATE INDEX products_by_category ON products (account_id, category_id, sku_key, id) WHERE category_id IS NOT NULL;
CREATE INDEX products_by_location ON products (account_id, warehouse_location, sku_key, id) WHERE warehouse_location IS NOT NULL;
CREATE INDEX products_out ON products (account_id, sku_key, id) WHERE in_stock <= 0 AND stock_taken_at IS NOT NULL;
CREATE INDEX products_unlinked ON products (account_id, sku_key, id) WHERE NOT is_linked;
CREATE INDEX products_gone ON products (account_id, sku_key, id) WHERE gone_at IS NOT NULL;
CREATE INDEX products_by_stock ON products (account_id, in_stock, id);
CREATE INDEX products_linked ON products (account_id, sku_key, id) WHERE is_linked;
CREATE INDEX products_low ON products (account_id, sku_key, id) INCLUDE (is_linked) WHERE in_stock < reorder_point AND stock_taken_at IS NOT NULL;
CREATE INDEX products_refused ON products (account_id, fetched_at) WHERE fetch_refused IS NOT NULL;
CREATE INDEX products_to_fetch ON products (account_id, id) WHERE picture_address(image_url, warehouse_values) IS DISTINCT FROM fetched_address;
CREATE INDEX products_fetched ON products (account_id, fetched_image_id) WHERE fetched_image_id IS NOT NULL;
CREATE INDEX products_own_image ON products (account_id, own_image_id) WHERE own_image_id IS NOT NULL;
CALL make_tenant_table('products');
CREATE TRIGGER words_of_new AFTER INSERT ON products REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('products');
CREATE TRIGGER words_of_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('products');
CREATE TRIGGER words_changed AFTER UPDATE OF sku, upc, name ON products
  FOR EACH ROW WHEN ((old.sku IS DISTINCT FROM new.sku OR old.upc IS DISTINCT FROM new.upc OR old.name IS DISTINCT FROM new.name) AND current_setting('crossdock.words_noted', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION words_due_for_record('products');

-- What products are made of or packed in. The warehouse decides the quantities.
CREATE TABLE raw_materials (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  sku text NOT NULL,
  name text NOT NULL,
  upc text,
  description text,
  image_url text,
  own_image_id bigint,
  unit text,
  weight numeric(12,4),
  warehouse_location text,
  reorder_point integer,
  quantity_on_hand integer NOT NULL DEFAULT 0,
  quantity_on_hold integer NOT NULL DEFAULT 0,
  quantity_available integer NOT NULL DEFAULT 0,
  stock_taken_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  sku_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(sku)) STORED,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (folded(name)) STORED,
  category_id bigint,
  warehouse_values jsonb NOT NULL DEFAULT '{}'::jsonb,
  named_at timestamptz,
  gone_at timestamptz,
  in_stock integer NOT NULL GENERATED ALWAYS AS (quantity_on_hand - quantity_on_hold) STORED,
  fetched_address text,
  fetched_image_id bigint,
  fetch_refused jsonb,
  fetched_at timestamptz,
  expiry_days integer,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, sku),
  CHECK (expiry_days >= 0 AND expiry_days <= 3650),
  FOREIGN KEY (account_id, own_image_id) REFERENCES files(account_id, id),
  FOREIGN KEY (account_id, category_id) REFERENCES categories(account_id, id),
  FOREIGN KEY (account_id, fetched_image_id) REFERENCES files(account_id, id)
);
CREATE INDEX raw_materials_by_sku ON raw_materials (account_id, sku_key, id);
CREATE INDEX raw_materials_by_name ON raw_materials (account_id, name_key, id);
CREATE INDEX raw_materials_by_upc ON raw_materials (account_id, upc COLLATE "C", id) WHERE upc IS NOT NULL;
CREATE INDEX raw_materials_by_category ON raw_materials (account_id, category_id, sku_key, id) WHERE category_id IS NOT NULL;
CREATE INDEX raw_materials_by_location ON raw_materials (account_id, warehouse_location, sku_key, id) WHERE warehouse_location IS NOT NULL;
CREATE INDEX raw_materials_out ON raw_materials (account_id, sku_key, id) WHERE in_stock <= 0 AND stock_taken_at IS NOT NULL;
CREATE INDEX raw_materials_by_stock ON raw_materials (account_id, in_stock, id);
CREATE INDEX raw_materials_low ON raw_materials (account_id, sku_key, id) WHERE in_stock < reorder_point AND stock_taken_at IS NOT NULL;
CREATE INDEX raw_materials_refused ON raw_materials (account_id, fetched_at) WHERE fetch_refused IS NOT NULL;
CREATE INDEX raw_materials_to_fetch ON raw_materials (account_id, id) WHERE picture_address(image_url, warehouse_values) IS DISTINCT FROM fetched_address;
CREATE INDEX raw_materials_fetched ON raw_materials (account_id, fetched_image_id) WHERE fetched_image_id IS NOT NULL;
CREATE INDEX raw_materials_own_image ON raw_materials (account_id, own_image_id) WHERE own_image_id IS NOT NULL;
CALL make_tenant_table('raw_materials');
CREATE TRIGGER words_of_new AFTER INSERT ON raw_materials REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('raw_materials');
CREATE TRIGGER words_of_deleted AFTER DELETE ON raw_materials REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('raw_materials');
CREATE TRIGGER words_changed AFTER UPDATE OF sku, upc, name ON raw_materials
  FOR EACH ROW WHEN ((old.sku IS DISTINCT FROM new.sku OR old.upc IS DISTINCT FROM new.upc OR old.name IS DISTINCT FROM new.name) AND current_setting('crossdock.words_noted', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION words_due_for_record('raw_materials');

-- A channel's SKU and the product that it means. Without a product, orders that contain it wait.
CREATE TABLE connector_products (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  connector_product_sku text NOT NULL,
  connector_product_id text,
  connector_product_location text,
  name text,
  image_url text,
  source_link text,
  stock_id text,
  quantity_available integer,
  product_id bigint,
  linked_by bigint,
  linked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  upc text,
  deleted_at timestamptz,
  units_per_sale integer NOT NULL DEFAULT 1,
  sku_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(connector_product_sku)) STORED,
  name_key text COLLATE "C" GENERATED ALWAYS AS (folded(name)) STORED,
  stock_buffer integer,
  stock_sent integer,
  is_alias boolean NOT NULL DEFAULT false,
  doubt jsonb,
  listed_id text,
  listed_product_id text,
  listed_stock_id text,
  other_listings jsonb,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, connector_product_sku),
  CHECK (units_per_sale >= 1 AND units_per_sale <= 10000),
  CHECK (stock_buffer >= 0 AND stock_buffer <= 1000000),
  FOREIGN KEY (linked_by) REFERENCES users(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id)
);
CREATE INDEX connector_products_of_product ON connector_products (account_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX connector_products_newest ON connector_products (account_id, connection_id, id) WHERE deleted_at IS NULL;
CREATE INDEX connector_products_unlinked ON connector_products (account_id, connection_id, id) WHERE deleted_at IS NULL AND product_id IS NULL;
CREATE INDEX connector_products_by_sku ON connector_products (account_id, sku_key, id);
CREATE INDEX connector_products_by_name ON connector_products (account_id, name_key, id) WHERE name_key IS NOT NULL;
CREATE INDEX connector_products_by_remote_id ON connector_products (account_id, connector_product_id COLLATE "C", id) WHERE connector_product_id IS NOT NULL;
CREATE INDEX connector_products_several ON connector_products (account_id, connection_id, connector_product_sku) WHERE other_listings IS NOT NULL;
CREATE INDEX connector_products_unlisted ON connector_products (account_id, id) WHERE deleted_at IS NOT NULL AND product_id IS NOT NULL AND linked_by IS NULL;
CALL make_tenant_table('connector_products');
CREATE TRIGGER mark_linked AFTER INSERT ON connector_products REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_linked_products();
CREATE TRIGGER mark_relinked AFTER UPDATE ON connector_products REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_linked_products();
CREATE TRIGGER mark_unlinked AFTER DELETE ON connector_products REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_linked_products();
CREATE TRIGGER words_of_new AFTER INSERT ON connector_products REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('connector_products');
CREATE TRIGGER words_of_deleted AFTER DELETE ON connector_products REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('connector_products');
CREATE TRIGGER words_changed AFTER UPDATE OF connector_product_sku, connector_product_id, name ON connector_products
  FOR EACH ROW WHEN (old.connector_product_sku IS DISTINCT FROM new.connector_product_sku OR old.connector_product_id IS DISTINCT FROM new.connector_product_id OR old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION words_due_for_record('connector_products');

CREATE FUNCTION mark_linked_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  account bigint;
  accounts bigint[];
  moved bigint[];
  ids bigint[];
  linked bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(account_id), array_agg(product_id) into accounts, moved from after_rows where product_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(account_id), array_agg(product_id) into accounts, moved from before_rows where product_id is not null;
  else
    select array_agg(account_id), array_agg(product_id) into accounts, moved from (
      (select account_id, id, product_id from before_rows except select account_id, id, product_id from after_rows)
      union all (select account_id, id, product_id from after_rows except select account_id, id, product_id from before_rows)
    ) as row_by_row where product_id is not null;
  end if;
  for account, ids in select m.account_id, array_agg(distinct m.id) from unnest(accounts, moved) as m (account_id, id) group by 1 loop
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    linked := array(select distinct c.product_id from connector_products c where c.account_id = account and c.product_id = any (ids));
    update products p set is_linked = true where p.account_id = account and p.id = any (linked) and p.is_linked::int = 0;
    ids := array(select unnest(ids) except select unnest(linked));
    update products p set is_linked = false where p.account_id = account and p.id = any (ids) and p.is_linked::int = 1;
  end loop;
  return null;
end $function$;

-- The address elsewhere of a picture that a person or an import named: browsers never load it. Null for any other.
CREATE FUNCTION picture_address(image_url text, warehouse_values jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_exists(warehouse_values, 'image_url'::text) AND (image_url ~* '^https?:'::text)) THEN image_url ELSE NULL::text END;

-- A text as it is compared with what somebody types: small letters without accents, ß as ss, and so on. The same as `fold` in
-- platform/words/fold.ts; a test compares them. It does not depend on the locale of the database.
CREATE FUNCTION folded(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(given) = char_length(given)) THEN lower((given COLLATE "C")) ELSE replace(replace(replace(replace(translate((lower((regexp_replace((NORMALIZE(given, NFKD) COLLATE "C"), '[\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]'::text, ''::text, 'g'::text) COLLATE pg_c_utf8)) COLLATE "C"), 'øłđðħıŧς‘’ʼ‐‒–—−'::text, (('olddhit'::text || 'σ'::text) || '''''''-----'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END;


-- ============================================================
-- 0006_orders.sql
-- ============================================================

-- An order as the warehouse knows it: one of our orders, or several that go to one address.
CREATE TABLE warehouse_orders (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  reference text NOT NULL,
  provider_ref text,
  state text NOT NULL DEFAULT 'waiting',
  provider_status text,
  held boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  changed_at timestamptz,
  shipped_at timestamptz,
  sent jsonb,
  replacement jsonb,
  must_compare boolean NOT NULL DEFAULT false,
  kept boolean NOT NULL DEFAULT false,
  part integer NOT NULL DEFAULT 1,
  attempt integer NOT NULL DEFAULT 1,
  lines_by_sku boolean NOT NULL DEFAULT false,
  theirs jsonb,
  theirs_ref text GENERATED ALWAYS AS (theirs ->> 'providerRef') STORED,
  followed_by bigint,
  held_by_warehouse boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  CHECK (state = ANY (ARRAY['waiting', 'accepted', 'rejected', 'cancelled', 'shipped'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
) WITH (fillfactor=70);
CREATE INDEX warehouse_orders_by_provider_ref ON warehouse_orders (account_id, connection_id, provider_ref);
CREATE INDEX warehouse_orders_open ON warehouse_orders (account_id, id) WHERE (state = ANY (ARRAY['waiting', 'accepted'])) AND id > 0;
CREATE INDEX warehouse_orders_found ON warehouse_orders (account_id, connection_id, theirs_ref) WHERE theirs_ref IS NOT NULL;
CREATE INDEX warehouse_orders_given_up ON warehouse_orders (account_id, id) WHERE state = ANY (ARRAY['rejected', 'cancelled']);
CALL make_tenant_table('warehouse_orders');
CREATE POLICY scheduler ON warehouse_orders FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, reference) ON warehouse_orders TO crossdock_scheduler;

-- An order of a channel, with what a person edited and what the warehouse did with it.
CREATE TABLE orders (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  order_number text NOT NULL GENERATED ALWAYS AS ('SO-' || id) STORED,
  source_order_number text NOT NULL,
  source_ref_num text,
  source_status text NOT NULL,
  order_status text NOT NULL DEFAULT 'pending',
  order_date timestamptz NOT NULL,
  imported_day date NOT NULL,
  store_id text,
  store_name text,
  currency character(3) NOT NULL,
  customer_id text,
  customer_name text NOT NULL,
  customer_phone text,
  customer_email text,
  company_name text,
  address text NOT NULL,
  address_2 text,
  city text NOT NULL,
  state text,
  postal_code text NOT NULL,
  country text NOT NULL,
  note text,
  source_shipping text,
  source_shipping_description text,
  shipping_code text,
  warehouse_code text,
  shipping_cost numeric(16,4) NOT NULL,
  tax_cost numeric(16,4) NOT NULL,
  total_cost numeric(16,4) NOT NULL,
  weight_grams integer,
  fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  content_hash text NOT NULL,
  edited_fields text[] NOT NULL DEFAULT '{}'::text[],
  source_state text NOT NULL,
  in_amware smallint NOT NULL DEFAULT 0,
  amware_ref_num text,
  warehouse_order_id bigint,
  units_ordered integer NOT NULL DEFAULT 0,
  units_shipped integer NOT NULL DEFAULT 0,
  blocking_issues integer NOT NULL DEFAULT 0,
  open_issues integer NOT NULL DEFAULT 0,
  cancelled_at timestamptz,
  confirmed_at timestamptz,
  locked boolean NOT NULL DEFAULT false,
  on_hold boolean NOT NULL DEFAULT false,
  hold_outcome text,
  cancel_requested_at timestamptz,
  cancel_outcome text,
  archived_at timestamptz,
  deleted_at timestamptz,
  checked_at timestamptz,
  remote_modified_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by bigint,
  revision integer NOT NULL DEFAULT 1,
  must_reread boolean NOT NULL DEFAULT false,
  reread_requests integer NOT NULL DEFAULT 0,
  release_after timestamptz,
  split_from text,
  shared_goods text,
  gone_at timestamptz,
  ended_by text,
  held_before_cancel boolean NOT NULL DEFAULT false,
  source_details jsonb,
  handle text,
  seen_at timestamptz NOT NULL DEFAULT now(),
  reread_refused jsonb,
  hold_reason jsonb,
  hold_until timestamptz,
  held_at_channel boolean NOT NULL DEFAULT false,
  source_units integer,
  sent_beside boolean NOT NULL DEFAULT false,
  email_folded text GENERATED ALWAYS AS (lower(customer_email)) STORED,
  is_split boolean NOT NULL DEFAULT false,
  second_ended_at timestamptz,
  new_ship_to jsonb,
  held_at_channel_until timestamptz,
  other_number text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, remote_id),
  CHECK (order_status = ANY (ARRAY['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'])),
  CHECK (source_state = ANY (ARRAY['ready', 'waiting', 'held', 'external', 'shipped', 'cancelled', 'unknown'])),
  CHECK (in_amware = ANY (ARRAY[0, 1])),
  CHECK (shared_goods = ANY (ARRAY['undecided', 'ship', 'same'])),
  CHECK (ended_by = ANY (ARRAY['gone', 'merged', 'same_goods', 'imported_twice', 'cancel_request'])),
  CHECK (second_ended_at IS NULL OR is_split),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (updated_by) REFERENCES users(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, warehouse_order_id) REFERENCES warehouse_orders(account_id, id)
) WITH (fillfactor=70);
CREATE INDEX orders_newest ON orders (account_id, order_date DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_source ON orders (account_id, connection_id, order_date DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_status ON orders (account_id, order_status, order_date DESC, id DESC) INCLUDE (connection_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_country ON orders (account_id, country, order_date DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_shipping ON orders (account_id, shipping_code, order_date DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_customer ON orders (account_id, customer_name, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_total ON orders (account_id, total_cost, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_by_number ON orders (account_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_needing_attention ON orders (account_id, order_date DESC, id DESC) WHERE open_issues > 0 AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_on_hold ON orders (account_id, order_date DESC, id DESC) WHERE on_hold AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_locked ON orders (account_id, order_date DESC, id DESC) WHERE locked AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX orders_archived ON orders (account_id, order_date DESC, id DESC) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX orders_unchecked ON orders (account_id, id) WHERE checked_at IS NULL;
CREATE INDEX orders_must_reread ON orders (account_id, id) WHERE must_reread;
CREATE INDEX orders_of_warehouse_order ON orders (account_id, warehouse_order_id) WHERE warehouse_order_id IS NOT NULL;
CREATE INDEX orders_split_off ON orders (account_id, connection_id, split_from) WHERE split_from IS NOT NULL;
CREATE INDEX orders_by_email ON orders (account_id, email_folded) WHERE email_folded IS NOT NULL;
CREATE INDEX orders_split ON orders (account_id, id) WHERE is_split AND units_shipped > 0 AND cancelled_at IS NULL AND confirmed_at IS NULL AND deleted_at IS NULL;
CREATE INDEX orders_open ON orders (account_id, id) WHERE cancelled_at IS NULL AND confirmed_at IS NULL AND deleted_at IS NULL;
CREATE INDEX orders_by_source_number ON orders (account_id, source_order_number);
CREATE INDEX orders_by_other_number ON orders (account_id, other_number) WHERE other_number IS NOT NULL;
CREATE INDEX orders_with_issues ON orders (account_id, order_date DESC, id DESC) WHERE open_issues > 0 AND deleted_at IS NULL;
CALL make_tenant_table('orders');
CREATE POLICY scheduler ON orders FOR SELECT TO crossdock_scheduler USING (checked_at IS NULL);
GRANT SELECT (account_id, id, checked_at) ON orders TO crossdock_scheduler;
CREATE TRIGGER free_stock AFTER UPDATE OF warehouse_order_id, cancelled_at, deleted_at, confirmed_at ON orders
  FOR EACH ROW WHEN (old.warehouse_order_id IS NOT NULL AND new.warehouse_order_id IS NULL OR old.cancelled_at IS NULL AND new.cancelled_at IS NOT NULL OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL OR old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL) EXECUTE FUNCTION free_stock_of_order();
CREATE TRIGGER tally_new AFTER INSERT ON orders REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_new_orders();
CREATE TRIGGER tally_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_orders();
CREATE TRIGGER tally_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_deleted_orders();
CREATE TRIGGER words_of_new AFTER INSERT ON orders REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('orders');
CREATE TRIGGER words_of_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_records('orders');
CREATE TRIGGER words_changed AFTER UPDATE OF source_order_number, source_ref_num, amware_ref_num, customer_name, company_name, customer_email, customer_phone ON orders
  FOR EACH ROW WHEN (old.source_order_number IS DISTINCT FROM new.source_order_number OR old.source_ref_num IS DISTINCT FROM new.source_ref_num OR old.amware_ref_num IS DISTINCT FROM new.amware_ref_num OR old.customer_name IS DISTINCT FROM new.customer_name OR old.company_name IS DISTINCT FROM new.company_name OR old.customer_email IS DISTINCT FROM new.customer_email OR old.customer_phone IS DISTINCT FROM new.customer_phone) EXECUTE FUNCTION words_due_for_record('orders');
CREATE TRIGGER words_of_place_changed AFTER UPDATE OF address, address_2, city, postal_code ON orders
  FOR EACH ROW WHEN (old.address IS DISTINCT FROM new.address OR old.address_2 IS DISTINCT FROM new.address_2 OR old.city IS DISTINCT FROM new.city OR old.postal_code IS DISTINCT FROM new.postal_code) EXECUTE FUNCTION words_due_for_record('orders');

-- The payloads of one page of orders, packed together: zstd of one JSON text a line. Written once, never changed.
-- The payloads of a page resemble each other: packed together they need an eighth of the space and a twentieth of the CPU.
CREATE TABLE payload_bundles (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  packed bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (account_id, id)
);
CALL make_tenant_table('payload_bundles');

-- Every version of an order as the channel sent it, whole. It is stored in the transaction that stores the order.
CREATE TABLE order_payloads (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  bundle_id bigint NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (account_id, order_id, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
CALL make_tenant_table('order_payloads');

-- What an order consists of.
CREATE TABLE order_lines (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  "position" integer NOT NULL,
  remote_line_id text NOT NULL,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  unit_price numeric(16,4) NOT NULL,
  is_charge boolean NOT NULL,
  image_url text,
  upc text,
  location text,
  product_id bigint,
  mapped_sku text,
  quantity_shipped integer NOT NULL DEFAULT 0,
  is_out_of_stock boolean NOT NULL DEFAULT false,
  source_quantity integer,
  options jsonb,
  handle text,
  units_per_sale integer NOT NULL DEFAULT 1,
  later_quantity integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id),
  CHECK (units_per_sale >= 1 AND units_per_sale <= 10000),
  CHECK (later_quantity >= 0),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id)
) WITH (fillfactor=80);
CREATE UNIQUE INDEX order_lines_of_order ON order_lines (account_id, order_id, remote_line_id);
CREATE INDEX order_lines_by_sku ON order_lines (account_id, sku) WHERE product_id IS NULL AND NOT is_charge;
CREATE INDEX order_lines_of_product ON order_lines (account_id, product_id, order_id) WHERE product_id IS NOT NULL;
CREATE INDEX order_lines_later ON order_lines (account_id, product_id) WHERE later_quantity > 0;
CALL make_tenant_table('order_lines');
CREATE TRIGGER words_of_new AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_parts();
CREATE TRIGGER words_of_deleted AFTER DELETE ON order_lines REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_parts();
CREATE TRIGGER words_changed AFTER UPDATE OF sku ON order_lines
  FOR EACH ROW WHEN (old.sku IS DISTINCT FROM new.sku) EXECUTE FUNCTION words_due_for_part();
CREATE TRIGGER words_of_name_changed AFTER UPDATE OF name ON order_lines
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION words_due_for_part();

-- The history of an order.
CREATE TABLE order_events (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  sentence jsonb NOT NULL,
  changes jsonb,
  user_id bigint,
  change_id bigint,
  removed_worth numeric,
  key_name text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, change_id) REFERENCES changes(account_id, id)
);
CREATE INDEX order_events_of_order ON order_events (account_id, order_id, id);
CREATE INDEX order_events_of_change ON order_events (account_id, change_id) WHERE change_id IS NOT NULL;
CALL make_tenant_table('order_events');
CREATE POLICY keeper ON order_events TO postgres USING (account_id = current_account()) WITH CHECK (account_id = current_account());
CREATE TRIGGER tally_flow AFTER INSERT ON order_events REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_flow();

-- A parcel that the warehouse sent. A parcel with goods of several orders is a row for each of them.
CREATE TABLE shipments (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  warehouse_order_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  carrier text NOT NULL,
  method text NOT NULL,
  tracking_number text NOT NULL,
  tracking_url text,
  weight_grams integer,
  shipped_at timestamptz NOT NULL,
  raw json,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  acknowledged_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, order_id, connection_id, remote_id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, warehouse_order_id) REFERENCES warehouse_orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
) WITH (fillfactor=80);
CREATE INDEX shipments_of_warehouse_order ON shipments (account_id, warehouse_order_id);
CALL make_tenant_table('shipments');
CREATE TRIGGER words_of_new AFTER INSERT ON shipments REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_parts();
CREATE TRIGGER words_of_deleted AFTER DELETE ON shipments REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION words_due_for_parts();
CREATE TRIGGER words_changed AFTER UPDATE OF tracking_number ON shipments
  FOR EACH ROW WHEN (old.tracking_number IS DISTINCT FROM new.tracking_number) EXECUTE FUNCTION words_due_for_part();

-- How much of which order line is in a shipment.
CREATE TABLE shipment_lines (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  order_line_id bigint NOT NULL,
  sku text NOT NULL,
  lot text,
  quantity integer NOT NULL,
  expires_on date,
  serials text[],
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, shipment_id) REFERENCES shipments(account_id, id),
  FOREIGN KEY (account_id, order_line_id) REFERENCES order_lines(account_id, id)
);
CREATE INDEX shipment_lines_of_shipment ON shipment_lines (account_id, shipment_id);
CREATE INDEX shipment_lines_of_line ON shipment_lines (account_id, order_line_id);
CALL make_tenant_table('shipment_lines');

-- Which orders the channel merged into one of ours: their goods are now its own, and the channel has them no more.
CREATE TABLE order_merges (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  into_id bigint NOT NULL,
  came_too_late boolean NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, connection_id, remote_id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, into_id) REFERENCES orders(account_id, id)
);
CREATE INDEX order_merges_of_order ON order_merges (account_id, into_id);
CALL make_tenant_table('order_merges');

-- What channels asked to cancel, what became of it, and when they were told.
CREATE TABLE cancel_requests (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  request_id text NOT NULL,
  reason text,
  handle text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 1,
  withdrawn_at timestamptz,
  outcome text,
  decided_at timestamptz,
  decided_by bigint,
  reply text,
  replied_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, order_id, request_id),
  CHECK (outcome = ANY (ARRAY['accepted', 'too_late'])),
  CHECK (reply = ANY (ARRAY['told', 'over', 'by_hand'])),
  CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  CHECK ((reply IS NULL) = (replied_at IS NULL)),
  FOREIGN KEY (decided_by) REFERENCES users(id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
CREATE INDEX cancel_requests_open ON cancel_requests (account_id, order_id) WHERE outcome IS NULL AND withdrawn_at IS NULL;
CALL make_tenant_table('cancel_requests');

-- What channels asked us to ship, as of a fulfilment service: accepted when it is stored, declined when a person ends its order here.
CREATE TABLE ship_requests (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  request_id text NOT NULL,
  handle text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  accept_reply text,
  declined_at timestamptz,
  declined_by bigint,
  why text,
  stopped jsonb,
  decline_reply text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, order_id, request_id),
  CHECK (accept_reply = ANY (ARRAY['told', 'over'])),
  CHECK (why = ANY (ARRAY['unknown_sku', 'bad_address', 'out_of_stock', 'other'])),
  CHECK (decline_reply = ANY (ARRAY['told', 'over'])),
  CHECK ((declined_at IS NULL) = (why IS NULL)),
  CHECK (stopped IS NULL OR declined_at IS NOT NULL),
  CHECK (decline_reply IS NULL OR declined_at IS NOT NULL),
  FOREIGN KEY (declined_by) REFERENCES users(id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
CALL make_tenant_table('ship_requests');

CREATE FUNCTION let_go_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update order_events set change_id = null where account_id = old.account_id and change_id = old.id;
  return old;
end $function$;

CREATE FUNCTION reference_part(part text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((octet_length(part) || ':'::text) || part);

CREATE FUNCTION reference_hash(parts text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN "left"(encode(sha256(convert_to(parts, 'UTF8'::name)), 'hex'::text), 24);

CREATE FUNCTION line_reference(reference_key text, order_remote_id text, line_remote_id text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN reference_hash(((reference_part(reference_key) || reference_part(order_remote_id)) || reference_part(line_remote_id)));

CREATE FUNCTION warehouse_reference(orders text, part integer, attempt integer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ('CD-'::text || reference_hash(((((orders || ';'::text) || part) || ';'::text) || attempt)));

CREATE FUNCTION asn_reference(purchase_order text, attempt integer)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ('CD-P'::text || reference_hash(((purchase_order || ';'::text) || attempt)));

CREATE FUNCTION next_warehouse_attempt(account bigint, orders text, of_part integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  tried integer := 1;
begin
  while exists (select from warehouse_orders w where w.account_id = account and w.reference = warehouse_reference(orders, of_part, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $function$;

CREATE FUNCTION next_asn_attempt(account bigint, purchase_order text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  tried integer := 1;
begin
  while exists (select from asns a where a.account_id = account and a.reference = asn_reference(purchase_order, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $function$;

CREATE FUNCTION shipment_reference(channel_key text, order_remote_id text, warehouse_key text, parcel_remote_id text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN reference_hash((((reference_part(channel_key) || reference_part(order_remote_id)) || reference_part(warehouse_key)) || reference_part(parcel_remote_id)));


-- ============================================================
-- 0007_erased_buyers.sql
-- ============================================================

-- Orders whose buyers are erased some days after they ended, because their channel demands it, and those whose buyers were erased.
CREATE TABLE buyer_erasures (
  account_id bigint NOT NULL,
  order_id bigint NOT NULL,
  look_at timestamptz,
  erased_at timestamptz,
  after_days integer,
  words text[],
  PRIMARY KEY (account_id, order_id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
CREATE INDEX buyer_erasures_due ON buyer_erasures (account_id, look_at) WHERE look_at IS NOT NULL;
CREATE INDEX buyer_erasures_searching ON buyer_erasures (account_id, order_id) WHERE words IS NOT NULL;
CALL make_tenant_table('buyer_erasures');

-- What buyers want to be told or erased, as a channel passed it on.
CREATE TABLE privacy_requests (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  delivery_id text NOT NULL,
  kind text NOT NULL,
  email text,
  remote_order_ids text[] NOT NULL DEFAULT '{}'::text[],
  received_at timestamptz NOT NULL DEFAULT now(),
  warned_at timestamptz,
  done_at timestamptz,
  waits_for bigint,
  tried_at timestamptz,
  erased_to bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, delivery_id),
  CHECK (kind = ANY (ARRAY['person_data', 'erase_person', 'erase_shop'])),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, waits_for) REFERENCES orders(account_id, id)
);
CREATE INDEX privacy_requests_open ON privacy_requests (account_id, id) WHERE done_at IS NULL;
CALL make_tenant_table('privacy_requests');

-- A text without these words, where they stand alone.
CREATE FUNCTION erased(value text, words text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(lower(value), lower(word)) > 0 then
      value := regexp_replace(value, '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])',
        'erased', 'gi');
    end if;
  end loop;
  return value;
end $function$;

-- Whether a text has one of these words.
CREATE FUNCTION has_any(value text, words text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM unnest(has_any.words) word(word) WHERE (strpos(lower(has_any.value), lower(word.word)) > 0)));

-- Whether a value differs from what it was by nothing but texts out of which words were taken.
CREATE FUNCTION is_same_but_erased(before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$ begin
  if before is not distinct from after then return true; end if;
  if jsonb_typeof(before) is distinct from jsonb_typeof(after) then return false; end if;
  return case jsonb_typeof(before)
    when 'string' then strpos(after #>> '{}', 'erased') > 0
    when 'array' then jsonb_array_length(before) = jsonb_array_length(after) and (select bool_and(is_same_but_erased(item, after -> (place - 1)::int))
      from jsonb_array_elements(before) with ordinality as each (item, place))
    when 'object' then (select array_agg(key) from jsonb_object_keys(before) as key) = (select array_agg(key) from jsonb_object_keys(after) as key)
      and (select bool_and(is_same_but_erased(item, after -> key)) from jsonb_each(before) as each (key, item))
    else false end;
end $function$;

-- Gives rows of the ledger of the account the values that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.
CREATE FUNCTION erase_from_changes(rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update changes c set was = row.was, "is" = row."is"
  from jsonb_to_recordset(rows) as row (id bigint, was jsonb, "is" jsonb)
  where c.account_id = current_account() and c.id = row.id and c.packed is null and is_same_but_erased(c.was, row.was)
    and is_same_but_erased(c."is", row."is")
$function$;
REVOKE ALL ON FUNCTION erase_from_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_changes TO crossdock_app;

-- Gives rows of the audit of the account the texts that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.
CREATE FUNCTION erase_from_audit(rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update audit_entries e set record_name = row.record_name, changes = row.changes
  from jsonb_to_recordset(rows) as row (id bigint, record_name text, changes jsonb)
  where e.account_id = current_account() and e.id = row.id and is_same_but_erased(to_jsonb(e.record_name), to_jsonb(row.record_name))
    and is_same_but_erased(e.changes, row.changes)
$function$;
REVOKE ALL ON FUNCTION erase_from_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_audit TO crossdock_app;

-- Takes fields of a buyer's orders out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.
CREATE FUNCTION erase_from_orders(order_ids bigint[], fields text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$ begin
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = current_account() and noun in ('order', 'order address') and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = current_account() and noun = 'order' and record_id = any (order_ids);
end $function$;
REVOKE ALL ON FUNCTION erase_from_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_orders TO crossdock_app;

-- Gives rows of the ledger of the account the values that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.
CREATE FUNCTION erase_from_changes(account bigint, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$ begin
  perform require_account(account);
  update changes c set was = row.was, "is" = row."is"
    from jsonb_to_recordset(rows) as row (id bigint, was jsonb, "is" jsonb)
    where c.account_id = account and c.id = row.id and c.packed is null and is_same_but_erased(c.was, row.was)
      and is_same_but_erased(c."is", row."is");
end $function$;
REVOKE ALL ON FUNCTION erase_from_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_changes TO crossdock_app;

-- Gives rows of the audit of the account the texts that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.
CREATE FUNCTION erase_from_audit(account bigint, rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$ begin
  perform require_account(account);
  update audit_entries e set record_name = row.record_name, changes = row.changes
    from jsonb_to_recordset(rows) as row (id bigint, record_name text, changes jsonb)
    where e.account_id = account and e.id = row.id and (e.record_name is not distinct from row.record_name
      or e.record_name is not null and strpos(row.record_name, 'erased') > 0) and is_same_but_erased(e.changes, row.changes);
end $function$;
REVOKE ALL ON FUNCTION erase_from_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_audit TO crossdock_app;

-- Takes fields of a buyer's orders out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.
CREATE FUNCTION erase_from_orders(account bigint, order_ids bigint[], fields text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$ begin
  perform require_account(account);
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = account and noun in ('order', 'order address') and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = account and noun = 'order' and record_id = any (order_ids);
end $function$;
REVOKE ALL ON FUNCTION erase_from_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_orders TO crossdock_app;


-- ============================================================
-- 0008_purchase_orders.sql
-- ============================================================

-- What was ordered from a vendor, with what the warehouse received of it.
CREATE TABLE purchase_orders (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint,
  remote_id text,
  po_number text NOT NULL GENERATED ALWAYS AS ('PO-' || id) STORED,
  source_number text NOT NULL,
  source_status text NOT NULL DEFAULT '',
  source_state text NOT NULL DEFAULT 'open',
  status text NOT NULL DEFAULT 'pending',
  on_hold boolean NOT NULL DEFAULT false,
  cancelled_at timestamptz,
  closed_at timestamptz,
  close_reason text,
  receipts_counted integer NOT NULL DEFAULT 0,
  vendor_number text,
  vendor_name text NOT NULL DEFAULT '',
  source_location text,
  source_location_name text,
  mapped_warehouse text,
  ordered_at timestamptz NOT NULL DEFAULT now(),
  expected_at timestamptz,
  carrier text,
  freight_number text,
  currency text,
  note text,
  content_hash text,
  edited_fields text[] NOT NULL DEFAULT '{}'::text[],
  units_ordered integer NOT NULL DEFAULT 0,
  units_received integer NOT NULL DEFAULT 0,
  warehouse_reference_number text,
  announced_at timestamptz,
  cancel_requested_at timestamptz,
  withdraw_outcome text,
  locked boolean NOT NULL DEFAULT false,
  must_reread boolean NOT NULL DEFAULT false,
  blocking_issues integer NOT NULL DEFAULT 0,
  open_issues integer NOT NULL DEFAULT 0,
  archived_at timestamptz,
  deleted_at timestamptz,
  checked_at timestamptz,
  remote_modified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by bigint,
  revision integer NOT NULL DEFAULT 1,
  origin uuid NOT NULL DEFAULT gen_random_uuid(),
  ended_by_source boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, remote_id),
  CHECK (source_state = ANY (ARRAY['open', 'draft', 'closed', 'cancelled', 'unknown'])),
  CHECK (status = ANY (ARRAY['pending', 'hold', 'received', 'closed_out', 'cancelled'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (updated_by) REFERENCES users(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX purchase_orders_newest ON purchase_orders (account_id, ordered_at DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_by_status ON purchase_orders (account_id, status, ordered_at DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_by_source ON purchase_orders (account_id, connection_id, ordered_at DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_by_vendor ON purchase_orders (account_id, vendor_name, ordered_at DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_by_warehouse ON purchase_orders (account_id, mapped_warehouse, ordered_at DESC, id DESC) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_needing_attention ON purchase_orders (account_id, ordered_at DESC, id DESC) WHERE open_issues > 0 AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_archived ON purchase_orders (account_id, ordered_at DESC, id DESC) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX purchase_orders_expected ON purchase_orders (account_id, expected_at, id) WHERE (status = ANY (ARRAY['pending', 'hold'])) AND expected_at IS NOT NULL AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_must_reread ON purchase_orders (account_id, id) WHERE must_reread;
CREATE INDEX purchase_orders_unchecked ON purchase_orders (account_id, id) WHERE checked_at IS NULL;
CREATE INDEX purchase_orders_by_id ON purchase_orders (account_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_in_status_order ON purchase_orders (account_id, status, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_in_vendor_order ON purchase_orders (account_id, vendor_name, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_in_expected_order ON purchase_orders (account_id, expected_at, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_archived_by_id ON purchase_orders (account_id, id) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX purchase_orders_archived_in_status_order ON purchase_orders (account_id, status, id) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX purchase_orders_archived_in_vendor_order ON purchase_orders (account_id, vendor_name, id) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX purchase_orders_archived_in_expected_order ON purchase_orders (account_id, expected_at, id) WHERE archived_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX purchase_orders_open ON purchase_orders (account_id, ordered_at DESC, id DESC) WHERE (status = ANY (ARRAY['pending', 'hold', 'received'])) AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_by_number ON purchase_orders (account_id, source_number) WHERE deleted_at IS NULL;
CREATE INDEX purchase_orders_late ON purchase_orders (account_id, ordered_at DESC, id DESC) INCLUDE (expected_at) WHERE (status = ANY (ARRAY['pending', 'hold'])) AND expected_at IS NOT NULL AND deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX purchase_orders_with_issues ON purchase_orders (account_id, ordered_at DESC, id DESC) WHERE open_issues > 0 AND deleted_at IS NULL;
CALL make_tenant_table('purchase_orders');
CREATE POLICY scheduler ON purchase_orders FOR SELECT TO crossdock_scheduler USING (checked_at IS NULL);
GRANT SELECT (account_id, id, checked_at) ON purchase_orders TO crossdock_scheduler;
CREATE TRIGGER tally_new AFTER INSERT ON purchase_orders REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_new_purchase_orders();
CREATE TRIGGER tally_changed AFTER UPDATE ON purchase_orders REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_purchase_orders();

-- What a purchase order consists of.
CREATE TABLE purchase_order_lines (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint NOT NULL,
  "position" integer NOT NULL,
  remote_line_id text,
  sku text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  source_quantity integer,
  received_before integer NOT NULL DEFAULT 0,
  unit_price numeric(16,4),
  lot_number text,
  expected_at timestamptz,
  product_id bigint,
  raw_material_id bigint,
  mapped_sku text,
  quantity_announced integer NOT NULL DEFAULT 0,
  announced_at timestamptz,
  quantity_received integer NOT NULL DEFAULT 0,
  quantity_processed integer NOT NULL DEFAULT 0,
  over_accepted integer NOT NULL DEFAULT 0,
  loose_accepted integer NOT NULL DEFAULT 0,
  units_per_sale integer NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  CHECK (units_per_sale >= 1 AND units_per_sale <= 10000),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id),
  FOREIGN KEY (account_id, raw_material_id) REFERENCES raw_materials(account_id, id)
);
CREATE UNIQUE INDEX purchase_order_lines_of_order ON purchase_order_lines (account_id, purchase_order_id, remote_line_id);
CREATE INDEX purchase_order_lines_by_sku ON purchase_order_lines (account_id, sku COLLATE "C", purchase_order_id);
CREATE INDEX purchase_order_lines_by_mapped_sku ON purchase_order_lines (account_id, mapped_sku COLLATE "C", purchase_order_id);
CREATE INDEX purchase_order_lines_by_lot ON purchase_order_lines (account_id, lot_number COLLATE "C", purchase_order_id) WHERE lot_number IS NOT NULL;
CREATE INDEX purchase_order_lines_of_product ON purchase_order_lines (account_id, product_id, purchase_order_id) WHERE product_id IS NOT NULL;
CREATE INDEX purchase_order_lines_of_raw_material ON purchase_order_lines (account_id, raw_material_id, purchase_order_id) WHERE raw_material_id IS NOT NULL;
CALL make_tenant_table('purchase_order_lines');

-- Every version of a purchase order as its source sent it, whole.
CREATE TABLE purchase_order_payloads (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  raw json NOT NULL,
  PRIMARY KEY (account_id, purchase_order_id, id),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id)
);
CALL make_tenant_table('purchase_order_payloads');

-- The history of a purchase order.
CREATE TABLE purchase_order_events (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  sentence jsonb NOT NULL,
  changes jsonb,
  user_id bigint,
  key_name text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id)
);
CREATE INDEX purchase_order_events_of_order ON purchase_order_events (account_id, purchase_order_id, id);
CALL make_tenant_table('purchase_order_events');

-- An announcement of a purchase order to the warehouse. Withdrawn and made again, it is a new one.
CREATE TABLE asns (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  reference text NOT NULL,
  remote_id text,
  state text NOT NULL DEFAULT 'waiting',
  digest text,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  closed_at timestamptz,
  awaits_receipts boolean NOT NULL DEFAULT false,
  sent text[] NOT NULL DEFAULT '{}'::text[],
  theirs jsonb,
  lines_by_id boolean NOT NULL DEFAULT false,
  reference_spent boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, reference),
  CHECK (state = ANY (ARRAY['waiting', 'announced', 'receiving', 'closed', 'cancelled', 'rejected'])),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX asns_of_order ON asns (account_id, purchase_order_id, id);
CREATE INDEX asns_by_remote_id ON asns (account_id, connection_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE UNIQUE INDEX asns_standing ON asns (account_id, purchase_order_id) WHERE state = ANY (ARRAY['waiting', 'announced', 'receiving']);
CREATE INDEX asns_awaiting_receipts ON asns (account_id, connection_id) WHERE awaits_receipts;
CALL make_tenant_table('asns');
CREATE POLICY scheduler ON asns FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, reference) ON asns TO crossdock_scheduler;

-- Receipts that are processed together: booked to the source once, by its key.
CREATE TABLE bookings (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint NOT NULL,
  connection_id bigint,
  key text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  reference text,
  run_id bigint,
  requested_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  quantities jsonb,
  PRIMARY KEY (account_id, id),
  CHECK (state = ANY (ARRAY['waiting', 'booked', 'refused'])),
  FOREIGN KEY (requested_by) REFERENCES users(id),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id)
);
CREATE INDEX bookings_of_order ON bookings (account_id, purchase_order_id, id);
CREATE UNIQUE INDEX bookings_waiting ON bookings (account_id, purchase_order_id) WHERE state = 'waiting';
CREATE INDEX bookings_of_run ON bookings (account_id, run_id) WHERE run_id IS NOT NULL;
CALL make_tenant_table('bookings');

-- What the warehouse reported as received: one delivery of one SKU and lot.
CREATE TABLE receipts (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  asn_id text,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  sku text NOT NULL,
  quantity integer NOT NULL,
  lot_number text,
  carrier text,
  freight_number text,
  raw json,
  waits_for text,
  accepted_at timestamptz,
  accepted_by bigint,
  booking_id bigint,
  processed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  set_aside_at timestamptz,
  set_aside_by bigint,
  set_aside_reason text,
  expires_on date,
  serials text[],
  not_before timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, remote_id),
  CHECK (waits_for = ANY (ARRAY['unknown_sku', 'held', 'cancelled', 'closed_out', 'deleted', 'changed'])),
  FOREIGN KEY (accepted_by) REFERENCES users(id),
  FOREIGN KEY (set_aside_by) REFERENCES users(id),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, booking_id) REFERENCES bookings(account_id, id)
);
CREATE INDEX receipts_of_order ON receipts (account_id, purchase_order_id, id);
CREATE INDEX receipts_of_booking ON receipts (account_id, booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX receipts_of_nobody ON receipts (account_id, connection_id, asn_id) WHERE purchase_order_id IS NULL;
CREATE INDEX receipts_not_booked ON receipts (account_id, sku) WHERE processed_at IS NULL AND set_aside_at IS NULL;
CREATE INDEX receipts_by_time ON receipts (account_id, connection_id, COALESCE(not_before, received_at));
CALL make_tenant_table('receipts');

-- How much of a receipt counts to which line of its purchase order.
CREATE TABLE receipt_lines (
  account_id bigint NOT NULL,
  receipt_id bigint NOT NULL,
  line_id bigint NOT NULL,
  quantity integer NOT NULL,
  PRIMARY KEY (account_id, receipt_id, line_id),
  FOREIGN KEY (account_id, receipt_id) REFERENCES receipts(account_id, id),
  FOREIGN KEY (account_id, line_id) REFERENCES purchase_order_lines(account_id, id)
);
CREATE INDEX receipt_lines_of_line ON receipt_lines (account_id, line_id);
CALL make_tenant_table('receipt_lines');

-- What the warehouse sent out again of a purchase order: a return to its vendor, a transfer.
CREATE TABLE fulfilments (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  purchase_order_id bigint,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  "position" integer NOT NULL,
  sku text NOT NULL,
  lot text,
  qty_shipped integer NOT NULL,
  ship_date timestamptz NOT NULL,
  carrier text NOT NULL,
  tracking_number text NOT NULL,
  processed_at timestamptz,
  asn_id text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, remote_id, "position"),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX fulfilments_of_order ON fulfilments (account_id, purchase_order_id, id);
CREATE INDEX fulfilments_of_nobody ON fulfilments (account_id, connection_id, asn_id) WHERE purchase_order_id IS NULL;
CALL make_tenant_table('fulfilments');


-- ============================================================
-- 0009_issues_and_outbox.sql
-- ============================================================

-- Why an order, a connection or any other record needs a person. An issue is open until closed_at.
CREATE TABLE issues (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id bigint,
  connection_id bigint,
  type text NOT NULL,
  subject text NOT NULL,
  field text,
  line_id bigint,
  sentence jsonb NOT NULL,
  blocking boolean NOT NULL DEFAULT true,
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by bigint,
  purchase_order_id bigint,
  is_suggested boolean NOT NULL DEFAULT false,
  lapsed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (closed_by) REFERENCES users(id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, purchase_order_id) REFERENCES purchase_orders(account_id, id)
);
CREATE UNIQUE INDEX issues_open_on_order ON issues (account_id, order_id, type, subject) WHERE closed_at IS NULL AND order_id IS NOT NULL;
CREATE INDEX issues_open_by_cause ON issues (account_id, type, connection_id, subject, opened_at) INCLUDE (order_id) WHERE closed_at IS NULL;
CREATE INDEX issues_of_order ON issues (account_id, order_id, id);
CREATE INDEX issues_of_purchase_order ON issues (account_id, purchase_order_id, id) WHERE purchase_order_id IS NOT NULL;
CREATE UNIQUE INDEX issues_open_without_order ON issues (account_id, connection_id, type, subject) NULLS NOT DISTINCT WHERE closed_at IS NULL AND order_id IS NULL AND purchase_order_id IS NULL;
CREATE UNIQUE INDEX issues_open_on_purchase_order ON issues (account_id, purchase_order_id, type, subject) WHERE closed_at IS NULL AND purchase_order_id IS NOT NULL;
CREATE INDEX issues_suggested ON issues (account_id, type, order_id) WHERE closed_at IS NULL AND is_suggested;
CREATE INDEX issues_open ON issues (account_id, id) WHERE closed_at IS NULL;
CREATE INDEX issues_lapsed ON issues (account_id, order_id) WHERE lapsed;
CALL make_tenant_table('issues');
CREATE TRIGGER tally_new AFTER INSERT ON issues REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_new_issues();
CREATE TRIGGER tally_changed AFTER UPDATE ON issues REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_issues();

-- Effects on outside systems. Each is written in the transaction that needs it, and a worker sends it, once.
CREATE TABLE outbox (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  kind text NOT NULL,
  warehouse_order_id bigint,
  order_id bigint,
  shipment_id bigint,
  key text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  maybe_done boolean NOT NULL DEFAULT false,
  lease_token uuid,
  lease_until timestamptz,
  last_failure jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  user_id bigint,
  ticket text,
  ticket_since timestamptz,
  asn_id bigint,
  booking_id bigint,
  run_id bigint,
  by_number boolean NOT NULL DEFAULT false,
  ticket_quantity integer,
  cause text,
  missing_since timestamptz,
  trace text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, connection_id, kind, key),
  CHECK (state = ANY (ARRAY['waiting', 'sending', 'done', 'failed', 'dropped'])),
  CHECK (kind <> ''),
  CHECK (length(cause) <= 100),
  CHECK (length(trace) <= 60),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, warehouse_order_id) REFERENCES warehouse_orders(account_id, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, shipment_id) REFERENCES shipments(account_id, id),
  FOREIGN KEY (account_id, asn_id) REFERENCES asns(account_id, id),
  FOREIGN KEY (account_id, booking_id) REFERENCES bookings(account_id, id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id)
);
CREATE INDEX outbox_of_order ON outbox (account_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX outbox_of_warehouse_order ON outbox (account_id, warehouse_order_id) WHERE warehouse_order_id IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE (state = ANY (ARRAY['waiting', 'sending'])) AND account_id > 0;
CREATE INDEX outbox_of_asn ON outbox (account_id, asn_id) WHERE asn_id IS NOT NULL;
CREATE INDEX outbox_of_booking ON outbox (account_id, booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX outbox_of_run ON outbox (account_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX outbox_due ON outbox (account_id, connection_id, due_at, id) WHERE (state = ANY (ARRAY['waiting', 'sending'])) AND due_at > '-infinity'::timestamptz AND kind <> 'stock';
CREATE INDEX outbox_stock_due ON outbox (account_id, connection_id, due_at, id) WHERE (state = ANY (ARRAY['waiting', 'sending'])) AND due_at > '-infinity'::timestamptz AND kind = 'stock';
CREATE INDEX outbox_failed ON outbox (account_id, connection_id, id) WHERE state = 'failed';
CREATE INDEX outbox_pending_stock ON outbox (account_id) WHERE ticket_quantity IS NOT NULL;
CREATE INDEX outbox_with_failure ON outbox (account_id, id) WHERE last_failure IS NOT NULL;
CREATE INDEX outbox_with_traces ON outbox (account_id, id) WHERE state = 'done' AND (user_id IS NOT NULL OR ticket IS NOT NULL OR trace IS NOT NULL);
CALL make_tenant_table('outbox');
CREATE POLICY scheduler ON outbox FOR SELECT TO crossdock_scheduler USING (state = ANY (ARRAY['waiting', 'sending']));
GRANT SELECT (account_id, connection_id, kind, state, due_at, lease_until) ON outbox TO crossdock_scheduler;


-- ============================================================
-- 0010_stock.sql
-- ============================================================

-- What is on the shelves by the last count, without what left since, by warehouse, location and lot.
CREATE TABLE stock_levels (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  sku text NOT NULL,
  warehouse text NOT NULL,
  location text NOT NULL,
  lot text NOT NULL DEFAULT '',
  on_hand integer NOT NULL,
  allocated integer NOT NULL,
  on_hold integer NOT NULL,
  available integer NOT NULL,
  PRIMARY KEY (account_id, connection_id, sku, warehouse, location, lot),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
) WITH (fillfactor=50);
CALL make_tenant_table('stock_levels');

-- Every change of a stock level from one count to the next, with its time.
CREATE TABLE stock_changes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  sku text NOT NULL,
  warehouse text NOT NULL,
  location text NOT NULL,
  lot text NOT NULL,
  on_hand integer NOT NULL,
  allocated integer NOT NULL,
  on_hold integer NOT NULL,
  available integer NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX stock_changes_of_sku ON stock_changes (account_id, sku, taken_at DESC);
CALL make_tenant_table('stock_changes');

-- When what lies at a place of stock_levels expires, and its serial numbers, as the newest count has it. A place of which the warehouse says neither has no row.
CREATE TABLE stock_lots (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  sku text NOT NULL,
  warehouse text NOT NULL,
  location text NOT NULL,
  lot text NOT NULL,
  expires_on date,
  serials text[] NOT NULL DEFAULT '{}'::text[],
  taken_at timestamptz NOT NULL,
  available integer NOT NULL DEFAULT 0,
  not_offered_from date,
  is_offered boolean NOT NULL DEFAULT true,
  PRIMARY KEY (account_id, connection_id, sku, warehouse, location, lot),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CREATE INDEX stock_lots_expiring ON stock_lots (account_id, not_offered_from) WHERE is_offered;
CREATE INDEX stock_lots_not_offered ON stock_lots (account_id, sku) WHERE NOT is_offered;
CALL make_tenant_table('stock_lots');

-- The last whole count of each warehouse, which is what stock_levels are of. Its row is locked by whoever changes them.
CREATE TABLE stock_counts (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  begun_at timestamptz,
  ended_at timestamptz,
  short_since timestamptz,
  short_begun_at timestamptz,
  short_ended_at timestamptz,
  PRIMARY KEY (account_id, connection_id),
  CHECK ((short_since IS NULL) = (short_begun_at IS NULL) AND (short_since IS NULL) = (short_ended_at IS NULL)),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('stock_counts');

-- The pages of a count that were read so far. Nobody is told of them before the last one.
CREATE TABLE counted_rows (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  begun_at timestamptz NOT NULL,
  sku text NOT NULL,
  warehouse text NOT NULL,
  location text NOT NULL,
  lot text NOT NULL,
  on_hand integer NOT NULL,
  allocated integer NOT NULL,
  on_hold integer NOT NULL,
  available integer NOT NULL,
  PRIMARY KEY (account_id, connection_id, sku, warehouse, location, lot),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('counted_rows');

-- What left in parcels since the last count of its warehouse began: it is taken off that count, and off the next where it left after that began.
CREATE TABLE stock_departures (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  remote_id text NOT NULL,
  sku text NOT NULL,
  lot text NOT NULL,
  warehouse text,
  units integer NOT NULL,
  short integer NOT NULL DEFAULT 0,
  left_by timestamptz NOT NULL,
  is_unpromised boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, connection_id, sku, lot, remote_id),
  CHECK (units > 0),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('stock_departures');

-- Units of a product that a ready order is promised, until a count of the warehouse that is newer than its acceptance includes them.
CREATE TABLE reservations (
  account_id bigint NOT NULL,
  order_id bigint NOT NULL,
  product_id bigint NOT NULL,
  units integer NOT NULL,
  reserved_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  part integer NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, order_id, product_id, part),
  CHECK (units > 0),
  CHECK (part = ANY (ARRAY[1, 2])),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id),
  FOREIGN KEY (account_id, product_id) REFERENCES products(account_id, id)
);
CREATE INDEX reservations_of_product ON reservations (account_id, product_id);
CREATE INDEX reservations_accepted ON reservations (account_id, accepted_at) WHERE accepted_at IS NOT NULL;
CALL make_tenant_table('reservations');
CREATE TRIGGER promise AFTER INSERT ON reservations REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION promise_stock();
CREATE TRIGGER free AFTER DELETE ON reservations REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION free_stock();

-- How a channel is told of stock: at which location of its own, how many units of each product are kept back, and whether it is told or only rehearsed.
CREATE TABLE stock_settings (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  mode text NOT NULL DEFAULT 'off',
  location_id text,
  location_name text,
  buffer integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, connection_id),
  CHECK (mode = ANY (ARRAY['off', 'rehearsal', 'on'])),
  CHECK (buffer >= 0 AND buffer <= 1000000),
  CHECK (mode = 'off' OR location_id IS NOT NULL),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id)
);
CALL make_tenant_table('stock_settings');

CREATE TABLE stock_pushes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  connector_product_id bigint NOT NULL,
  quantity integer,
  location_id text,
  outcome text NOT NULL,
  reason jsonb,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  CHECK (outcome = ANY (ARRAY['sent', 'rehearsed', 'refused'])),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, connector_product_id) REFERENCES connector_products(account_id, id)
);
CREATE INDEX stock_pushes_of_product ON stock_pushes (account_id, connector_product_id, id DESC);
CREATE INDEX stock_pushes_old ON stock_pushes (account_id, at);
CALL make_tenant_table('stock_pushes');

-- Listings whose channel may have to be told another stock, written in the transaction that changed it. Rows are only inserted and
-- deleted, never updated, so that no writer waits for another.
CREATE TABLE stock_due (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connector_product_id bigint NOT NULL,
  anew boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, connector_product_id) REFERENCES connector_products(account_id, id) ON DELETE CASCADE
);
CREATE INDEX stock_due_of_listing ON stock_due (account_id, connector_product_id);
CALL make_tenant_table('stock_due');

CREATE FUNCTION promise_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  account bigint;
  ids bigint[];
  units int[];
begin
  for account, ids, units in
    select r.account_id, array_agg(r.product_id), array_agg(r.units)
    from (select a.account_id, a.product_id, sum(a.units)::int as units from after_rows a group by 1, 2) as r group by 1
  loop
    update products p set quantity_promised = p.quantity_promised + r.more, to_promise = p.to_promise - r.more
    from unnest(ids, units) as r (id, more) where p.account_id = account and p.id = r.id;
  end loop;
  return null;
end $function$;

CREATE FUNCTION free_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  account bigint;
  ids bigint[];
  units int[];
begin
  for account, ids, units in
    select r.account_id, array_agg(r.product_id), array_agg(r.units)
    from (select b.account_id, b.product_id, sum(b.units)::int as units from before_rows b group by 1, 2) as r group by 1
  loop
    -- In one order everywhere, so that two writers do not wait for each other.
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    update products p set quantity_promised = p.quantity_promised - r.less,
      to_promise = case when p.to_promise is not null then greatest(p.quantity_available - p.quantity_promised + r.less, 0) end
    from unnest(ids, units) as r (id, less) where p.account_id = account and p.id = r.id;
  end loop;
  return null;
end $function$;

CREATE FUNCTION free_stock_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from reservations where account_id = new.account_id and order_id = new.id
    and (accepted_at is null or new.cancelled_at is not null or new.warehouse_order_id is null);
  return null;
end $function$;


-- ============================================================
-- 0011_imports.sql
-- ============================================================

-- A CSV file that somebody uploaded: how it is read, what it would change, and how far it is.
CREATE TABLE imports (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  entity text NOT NULL,
  state text NOT NULL,
  straight boolean NOT NULL,
  run_id bigint,
  file_id bigint,
  file_name text NOT NULL,
  digest text NOT NULL,
  format jsonb NOT NULL,
  mapping jsonb NOT NULL,
  create_categories boolean NOT NULL DEFAULT false,
  lines integer NOT NULL,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  wrong integer NOT NULL DEFAULT 0,
  applied integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  problem jsonb,
  requested_by bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  applied_at timestamptz,
  undone_at timestamptz,
  connection_id bigint,
  listing_report_by text,
  discarded_at timestamptz,
  cut_off integer NOT NULL DEFAULT 0,
  change_group_id bigint,
  causes jsonb NOT NULL DEFAULT '[]'::jsonb,
  also_creates jsonb,
  continues_id bigint,
  PRIMARY KEY (account_id, id),
  CHECK (state = ANY (ARRAY['mapping', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled'])),
  CHECK (listing_report_by = ANY (ARRAY['seller-sku', 'product-id', 'listing-id'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (requested_by) REFERENCES users(id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id),
  FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, continues_id) REFERENCES imports(account_id, id)
);
CREATE INDEX imports_newest ON imports (account_id, id DESC);
CREATE INDEX imports_continued ON imports (account_id, continues_id) WHERE continues_id IS NOT NULL;
CREATE INDEX imports_of_file ON imports (account_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX imports_of_run ON imports (account_id, run_id) WHERE run_id IS NOT NULL;
CALL make_tenant_table('imports');
CREATE TRIGGER let_go BEFORE DELETE ON imports
  FOR EACH ROW EXECUTE FUNCTION let_go_of_import();

-- The rows of an import in chunks of two thousand, as they were checked.
CREATE TABLE import_chunks (
  account_id bigint NOT NULL,
  import_id bigint NOT NULL,
  chunk integer NOT NULL,
  numbers integer[] NOT NULL,
  cells text[] STORAGE EXTERNAL NOT NULL,
  codes text NOT NULL,
  error_bytes integer NOT NULL DEFAULT 0,
  created integer NOT NULL GENERATED ALWAYS AS (length(codes) - length(replace(codes, 'c', ''))) STORED,
  changed integer NOT NULL GENERATED ALWAYS AS (length(codes) - length(replace(codes, 'u', ''))) STORED,
  unchanged integer NOT NULL GENERATED ALWAYS AS (length(codes) - length(replace(codes, 's', ''))) STORED,
  wrong integer NOT NULL GENERATED ALWAYS AS (length(codes) - length(replace(codes, 'w', ''))) STORED,
  first_number integer GENERATED ALWAYS AS (numbers[1]) STORED,
  last_number integer GENERATED ALWAYS AS (numbers[array_length(numbers, 1)]) STORED,
  cause_rows jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (account_id, import_id, chunk),
  FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE
);
CALL make_tenant_table('import_chunks');

-- What is wrong in the rows of an import, and what would be right.
CREATE TABLE import_errors (
  account_id bigint NOT NULL,
  import_id bigint NOT NULL,
  number integer NOT NULL,
  "position" integer NOT NULL,
  column_name text NOT NULL,
  value text NOT NULL,
  problem jsonb NOT NULL,
  expected jsonb NOT NULL,
  cause integer NOT NULL GENERATED ALWAYS AS ((('x' || "left"(md5((((column_name || ': ') || (problem ->> 'code')) || ': ') || COALESCE(problem ->> 'says', problem ->> 'status', '')), 8)))::bit(32)::integer) STORED,
  PRIMARY KEY (account_id, import_id, number, "position"),
  FOREIGN KEY (account_id, import_id) REFERENCES imports(account_id, id) ON DELETE CASCADE
);
CREATE INDEX import_errors_by_cause ON import_errors (account_id, import_id, cause, number);
CALL make_tenant_table('import_errors');

CREATE FUNCTION let_go_of_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update imports set continues_id = null where account_id = old.account_id and continues_id = old.id;
  return old;
end $function$;


-- ============================================================
-- 0012_support_and_notifications.sql
-- ============================================================

-- What a person of an account asks support about, and where it stands.
CREATE TABLE support_tickets (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject_1 text NOT NULL,
  subject_2 text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'open',
  user_id bigint NOT NULL,
  requester_name text NOT NULL,
  account_name text NOT NULL,
  department_id bigint,
  item_type text,
  item_id bigint,
  form_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_message_at timestamptz NOT NULL DEFAULT now(),
  last_message_by bigint,
  waiting_since timestamptz DEFAULT now(),
  closed_at timestamptz,
  bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(description)) STORED,
  PRIMARY KEY (account_id, id),
  CHECK (status = ANY (ARRAY['open', 'closed'])),
  CHECK (item_type = ANY (ARRAY['order', 'purchase_order', 'product', 'raw_material', 'connection'])),
  CHECK ((item_type IS NULL) = (item_id IS NULL)),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (last_message_by) REFERENCES users(id),
  FOREIGN KEY (account_id, department_id) REFERENCES departments(account_id, id)
);
CREATE UNIQUE INDEX support_tickets_by_form ON support_tickets (account_id, form_key);
CREATE INDEX support_tickets_newest ON support_tickets (account_id, last_message_at, id);
CREATE INDEX support_tickets_about ON support_tickets (account_id, item_type, item_id) WHERE item_id IS NOT NULL;
CREATE INDEX support_tickets_of_department ON support_tickets (account_id, department_id);
CREATE INDEX support_tickets_waiting ON support_tickets (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX support_tickets_bytes ON support_tickets (account_id) INCLUDE (bytes);
CALL make_tenant_table('support_tickets');
CREATE POLICY super_reads ON support_tickets FOR SELECT TO crossdock_app USING (acts_super());

-- The conversation of a ticket.
CREATE TABLE support_messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  ticket_id bigint NOT NULL,
  user_id bigint NOT NULL,
  body text NOT NULL,
  form_key text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  edited_at timestamptz,
  mailed_at timestamptz,
  bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(body)) STORED,
  mail_refused_because jsonb,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, ticket_id) REFERENCES support_tickets(account_id, id) ON DELETE CASCADE
);
CREATE INDEX support_messages_of_ticket ON support_messages (account_id, ticket_id, id);
CREATE UNIQUE INDEX support_messages_by_form ON support_messages (account_id, ticket_id, form_key);
CREATE INDEX support_messages_bytes ON support_messages (account_id) INCLUDE (bytes);
CALL make_tenant_table('support_messages');

-- Files of messages, and those that were uploaded for a message that is still being written.
CREATE TABLE support_files (
  account_id bigint NOT NULL,
  file_id bigint NOT NULL,
  ticket_id bigint NOT NULL,
  message_id bigint,
  user_id bigint NOT NULL,
  PRIMARY KEY (account_id, file_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, file_id) REFERENCES files(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, ticket_id) REFERENCES support_tickets(account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, message_id) REFERENCES support_messages(account_id, id) ON DELETE CASCADE
);
CREATE INDEX support_files_of_ticket ON support_files (account_id, ticket_id, message_id);
CREATE INDEX support_files_of_message ON support_files (account_id, message_id);
CALL make_tenant_table('support_files');

-- Up to when a person has read a ticket.
CREATE TABLE support_reads (
  account_id bigint NOT NULL,
  ticket_id bigint NOT NULL,
  user_id bigint NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, ticket_id, user_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, ticket_id) REFERENCES support_tickets(account_id, id) ON DELETE CASCADE
);
CREATE INDEX support_reads_of_user ON support_reads (user_id);
CALL make_tenant_table('support_reads');

-- What colleagues say to one another about a record. It goes to no channel.
CREATE TABLE comments (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  record_type text NOT NULL,
  record_id bigint NOT NULL,
  user_id bigint NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  edited_at timestamptz,
  bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(body)) STORED,
  PRIMARY KEY (account_id, id),
  CHECK (record_type = ANY (ARRAY['order', 'purchase_order', 'product'])),
  CHECK (body <> ''),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX comments_of_record ON comments (account_id, record_type, record_id, id);
CREATE INDEX comments_bytes ON comments (account_id) INCLUDE (bytes);
CALL make_tenant_table('comments');

-- Whom a comment mentions.
CREATE TABLE comment_mentions (
  account_id bigint NOT NULL,
  comment_id bigint NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (account_id, comment_id, user_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, comment_id) REFERENCES comments(account_id, id) ON DELETE CASCADE
);
CREATE INDEX comment_mentions_of_user ON comment_mentions (user_id);
CALL make_tenant_table('comment_mentions');

-- Who looks after a record.
CREATE TABLE assignments (
  account_id bigint NOT NULL,
  record_type text NOT NULL,
  record_id bigint NOT NULL,
  user_id bigint NOT NULL,
  assigned_by bigint,
  assigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, record_type, record_id),
  CHECK (record_type = ANY (ARRAY['order', 'purchase_order', 'product'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (assigned_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX assignments_of_person ON assignments (account_id, user_id, record_type, record_id);
CREATE INDEX assignments_of_user ON assignments (user_id);
CALL make_tenant_table('assignments');

-- Who is told of a kind of event. Without a rule of its kind, the department that the product names for it is.
CREATE TABLE notification_rules (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  department_id bigint,
  user_id bigint,
  address text,
  PRIMARY KEY (account_id, id),
  CHECK (address = lower(address)),
  CHECK (num_nonnulls(department_id, user_id, address) >= 1),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, department_id) REFERENCES departments(account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notification_rules_once ON notification_rules (account_id, kind, department_id, user_id, address) NULLS NOT DISTINCT;
CREATE INDEX notification_rules_of_department ON notification_rules (account_id, department_id);
CREATE INDEX notification_rules_of_user ON notification_rules (user_id);
CALL make_tenant_table('notification_rules');

-- An address that is mailed whatever happens in a connection, or in the account, whatever its kind.
CREATE TABLE notification_emails (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint,
  email text NOT NULL,
  enabled boolean NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notification_emails_once ON notification_emails (account_id, connection_id) NULLS NOT DISTINCT;
CALL make_tenant_table('notification_emails');

-- After how many hours people are told that orders wait, and up to when they were.
CREATE TABLE notification_settings (
  account_id bigint NOT NULL,
  waiting_hours integer NOT NULL DEFAULT 4,
  waiting_told_until timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id),
  CHECK (waiting_hours >= 1 AND waiting_hours <= 720),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('notification_settings');

-- Kinds of mail that a person or an address does not want. The bell shows them still.
CREATE TABLE notification_mutes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  user_id bigint,
  address text,
  PRIMARY KEY (account_id, id),
  CHECK (num_nonnulls(user_id, address) >= 1),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX notification_mutes_once ON notification_mutes (account_id, kind, user_id, address) NULLS NOT DISTINCT;
CREATE INDEX notification_mutes_of_user ON notification_mutes (user_id);
CALL make_tenant_table('notification_mutes');

-- Mails about notifications: one carries all that its recipient was to be told.
CREATE TABLE notification_mails (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint,
  address text,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz,
  refusals integer NOT NULL DEFAULT 0,
  refused_because jsonb,
  ended_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (num_nonnulls(user_id, address) >= 1),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_mails_open ON notification_mails (account_id, id) WHERE ended_at IS NULL;
CREATE INDEX notification_mails_of_user ON notification_mails (user_id);
CALL make_tenant_table('notification_mails');

-- What one recipient is told of one event: a person in the bell and by mail, an address by mail.
CREATE TABLE notifications (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  sentence jsonb NOT NULL,
  path text NOT NULL,
  user_id bigint,
  address text,
  read_at timestamptz,
  by_mail boolean NOT NULL,
  mail_id bigint,
  PRIMARY KEY (account_id, id),
  CHECK (num_nonnulls(user_id, address) >= 1),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, mail_id) REFERENCES notification_mails(account_id, id)
);
CREATE INDEX notifications_of_person ON notifications (account_id, user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX notifications_unread ON notifications (account_id, user_id) WHERE read_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX notifications_to_mail ON notifications (account_id, id) WHERE by_mail AND mail_id IS NULL;
CREATE INDEX notifications_of_mail ON notifications (account_id, mail_id);
CREATE INDEX notifications_of_user ON notifications (user_id);
CALL make_tenant_table('notifications');

-- What super admins tell one another about a ticket. Nobody of its account sees them, nor who raised it.
CREATE TABLE support_notes (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  ticket_id bigint NOT NULL,
  user_id bigint NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  CHECK (body <> ''),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (user_id) REFERENCES users(id),
  FOREIGN KEY (account_id, ticket_id) REFERENCES support_tickets(account_id, id) ON DELETE CASCADE
);
CREATE INDEX support_notes_of_ticket ON support_notes (account_id, ticket_id, id);
CALL make_tenant_table('support_notes');
CREATE POLICY super_alone ON support_notes AS RESTRICTIVE TO crossdock_app USING (acts_super()) WITH CHECK (acts_super());
CREATE POLICY keeper ON support_notes TO postgres USING (account_id = current_account()) WITH CHECK (account_id = current_account());

-- What the people of an account write to tickets again and again.
CREATE TABLE saved_replies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (account_id, id),
  CHECK (name <> ''),
  CHECK (body <> ''),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX saved_replies_by_name ON saved_replies (account_id, lower(name));
CALL make_tenant_table('saved_replies');

CREATE FUNCTION let_go_of_department()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update support_tickets set department_id = null where account_id = old.account_id and department_id = old.id;
  return old;
end $function$;

-- Takes words that name a buyer out of the internal notes of the account's tickets. It runs as the owner: who erases a buyer sees no notes.
CREATE FUNCTION erase_from_notes(words text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  update support_notes set body = erased(body, words) where account_id = current_account() and has_any(body, words)
$function$;
REVOKE ALL ON FUNCTION erase_from_notes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_notes TO crossdock_app;

-- Takes words that name a buyer out of the internal notes of the account's tickets. It runs as the owner: who erases a buyer sees no notes.
CREATE FUNCTION erase_from_notes(account bigint, words text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$ begin
  perform require_account(account);
  update support_notes set body = erased(body, words) where account_id = account and has_any(body, words);
end $function$;
REVOKE ALL ON FUNCTION erase_from_notes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_notes TO crossdock_app;


-- ============================================================
-- 0013_tags.sql
-- ============================================================

-- What people call records together, in a word or two.
CREATE TABLE tags (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  color text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 40),
  CHECK (color = ANY (ARRAY['grey', 'blue', 'indigo', 'teal', 'green', 'amber', 'red'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX tags_by_name ON tags (account_id, lower(name)) WHERE deleted_at IS NULL;
CALL make_tenant_table('tags');

-- Which records have which tags.
CREATE TABLE tagged_records (
  account_id bigint NOT NULL,
  record_type text NOT NULL,
  record_id bigint NOT NULL,
  tag_id bigint NOT NULL,
  PRIMARY KEY (account_id, record_type, record_id, tag_id),
  CHECK (record_type = ANY (ARRAY['order', 'purchase_order', 'product', 'raw_material', 'ticket'])),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, tag_id) REFERENCES tags(account_id, id) ON DELETE CASCADE
);
CREATE INDEX tagged_records_of_tag ON tagged_records (account_id, tag_id, record_type, record_id);
CALL make_tenant_table('tagged_records');


-- ============================================================
-- 0014_tallies.sql
-- ============================================================

-- Differences in the number of orders, not yet folded into order_days, order_totals and order_places.
CREATE TABLE order_tallies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  imported_day date NOT NULL,
  ordered_day date NOT NULL,
  order_status text NOT NULL,
  archived boolean NOT NULL,
  held boolean NOT NULL DEFAULT false,
  has_issue boolean NOT NULL DEFAULT false,
  n integer NOT NULL,
  PRIMARY KEY (account_id, id)
);
CALL make_tenant_table('order_tallies');

-- Orders by the day on which we first read them: what the dashboard counts. Read it through orders_by_day.
CREATE TABLE order_days (
  account_id bigint NOT NULL,
  imported_day date NOT NULL,
  order_status text NOT NULL,
  connection_id bigint NOT NULL,
  archived boolean NOT NULL,
  held boolean NOT NULL,
  has_issue boolean NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, imported_day, order_status, connection_id, archived, held, has_issue) INCLUDE (n)
);
CALL make_tenant_table('order_days');

-- Orders of all days: what lists and their tabs count. Read it through orders_in_all.
CREATE TABLE order_totals (
  account_id bigint NOT NULL,
  order_status text NOT NULL,
  connection_id bigint NOT NULL,
  archived boolean NOT NULL,
  held boolean NOT NULL,
  has_issue boolean NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, order_status, connection_id, archived, held, has_issue)
);
CALL make_tenant_table('order_totals');

-- Orders by the day of the order itself, and again by its month: where in a list by date a page begins.
-- Read it through orders_by_place.
CREATE TABLE order_places (
  account_id bigint NOT NULL,
  archived boolean NOT NULL,
  by_month boolean NOT NULL,
  day date NOT NULL,
  order_status text NOT NULL,
  connection_id bigint NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, archived, by_month, day, order_status, connection_id) INCLUDE (n)
);
CALL make_tenant_table('order_places');

-- Open issues by type, connection and subject: differences, and the sums into which they are folded. Sum n.
CREATE TABLE issue_tallies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  connection_id bigint,
  subject text NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX issue_tallies_by_cause ON issue_tallies (account_id, type, connection_id, subject) INCLUDE (n);
CALL make_tenant_table('issue_tallies');
CREATE POLICY scheduler ON issue_tallies FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, type, n) ON issue_tallies TO crossdock_scheduler;

-- How many orders of each channel arrived, were accepted, shipped and confirmed in each hour of the last days. An order that went in
-- two parcels on one day counts once. Differences, and the sums into which those of the last hours are folded; older days are deleted
-- then. Sum n.
CREATE TABLE flow_tallies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  connection_id bigint NOT NULL,
  day date NOT NULL,
  hour timestamptz NOT NULL,
  kind text NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX flow_tallies_by_day ON flow_tallies (account_id, day, kind) INCLUDE (n);
CREATE INDEX flow_tallies_by_hour ON flow_tallies (account_id, connection_id, hour);
CALL make_tenant_table('flow_tallies');

-- Purchase orders by status: differences, and the sums into which they are folded. Sum n.
CREATE TABLE purchase_order_tallies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  status text NOT NULL,
  archived boolean NOT NULL,
  has_issue boolean NOT NULL,
  n integer NOT NULL,
  PRIMARY KEY (account_id, id)
);
CALL make_tenant_table('purchase_order_tallies');

-- order_days and what is not folded yet. Sum n.
CREATE VIEW orders_by_day WITH (security_invoker=true) AS
 SELECT order_days.account_id, order_days.imported_day, order_days.order_status, order_days.connection_id, order_days.archived,
    order_days.n
   FROM order_days
UNION ALL
 SELECT order_tallies.account_id, order_tallies.imported_day, order_tallies.order_status, order_tallies.connection_id,
    order_tallies.archived, order_tallies.n
   FROM order_tallies;

-- order_totals and what is not folded yet. Sum n.
CREATE VIEW orders_in_all WITH (security_invoker=true) AS
 SELECT order_totals.account_id, order_totals.order_status, order_totals.connection_id, order_totals.archived, order_totals.held,
    order_totals.has_issue, order_totals.n
   FROM order_totals
UNION ALL
 SELECT order_tallies.account_id, order_tallies.order_status, order_tallies.connection_id, order_tallies.archived,
    order_tallies.held, order_tallies.has_issue, order_tallies.n
   FROM order_tallies;

-- order_places and what is not folded yet. Sum n.
CREATE VIEW orders_by_place WITH (security_invoker=true) AS
 SELECT order_places.account_id, order_places.archived, order_places.by_month, order_places.day, order_places.order_status,
    order_places.connection_id, order_places.n
   FROM order_places
UNION ALL
 SELECT t.account_id, t.archived, width.by_month,
        CASE
            WHEN width.by_month THEN date_trunc('month', t.ordered_day::timestamptz)::date
            ELSE t.ordered_day
        END AS day,
    t.order_status, t.connection_id, t.n
   FROM order_tallies t
     CROSS JOIN ( VALUES (false), (true)) width(by_month);

-- The day of an order, in UTC.
CREATE FUNCTION day_of_order(at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((at AT TIME ZONE 'UTC'::text))::date;

-- Counts the orders that a statement inserted.
CREATE FUNCTION tally_new_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
      on_hold as held, open_issues > 0 as has_issue, count(*) as n
    from after_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Counts the orders that a statement updated: plus one as they are now, minus one as they were, and nothing where that is the same.
CREATE FUNCTION tally_changed_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, sum(n) as n
    from (
      select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
        on_hold as held, open_issues > 0 as has_issue, 1 as n
      from after_rows where deleted_at is null
      union all
      select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
        on_hold as held, open_issues > 0 as has_issue, -1 as n
      from before_rows where deleted_at is null
    ) as row_by_row group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Takes off the orders that a statement deleted.
CREATE FUNCTION tally_deleted_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted order_tallies[];
begin
  select array_agg(row(account_id, null, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)::order_tallies)
  into counted from (
    select account_id, connection_id, imported_day, day_of_order(order_date) as ordered_day, order_status, archived_at is not null as archived,
      on_hold as held, open_issues > 0 as has_issue, -count(*) as n
    from before_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7, 8
  ) as difference;
  if counted is not null then
    insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n)
    select account_id, connection_id, imported_day, ordered_day, order_status, archived, held, has_issue, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Counts the open issues that a statement inserted.
CREATE FUNCTION tally_new_issues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted issue_tallies[];
begin
  select array_agg(row(account_id, null, type, connection_id, subject, n)::issue_tallies) into counted
  from (select account_id, type, connection_id, subject, count(*) as n from after_rows where closed_at is null group by 1, 2, 3, 4) as difference;
  if counted is not null then
    insert into issue_tallies (account_id, type, connection_id, subject, n) select account_id, type, connection_id, subject, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Counts the open issues that a statement updated, as tally_changed_orders does.
CREATE FUNCTION tally_changed_issues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted issue_tallies[];
begin
  select array_agg(row(account_id, null, type, connection_id, subject, n)::issue_tallies) into counted
  from (
    select account_id, type, connection_id, subject, sum(n) as n
    from (
      select account_id, type, connection_id, subject, 1 as n from after_rows where closed_at is null
      union all
      select account_id, type, connection_id, subject, -1 from before_rows where closed_at is null
    ) as row_by_row group by 1, 2, 3, 4 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into issue_tallies (account_id, type, connection_id, subject, n) select account_id, type, connection_id, subject, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Counts what a statement wrote into the history of orders.
CREATE FUNCTION tally_flow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  account bigint;
  ids bigint[];
  zone text;
  counted flow_tallies[];
begin
  for account, ids in
    select account_id, array_agg(id) from after_rows where kind in ('arrived', 'accepted', 'shipped', 'confirmed') group by 1
  loop
    zone := (select a.timezone from accounts a where a.id = account);
    select array_agg(row(account, null, connection_id, day, hour, kind, n)::flow_tallies) into counted
    from (
      select o.connection_id, (e.at at time zone zone)::date as day, date_trunc('hour', e.at, 'UTC') as hour, e.kind, count(*) as n
      from order_events e join orders o on o.account_id = account and o.id = e.order_id
      where e.account_id = account and e.id = any (ids) and (e.kind in ('arrived', 'accepted') or not exists (
        select from order_events before
        where before.account_id = account and before.order_id = e.order_id and before.id < e.id and before.kind = e.kind
          and before.at >= (e.at at time zone zone)::date::timestamp at time zone zone))
      group by 1, 2, 3, 4
    ) as difference;
    if counted is not null then
      insert into flow_tallies (account_id, connection_id, day, hour, kind, n) select account_id, connection_id, day, hour, kind, n from unnest(counted);
    end if;
  end loop;
  return null;
end $function$;

CREATE FUNCTION tally_new_purchase_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted purchase_order_tallies[];
begin
  select array_agg(row(account_id, null, status, archived, has_issue, n)::purchase_order_tallies) into counted
  from (
    select account_id, status, archived_at is not null as archived, open_issues > 0 as has_issue, count(*) as n
    from after_rows where deleted_at is null group by 1, 2, 3, 4
  ) as difference;
  if counted is not null then
    insert into purchase_order_tallies (account_id, status, archived, has_issue, n) select account_id, status, archived, has_issue, n from unnest(counted);
  end if;
  return null;
end $function$;

CREATE FUNCTION tally_changed_purchase_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare counted purchase_order_tallies[];
begin
  select array_agg(row(account_id, null, status, archived, has_issue, n)::purchase_order_tallies) into counted
  from (
    select account_id, status, archived, has_issue, sum(n) as n from (
      select account_id, status, archived_at is not null as archived, open_issues > 0 as has_issue, 1 as n from after_rows where deleted_at is null
      union all
      select account_id, status, archived_at is not null, open_issues > 0, -1 from before_rows where deleted_at is null
    ) as row_by_row group by 1, 2, 3, 4 having sum(n) <> 0
  ) as difference;
  if counted is not null then
    insert into purchase_order_tallies (account_id, status, archived, has_issue, n) select account_id, status, archived, has_issue, n from unnest(counted);
  end if;
  return null;
end $function$;

-- Adds up the differences of an account, and returns how many rows it took. It can run beside writers;
-- while another session folds the same account, it does nothing.
CREATE FUNCTION fold_tallies(account bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare orders_folded bigint; issues_folded bigint; flow_folded bigint; oldest_imported date; oldest_ordered date;
begin
  if not pg_try_advisory_xact_lock(7203424, (account % 2147483647)::int) then return 0; end if;
  with deleted as (delete from order_tallies where account_id = account returning *),
  days as (
    insert into order_days as d (account_id, imported_day, order_status, connection_id, archived, held, has_issue, n)
    select account_id, imported_day, order_status, connection_id, archived, held, has_issue, sum(n) from deleted
    group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0
    on conflict (account_id, imported_day, order_status, connection_id, archived, held, has_issue) do update set n = d.n + excluded.n
    returning d.account_id
  ),
  totals as (
    insert into order_totals as t (account_id, order_status, connection_id, archived, held, has_issue, n)
    select account_id, order_status, connection_id, archived, held, has_issue, sum(n) from deleted
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, order_status, connection_id, archived, held, has_issue) do update set n = t.n + excluded.n
    returning t.account_id
  ),
  places as (
    insert into order_places as p (account_id, archived, by_month, day, order_status, connection_id, n)
    select account_id, archived, by_month, case when by_month then date_trunc('month', ordered_day)::date else ordered_day end, order_status, connection_id, sum(n)
    from deleted cross join (values (false), (true)) as width (by_month)
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (account_id, archived, by_month, day, order_status, connection_id) do update set n = p.n + excluded.n
    returning p.account_id
  )
  select count(*), min(imported_day), min(date_trunc('month', ordered_day)) into orders_folded, oldest_imported, oldest_ordered from deleted;
  if orders_folded > 0 then
    delete from order_days where account_id = account and imported_day >= oldest_imported and n = 0;
    delete from order_places where account_id = account and day >= oldest_ordered and n = 0;
  end if;
  with deleted as (delete from issue_tallies where account_id = account returning *),
  summed as (
    insert into issue_tallies (account_id, type, connection_id, subject, n)
    select account_id, type, connection_id, subject, sum(n) from deleted group by 1, 2, 3, 4 having sum(n) <> 0
    returning account_id
  )
  select count(*) into issues_folded from deleted;
  -- Hours that are over stay as they are.
  with deleted as (
    delete from flow_tallies where account_id = account and (hour > now() - interval '3 hours' or day < current_date - 2) returning *
  ),
  summed as (
    insert into flow_tallies (account_id, connection_id, day, hour, kind, n)
    select account_id, connection_id, day, hour, kind, sum(n) from deleted where day >= current_date - 2 group by 1, 2, 3, 4, 5
    returning account_id
  )
  select count(*) into flow_folded from deleted;
  return orders_folded + issues_folded + flow_folded;
end $function$;


-- ============================================================
-- 0015_words.sql
-- ============================================================

-- The terms that begin with a word. `few`: the orders of the terms whose orders were all read. `common`: the terms that have more
-- orders than were read. `complete`: there are no further terms.
CREATE TYPE prefix_terms AS (common text[], few bigint[], complete boolean);

-- Records whose words may have changed, written in the transaction that changed them, up to some thousands a row. Rows are only inserted and
-- deleted, never updated, so that no writer waits for another. The tick has them indexed.
CREATE TABLE words_due (
  account_id bigint NOT NULL,
  noun text COLLATE "C" NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  record_ids bigint[] STORAGE EXTERNAL NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, noun, id)
);
CALL make_tenant_table('words_due');
CREATE POLICY scheduler ON words_due FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, noun) ON words_due TO crossdock_scheduler;

-- The digits of an order number, or of its beginning: `so-104`, `so104` or `104`. Null for any other word.
CREATE FUNCTION own_number_in(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(word, '^(?:so-?)?([1-9][0-9]{0,14})$'::text);

-- The ids whose decimal digits begin as the word says: 104, 1040 to 1049, 10400 to 10499, and so on.
CREATE FUNCTION own_number_ranges(word text)
 RETURNS TABLE(first bigint, beyond bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 10
AS $function$
  select number * factor, (number + 1) * factor
  from (select own_number_in(word)::bigint as number, length(own_number_in(word)) as digits) as own,
    generate_series(0, 15 - digits) as power, lateral (select (10 ^ power)::bigint as factor) as shifted
$function$;

-- Makes the two tables of a noun whose records are found by words: see platform/words/searched-noun.ts.
CREATE PROCEDURE make_word_index(IN record text)
 LANGUAGE plpgsql
AS $procedure$ begin
  execute format('create table %I (account_id bigint not null, term text collate "C" not null, record_id bigint not null,
    primary key (account_id, term, record_id))', record || '_terms');
  execute format('comment on table %I is %L', record || '_terms', 'The index of words by which ' || replace(record, '_', ' ') || 's are found.');
  execute format('create table %I (account_id bigint not null, record_id bigint not null, terms text[] collate "C" not null,
    primary key (account_id, record_id)) with (fillfactor = 80)', record || '_term_sets');
  execute format('comment on table %I is %L', record || '_term_sets', 'The terms that a record has in ' || record || '_terms: what to delete when it changes.');
  call make_tenant_table((record || '_terms')::regclass);
  call make_tenant_table((record || '_term_sets')::regclass);
end $procedure$;

CREATE FUNCTION words_due_for_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare due words_due[];
begin
  select array_agg(row(account_id, tg_argv[0], null, ids, null)::words_due) into due
  from (select account_id, array_agg(id) as ids from changed_rows group by account_id, id >> 13) as block;
  if due is not null then insert into words_due (account_id, noun, record_ids) select account_id, noun, record_ids from unnest(due); end if;
  return null;
end $function$;

CREATE FUNCTION words_due_for_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare due words_due[];
begin
  select array_agg(row(account_id, 'orders', null, ids, null)::words_due) into due
  from (select account_id, array_agg(distinct order_id) as ids from changed_rows group by account_id, order_id >> 13) as block;
  if due is not null then insert into words_due (account_id, noun, record_ids) select account_id, noun, record_ids from unnest(due); end if;
  return null;
end $function$;

CREATE FUNCTION words_due_for_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  insert into words_due (account_id, noun, record_ids) values (new.account_id, tg_argv[0], array[new.id]);
  return null;
end $function$;

CREATE FUNCTION words_due_for_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  insert into words_due (account_id, noun, record_ids) values (new.account_id, 'orders', array[new.order_id]);
  return null;
end $function$;

-- Those of `orders` that are among the few, or have one of the common terms.
CREATE FUNCTION orders_with_terms(orders bigint[], terms prefix_terms)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  account constant bigint := current_account();
  scan_limit constant int := 10000;
  oldest constant bigint := (select min(id) from unnest(orders) as o (id));
  matches bigint[] := terms.few;
  older_matches bigint[] := '{}';
  scanned bigint[];
  common_term text;
begin
  foreach common_term in array terms.common loop
    scanned := array(select o.record_id from order_terms o
      where o.account_id = account and o.term = common_term and o.record_id >= oldest order by o.record_id desc limit scan_limit);
    matches := matches || scanned;
    if cardinality(scanned) = scan_limit then
      older_matches := older_matches || array(select o.record_id from order_terms o where o.account_id = account and o.term = common_term
        and o.record_id = any(array(select id from unnest(orders) as l (id) where id < scanned[scan_limit])));
    end if;
  end loop;
  return older_matches || array(select unnest(orders) intersect select unnest(matches));
end $function$;

CREATE FUNCTION terms_with_prefix(word text, batches integer, batch_size integer, wide boolean)
 RETURNS prefix_terms
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  account constant bigint := current_account();
  result prefix_terms := ('{}', '{}', true);
  newest_order bigint;
  first_of_range bigint;
  beyond_range bigint;
  begin_with text;
  next_term text;
  batch_orders bigint[];
  last_term text;
  batch_count int;
begin
  if own_number_in(word) is not null then
    newest_order := (select max(id) from orders where account_id = account);
    for first_of_range, beyond_range in select r.first, r.beyond from own_number_ranges(word) as r where r.first <= newest_order loop
      result.few := result.few || array(select id from orders
        where account_id = account and id >= first_of_range and id < beyond_range order by id desc limit batches * batch_size);
    end loop;
    result.complete := cardinality(result.few) < batches * batch_size;
  end if;
  foreach begin_with in array case when wide then array[word, '~' || word] else array[word] end loop
    next_term := begin_with;
    for batch in 1..batches loop
      with near as materialized (
        select t.term, t.record_id from order_terms t
        where t.account_id = account and t.term >= next_term and t.term < begin_with || U&'\+10FFFF' order by t.term, t.record_id limit batch_size
      ),
      ended as (select count(*)::int as n, max(term) as last from near)
      select e.n, e.last, array(select n.record_id from near n where e.n < batch_size or n.term <> e.last)
      into batch_count, last_term, batch_orders from ended e;
      result.few := result.few || batch_orders;
      exit when batch_count < batch_size;
      if batch = batches then result.complete := false; end if;
      result.common := result.common || last_term;
      next_term := last_term || chr(1);
    end loop;
  end loop;
  return result;
end $function$;

-- The newest orders that have every word, at most `most`. A word is the beginning of a term or of an order number; `wide`: also of
-- a word of its products and its address. `complete`: these are all such orders.
CREATE FUNCTION orders_of_words(words text[], most integer, wide boolean, OUT ids bigint[], OUT complete boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  account constant bigint := current_account();
  is_thorough constant boolean := most > 1000;
  lookup_limit constant int := greatest(500, most / 4);
  handful constant int := 100;
  ordered constant text[] := array(select w from unnest(words) with ordinality as given (w, place) order by length(w) desc, place);
  terms_of_word prefix_terms[];
  terms prefix_terms;
  driving int := 1;
  rank bigint;
  least_rank bigint;
  newest int;
  word text;
  common_term text;
  matches bigint[];
  unmatched bigint[];
  since bigint;
  words_left int;
begin
  ids := '{}';
  complete := true;
  if cardinality(words) = 0 then return; end if;
  foreach word in array ordered loop
    terms := terms_with_prefix(word, case when is_thorough then 25 else 3 end, case when is_thorough then 500 else 200 end, wide);
    terms_of_word := terms_of_word || terms;
    exit when cardinality(words) = 1;
    if terms.complete and terms.common = '{}' then
      if terms.few = '{}' then return; end if;
      rank := cardinality(terms.few) - 1000000;
    else
      rank := coalesce((select max(t.record_id) from unnest(terms.common) as c (term) cross join lateral (
        select o.record_id from order_terms o where o.account_id = account and o.term = c.term order by o.record_id desc offset 300 limit 1) as t), 0);
    end if;
    if least_rank is null or rank < least_rank then least_rank := rank; driving := cardinality(terms_of_word); end if;
    exit when rank <= handful - 1000000;
  end loop;

  -- Words of one product's name or street are often found together: a look at the newest few is enough then.
  foreach newest in array case when cardinality(words) = 1 then array[most + 1] when wide and not is_thorough then array[400, 2000, 8000]
    else array[greatest(most + 1, 2000), greatest(most + 1, 8000)] end loop
    since := 0;
    ids := terms_of_word[driving].few;
    foreach common_term in array terms_of_word[driving].common loop
      matches := array(select o.record_id from order_terms o where o.account_id = account and o.term = common_term order by o.record_id desc limit newest);
      if cardinality(matches) = newest then since := greatest(since, matches[newest]); end if;
      ids := ids || matches;
    end loop;
    -- Before `since`, not all orders of a common term are known: leave out the older orders of the other terms too.
    if since > 0 then ids := array(select id from unnest(ids) as l (id) where id >= since); end if;
    complete := terms_of_word[driving].complete and since = 0;
    words_left := cardinality(words) - 1;

    for at in 1..cardinality(words) loop
      continue when at = driving;
      exit when ids = '{}';
      words_left := words_left - 1;
      terms := coalesce(terms_of_word[at], ('{}', '{}', false)::prefix_terms);
      matches := orders_with_terms(ids, terms);
      if not terms.complete and since > 0 and newest < 8000 and cardinality(matches) < most / 2 then
        -- Reading more orders of the driving word is cheaper than looking these up one by one.
        complete := false;
      elsif not terms.complete and (cardinality(matches) < most / 2 or words_left > 0) then
        unmatched := array(select id from (select unnest(ids) except select unnest(matches)) as r (id) order by id desc limit lookup_limit + 1);
        complete := complete and cardinality(unmatched) <= lookup_limit;
        matches := matches || array(
          select s.record_id from order_term_sets s where s.account_id = account and s.record_id = any(unmatched[:lookup_limit])
            and (starts_with(s.record_id::text, own_number_in(ordered[at])) or exists (
              select from unnest(s.terms) as known (term) where known.term >= ordered[at] collate "C" and known.term < ordered[at] || U&'\+10FFFF' collate "C"
                or wide and known.term >= '~' || ordered[at] collate "C" and known.term < '~' || ordered[at] || U&'\+10FFFF' collate "C")));
      else
        complete := complete and terms.complete;
      end if;
      ids := matches;
    end loop;
    exit when since = 0 or cardinality(ids) >= most / 2;
  end loop;
  ids := array(select distinct id from unnest(ids) as l (id) order by id desc);
  complete := complete and cardinality(ids) <= most;
  ids := ids[:most];
end $function$;

-- The best orders for a query, about `most`, with the rank of each hit, least first; an order may come more than once.
CREATE FUNCTION ranked_orders(words text[], compact text, most integer)
 RETURNS TABLE(id bigint, rank integer)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  account constant bigint := current_account();
  equal bigint[] := case when cardinality(words) = 1 then array(
    select o.record_id from order_terms o where o.account_id = account and o.term = words[1] order by o.record_id desc limit 50)
    || own_number_in(words[1])::bigint else '{}' end;
  narrow bigint[] := (orders_of_words(words, most, false)).ids || case when compact is not null then (orders_of_words(array[compact], most, false)).ids end;
begin
  return query select e, 0 from unnest(equal) as e union all select n, 1 from unnest(narrow) as n;
  if cardinality(narrow) < most and exists (select from unnest(words) as given (word) cross join lateral (
    select from order_terms t where t.account_id = account and t.term >= '~' || given.word and t.term < '~' || given.word || U&'\+10FFFF' limit 1) as there) then
    return query select w, 2 from unnest((orders_of_words(words, most, true)).ids) as w;
  end if;
end $function$;


-- ============================================================
-- 0016_api_keys.sql
-- ============================================================

-- What another system calls the API with, for one account. It may what its scopes say and its maker may.
CREATE TABLE api_keys (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  handle text NOT NULL,
  name text NOT NULL,
  made_by bigint NOT NULL,
  scopes text[] NOT NULL,
  networks text[] NOT NULL DEFAULT '{}'::text[],
  version date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz,
  expires_at timestamptz,
  paused_at timestamptz,
  pause_told_at timestamptz,
  revoked_at timestamptz,
  client_id text,
  audience text,
  shop_id bigint,
  expiry_told_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, handle),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CHECK (cardinality(scopes) > 0),
  CHECK (char_length(client_id) >= 1 AND char_length(client_id) <= 500),
  CHECK ((client_id IS NULL) = (audience IS NULL) AND (client_id IS NULL OR expires_at IS NOT NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE INDEX api_keys_by_handle ON api_keys (handle);
CREATE INDEX api_keys_of_maker ON api_keys (account_id, made_by);
CREATE UNIQUE INDEX api_keys_by_name ON api_keys (account_id, lower(name)) WHERE revoked_at IS NULL AND client_id IS NULL;
CREATE INDEX api_keys_of_shop ON api_keys (account_id, shop_id) WHERE shop_id IS NOT NULL;
CALL make_tenant_table('api_keys');
CREATE POLICY sign_in ON api_keys TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON api_keys FROM crossdock_app;
GRANT SELECT, INSERT, UPDATE ON api_keys TO crossdock_app;
GRANT UPDATE (rotated_at, expires_at, paused_at, revoked_at) ON api_keys TO crossdock_sign_in;
GRANT SELECT ON api_keys TO crossdock_sign_in;
CREATE TRIGGER key_changed AFTER UPDATE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION key_changed();
CREATE TRIGGER follow_events AFTER INSERT OR UPDATE OF scopes, revoked_at ON api_keys
  FOR EACH ROW WHEN (new.client_id IS NULL) EXECUTE FUNCTION follow_events();

-- The SHA-256 of each secret of a key: one, and the former ones that work on while it is being rotated.
CREATE TABLE api_key_secrets (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key_id bigint NOT NULL,
  digest text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  until timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_secrets_of_key ON api_key_secrets (account_id, key_id);
CALL make_tenant_table('api_key_secrets');
CREATE POLICY sign_in ON api_key_secrets TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON api_key_secrets FROM crossdock_app;
GRANT SELECT (account_id, id, key_id, created_at, until), UPDATE (until) ON api_key_secrets TO crossdock_app;
GRANT INSERT, DELETE ON api_key_secrets TO crossdock_app;
GRANT UPDATE (until) ON api_key_secrets TO crossdock_sign_in;
GRANT SELECT, INSERT, DELETE ON api_key_secrets TO crossdock_sign_in;

-- When a key was last used, and how often in that minute: what all web processes noted, each second.
CREATE TABLE api_key_uses (
  account_id bigint NOT NULL,
  key_id bigint NOT NULL,
  minute timestamptz NOT NULL,
  calls integer NOT NULL,
  last_used_at timestamptz NOT NULL,
  last_address text,
  PRIMARY KEY (account_id, key_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE
);
CALL make_tenant_table('api_key_uses');
CREATE POLICY sign_in ON api_key_uses TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON api_key_uses FROM crossdock_app;
GRANT SELECT ON api_key_uses TO crossdock_app;
GRANT SELECT, INSERT, UPDATE ON api_key_uses TO crossdock_sign_in;

-- The last hundred calls of each key, without what they asked or were replied.
CREATE TABLE api_calls (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key_id bigint NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  ms integer NOT NULL,
  address text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_calls_of_key ON api_calls (account_id, key_id, id);
CALL make_tenant_table('api_calls');
CREATE POLICY sign_in ON api_calls TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON api_calls FROM crossdock_app;
GRANT SELECT ON api_calls TO crossdock_app;
GRANT SELECT, INSERT, DELETE ON api_calls TO crossdock_sign_in;

-- What changes that programs asked for by name were replied, for 24 hours. Written in the transaction of the change.
CREATE TABLE api_replies (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key_id bigint NOT NULL,
  name text NOT NULL,
  digest text NOT NULL,
  status smallint NOT NULL,
  reply json NOT NULL,
  place bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, key_id, name),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CHECK (char_length(reply::text) <= 16384),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_replies_in_place ON api_replies (account_id, key_id, place);
CREATE INDEX api_replies_by_age ON api_replies (account_id, at);
CALL make_tenant_table('api_replies');

-- The SHA-256 of what the program of an agent exchanges for tokens, once: the code of a consent, then one refresh token after the other.
CREATE TABLE agent_tokens (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  key_id bigint NOT NULL,
  kind text NOT NULL,
  digest text NOT NULL,
  challenge text,
  redirect_uri text,
  created_at timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (kind = ANY (ARRAY['refresh', 'code'])),
  CHECK ((kind = 'code') = (challenge IS NOT NULL) AND (kind = 'code') = (redirect_uri IS NOT NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys(account_id, id) ON DELETE CASCADE
);
CREATE INDEX agent_tokens_of_key ON agent_tokens (account_id, key_id, id);
CALL make_tenant_table('agent_tokens');
CREATE POLICY sign_in ON agent_tokens TO crossdock_sign_in USING (true) WITH CHECK (true);
REVOKE ALL ON agent_tokens FROM crossdock_app;
GRANT INSERT ON agent_tokens TO crossdock_app;
GRANT UPDATE (used_at) ON agent_tokens TO crossdock_sign_in;
GRANT SELECT, INSERT, DELETE ON agent_tokens TO crossdock_sign_in;

-- Deletes agents of the account that ended so many days ago, 30 at least, with the log of their calls, and those whose program never took the consent up. It runs as the owner: the product itself can delete no key.
CREATE FUNCTION delete_old_agents(days integer, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  with old as (
    select id from api_keys
    where account_id = current_account() and client_id is not null and case when rotated_at is null
      then expires_at < now() - interval '1 day' else least(revoked_at, expires_at) < now() - make_interval(days => greatest(days, 30)) end
    order by id limit most
  ), deleted as (delete from api_keys k using old where k.account_id = current_account() and k.id = old.id returning 1)
  select count(*) from deleted
$function$;
REVOKE ALL ON FUNCTION delete_old_agents FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_old_agents TO crossdock_app;

-- Tells every process that what it remembers of a key is no longer so.
CREATE FUNCTION key_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  perform pg_notify('crossdock_keys', new.handle);
  return null;
end $function$;


-- ============================================================
-- 0017_events.sql
-- ============================================================

-- To which addresses of other systems an account has which events sent.
CREATE TABLE event_subscriptions (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  url text NOT NULL,
  types text[] NOT NULL,
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz,
  state text NOT NULL DEFAULT 'on',
  off_because text,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  rest_until timestamptz,
  replay_from bigint,
  replay_to bigint,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  delivered_at timestamptz,
  PRIMARY KEY (account_id, id),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  CHECK (char_length(url) >= 1 AND char_length(url) <= 2000),
  CHECK (cardinality(types) >= 1 AND cardinality(types) <= 100),
  CHECK (state = ANY (ARRAY['on', 'off'])),
  CHECK (off_because = ANY (ARRAY['person', 'gone', 'failing'])),
  CHECK ((state = 'off') = (off_because IS NOT NULL)),
  CHECK ((replay_from IS NULL) = (replay_to IS NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX event_subscriptions_by_name ON event_subscriptions (account_id, lower(name)) WHERE deleted_at IS NULL;
CALL make_tenant_table('event_subscriptions');
CREATE POLICY scheduler ON event_subscriptions FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id, id, state, rest_until, replay_from, lease_until, deleted_at) ON event_subscriptions TO crossdock_scheduler;

-- What happened to which record, for 30 days. None of what no subscription and no key of its account follows.
CREATE TABLE events (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  record_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  sequence bigint,
  PRIMARY KEY (account_id, id),
  CHECK (type <> ''),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX events_in_order ON events (account_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_unnumbered ON events (account_id, id) WHERE sequence IS NULL;
CREATE INDEX events_by_time ON events (account_id, at);
CALL make_tenant_table('events');
CREATE POLICY scheduler ON events FOR SELECT TO crossdock_scheduler USING (sequence IS NULL);
GRANT SELECT (account_id, sequence) ON events TO crossdock_scheduler;

-- The last sequence that an event of an account was given.
CREATE TABLE event_counters (
  account_id bigint NOT NULL,
  last_sequence bigint NOT NULL,
  deleted_to bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('event_counters');

-- Which event is sent to which subscription, and what became of it.
CREATE TABLE event_deliveries (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subscription_id bigint NOT NULL,
  event_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  done_at timestamptz,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, event_id, subscription_id),
  CHECK (state = ANY (ARRAY['waiting', 'delivered', 'failed'])),
  FOREIGN KEY (account_id, subscription_id) REFERENCES event_subscriptions(account_id, id),
  FOREIGN KEY (account_id, event_id) REFERENCES events(account_id, id) ON DELETE CASCADE
);
CREATE INDEX event_deliveries_due ON event_deliveries (account_id, subscription_id, due_at, id) WHERE state = 'waiting';
CREATE INDEX event_deliveries_of_subscription ON event_deliveries (account_id, subscription_id, id);
CREATE INDEX event_deliveries_failed ON event_deliveries (account_id, subscription_id, id) WHERE state = 'failed';
CALL make_tenant_table('event_deliveries');
CREATE POLICY scheduler ON event_deliveries FOR SELECT TO crossdock_scheduler USING (state = 'waiting');
GRANT SELECT (account_id, subscription_id, state, due_at) ON event_deliveries TO crossdock_scheduler;

-- The calls of deliveries.
CREATE TABLE delivery_tries (
  account_id bigint NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  delivery_id bigint NOT NULL,
  at timestamptz NOT NULL,
  url text NOT NULL,
  took_ms integer NOT NULL,
  status integer,
  reason jsonb,
  reply text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, delivery_id) REFERENCES event_deliveries(account_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_tries_of_delivery ON delivery_tries (account_id, delivery_id, id);
CALL make_tenant_table('delivery_tries');

-- Of which nouns keys of an account follow the events: those are written, whether a webhook names them or not.
CREATE TABLE followed_scopes (
  account_id bigint NOT NULL,
  scope text NOT NULL,
  since_sequence bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, scope),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('followed_scopes');
CREATE POLICY scheduler ON followed_scopes FOR SELECT TO crossdock_scheduler USING (true);
GRANT SELECT (account_id) ON followed_scopes TO crossdock_scheduler;

-- Keeps which nouns the keys of an account follow. An expired key follows until it is revoked: it may be extended.
CREATE FUNCTION follow_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wanted text[];
  place bigint;
begin
  if tg_op = 'INSERT' and not 'read_events' = any (new.scopes) then return null; end if;
  -- One at a time of an account, so that none takes away what another has just begun to follow.
  perform pg_advisory_xact_lock(7203426, (new.account_id % 2147483647)::int);
  wanted := array(select distinct replace(unnest(k.scopes), 'write_', 'read_') from api_keys k
    where k.account_id = new.account_id and k.revoked_at is null and 'read_events' = any (k.scopes));
  delete from followed_scopes f where f.account_id = new.account_id and not f.scope = any (wanted);
  if wanted <@ array(select f.scope from followed_scopes f where f.account_id = new.account_id) then return null; end if;
  insert into event_counters as c (account_id, last_sequence)
    select new.account_id, i.sequences_after + 1 from installation i
    on conflict (account_id) do update set last_sequence = greatest(c.last_sequence + 1, excluded.last_sequence)
    returning c.last_sequence into place;
  insert into followed_scopes (account_id, scope, since_sequence) select new.account_id, unnest(wanted), place on conflict do nothing;
  return null;
end $function$;


-- ============================================================
-- 0018_own_shops.sql
-- ============================================================

-- What the shops of accounts sent by calls: one row an order for ever, also where the order itself is gone.
CREATE TABLE shop_orders (
  account_id bigint NOT NULL,
  connection_id bigint NOT NULL,
  external_id text NOT NULL,
  digest text NOT NULL,
  order_id bigint,
  body jsonb,
  changed_at timestamptz NOT NULL DEFAULT now(),
  cancels integer NOT NULL DEFAULT 0,
  cancel_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, connection_id, external_id),
  CHECK (char_length(external_id) >= 1 AND char_length(external_id) <= 100),
  FOREIGN KEY (account_id) REFERENCES accounts(id),
  FOREIGN KEY (account_id, connection_id) REFERENCES connections(account_id, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders(account_id, id)
);
CREATE INDEX shop_orders_of_order ON shop_orders (account_id, order_id) WHERE order_id IS NOT NULL;
CALL make_tenant_table('shop_orders');


-- ============================================================
-- 0019_functions_of_an_account.sql
-- ============================================================

-- Refuses an account that is not the one of the transaction.
CREATE FUNCTION require_account(account bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$ begin
  if account is distinct from current_account() then
    raise insufficient_privilege using message = 'The transaction is of another account.';
  end if;
end $function$;


-- ============================================================
-- 0020_lost_nodes.sql
-- ============================================================

-- When old records and stray files of an account were last deleted. One worker does so, once an hour.
CREATE TABLE housekeeping (
  account_id bigint NOT NULL,
  tidied_at timestamptz NOT NULL,
  stock_changes_to bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CALL make_tenant_table('housekeeping');

-- The address of the database node that has the rows of an account. Null where there is one node.
CREATE FUNCTION node_of(account bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$ begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then return null; end if;
  if not exists (select from pg_dist_partition where logicalrelid = 'orders'::regclass) then return null; end if;
  return (select n.nodename || ':' || n.nodeport from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
    where p.shardid = get_shard_id_for_distribution_column('orders', account) and n.noderole = 'primary');
end $function$;


-- ============================================================
-- 0039_links_being_mailed.sql
-- ============================================================

-- Links that are being mailed, or were and nobody noted that: they work beside the one of their invitation, until a mail of it is noted.
CREATE TABLE invitation_links (
  account_id bigint NOT NULL,
  invitation_id bigint NOT NULL,
  token_digest text NOT NULL,
  sent_by bigint,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, invitation_id, token_digest),
  FOREIGN KEY (sent_by) REFERENCES users(id) ON DELETE SET NULL,
  FOREIGN KEY (account_id, invitation_id) REFERENCES invitations(account_id, id) ON DELETE CASCADE
);
CREATE INDEX invitation_links_by_token ON invitation_links (token_digest);
CREATE INDEX invitation_links_by_sender ON invitation_links (account_id, sent_by);
CALL make_tenant_table('invitation_links');
CREATE POLICY sign_in ON invitation_links FOR SELECT TO crossdock_sign_in USING (true);
GRANT SELECT ON invitation_links TO crossdock_sign_in;


-- ============================================================
-- 0045_worker_marks.sql
-- ============================================================

-- What each worker has raised the mark of the installation to, before it wrote the same to the file store.
CREATE TABLE worker_marks (
  worker text NOT NULL,
  mark bigint NOT NULL DEFAULT 0,
  raised_at timestamptz NOT NULL DEFAULT now(),
  files_failed_at timestamptz,
  PRIMARY KEY (worker)
);
REVOKE ALL ON worker_marks FROM crossdock_app;
GRANT SELECT ON worker_marks TO crossdock_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON worker_marks TO crossdock_scheduler;
