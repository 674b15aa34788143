/** Each query returns oid, name, comment and the SQL of one kind of thing in the schema public, made from the system catalogue. */
const own = `relnamespace = 'public'::regnamespace`;

const columns = `
  select a.attnum as place, 1 as part, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    (select 'COLLATE "' || collname || '"' from pg_collation k where k.oid = a.attcollation and a.attcollation <> t.typcollation),
    case when a.attstorage <> t.typstorage then 'STORAGE ' || (array['PLAIN', 'EXTERNAL', 'EXTENDED', 'MAIN'])[strpos('pexm', a.attstorage::text)] end,
    case when a.attnotnull then 'NOT NULL' end,
    case when a.attidentity <> '' then 'GENERATED ' || case a.attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end || ' AS IDENTITY'
      when a.attgenerated <> '' then 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ')' || case a.attgenerated when 's' then ' STORED' else ' VIRTUAL' end
      when d.oid is not null then 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true) end) as line
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const constraints = `
  select row_number() over (order by strpos('pucfx', contype::text), oid), 2, pg_get_constraintdef(oid, true)
  from pg_constraint where conrelid = c.oid and contype <> 'n'`;

const indexes = `
  select i.indexrelid::bigint, 3, pg_get_indexdef(i.indexrelid, 0, true) || ';'
  from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)`;

/** Whether make_tenant_table has done its work, and a policy is the one that it creates. */
const isTenantPolicy = `(p.polname = 'tenant' and p.polcmd = '*' and c.relrowsecurity and c.relforcerowsecurity
  and pg_get_expr(p.polqual, p.polrelid) = '(account_id = current_account())' and pg_get_expr(p.polwithcheck, p.polrelid) = '(account_id = current_account())'
  and p.polroles = array['crossdock_app'::regrole::oid])`;

const security = `
  select 0, 4, case when exists (select from pg_policy p where p.polrelid = c.oid and ${isTenantPolicy}) then format('CALL make_tenant_table(%L);', c.relname)
    else format('ALTER TABLE %I ', c.relname) || concat_ws(', ', case when c.relrowsecurity then 'ENABLE ROW LEVEL SECURITY' end,
      case when c.relforcerowsecurity then 'FORCE ROW LEVEL SECURITY' end) || ';' end
  where c.relrowsecurity or c.relforcerowsecurity
  union all
  select p.oid::bigint, 4, concat_ws(' ', format('CREATE POLICY %I ON %I', p.polname, c.relname), case when not p.polpermissive then 'AS RESTRICTIVE' end,
    'FOR ' || (array['SELECT', 'INSERT', 'UPDATE', 'DELETE'])[strpos('rawd', nullif(p.polcmd::text, '*'))],
    'TO ' || (select string_agg(r::regrole::text, ', ') from unnest(p.polroles) as r),
    'USING (' || regexp_replace(pg_get_expr(p.polqual, p.polrelid, true), '\\s+', ' ', 'g') || ')',
    'WITH CHECK (' || regexp_replace(pg_get_expr(p.polwithcheck, p.polrelid, true), '\\s+', ' ', 'g') || ')') || ';'
  from pg_policy p where p.polrelid = c.oid and not ${isTenantPolicy}`;

/** What roles other than the owner may do with a table, and with single columns of it. */
const granted = `
  select g.grantee::regrole::text as role, string_agg(g.privilege_type, ', ' order by strpos('SELECT INSERT UPDATE DELETE', g.privilege_type), 1) as what
  from aclexplode(c.relacl) g where g.grantee <> c.relowner group by 1
  union all
  select role, string_agg(privilege || ' (' || columns || ')', ', ' order by privilege) from (
    select g.grantee::regrole::text as role, g.privilege_type as privilege, string_agg(a.attname, ', ' order by a.attnum) as columns
    from pg_attribute a, aclexplode(a.attacl) g where a.attrelid = c.oid group by 1, 2) as by_column group by 1`;

/** Left out where crossdock_app has what the default privileges give. */
const grants = `
  select 0, 5, format('REVOKE ALL ON %I FROM crossdock_app;', c.relname)
  where c.relname <> 'migrations' and not exists (select from (${granted}) as g where role = 'crossdock_app' and what = 'SELECT, INSERT, UPDATE, DELETE')
  union all
  select row_number() over (order by role, what desc), 5, format('GRANT %s ON %I TO %s;', what, c.relname, role)
  from (${granted}) as g where (role, what) <> ('crossdock_app', 'SELECT, INSERT, UPDATE, DELETE')`;

const triggers = `
  select tg.oid::bigint, 6, replace(pg_get_triggerdef(tg.oid, true), ' FOR EACH', E'\\n  FOR EACH') || ';' from pg_trigger tg where tg.tgrelid = c.oid and not tg.tgisinternal`;

/** With all that belongs to a table, in this order: columns and constraints, indexes, policies, grants, triggers. */
export const tables = `
  select c.oid, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    (select format(E'CREATE TABLE %I (\\n  %s\\n)', c.relname, string_agg(line, E',\\n  ' order by part, place)) from (${columns} union all ${constraints}) as inside)
    || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') || ';'
    || coalesce((select E'\\n' || string_agg(line, E'\\n' order by part, place) from (
      select * from (${indexes}) as i (place, part, line) union all ${security} union all ${grants} union all ${triggers}) as outside), '') as sql
  from pg_class c where c.relkind in ('r', 'p') and ${own}`;

export const views = `
  select c.oid, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    format('CREATE VIEW %I', c.relname) || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') || E' AS\\n' || pg_get_viewdef(c.oid, 130) as sql
  from pg_class c where c.relkind = 'v' and ${own}`;

/** Extensions, and types that are not a table's. */
export const types = `
  select oid, extname as name, null as comment, format('CREATE EXTENSION %I;', extname) as sql from pg_extension where extname <> 'plpgsql'
  union all
  select t.oid, t.typname as name, obj_description(t.oid, 'pg_type') as comment,
    format('CREATE TYPE %I AS (%s);', t.typname,
      (select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0)) as sql
  from pg_type t join pg_class c on c.oid = t.typrelid where c.relkind = 'c' and ${own}`;

/** Functions and procedures that are not an extension's. */
export const functions = `
  select p.oid, p.proname as name, obj_description(p.oid, 'pg_proc') as comment,
    replace(replace(rtrim(pg_get_functiondef(p.oid), E'\\n'), 'CREATE OR REPLACE', 'CREATE'), ' public.', ' ') || ';'
    || case when p.proacl is not null and not exists (select from aclexplode(p.proacl) g where g.grantee = 0)
      then format(E'\\nREVOKE ALL ON FUNCTION %I FROM PUBLIC;', p.proname) else '' end
    || coalesce((select E'\\n' || string_agg(format('GRANT EXECUTE ON FUNCTION %I TO %s;', p.proname, g.grantee::regrole), E'\\n' order by g.grantee::regrole::text)
      from aclexplode(p.proacl) g where g.grantee <> p.proowner and g.grantee <> 0), '') as sql
  from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
