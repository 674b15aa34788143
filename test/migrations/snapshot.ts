type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;

export type SeenColumn = { type: string; required: boolean; filled: boolean };
/** `columns`: those that it is about. */
export type Rule = { table: string; text: string; columns: string[] };
/**
 * What a build that is running can see of a schema. Columns by `table.name`; `required`: must not be null; `filled`: by itself, where it is
 * left out. `others`: functions with their results, triggers and grants.
 */
export type Snapshot = { tables: string[]; columns: Record<string, SeenColumn>; rules: Rule[]; others: string[] };

const ours = `'public'::regnamespace`;

/** Of the database that `sql` reads, as its owner. */
export async function takeSnapshot(sql: Sql): Promise<Snapshot> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = ${ours} and relkind in ('r', 'v', 'p')`,
  );
  const columns = await sql<SeenColumn & { name: string }>(`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = ${ours} and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped`);
  const rules = await sql<Rule>(`
    select c.relname as table, pg_get_constraintdef(k.oid) as text, ${namesOf('k.conrelid', 'k.conkey')} as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = ${ours} and k.contype in ('c', 'u', 'p', 'f', 'x')
    union all
    select c.relname, 'UNIQUE ' || substring(pg_get_indexdef(i.indexrelid) from ' USING .*'), ${namesOf('i.indrelid', 'i.indkey::int2[]')}
    from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = ${ours} and i.indisunique
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  const others = await sql<{ name: string }>(`
    select 'function ' || p.oid::regprocedure || ', which returns ' || pg_get_function_result(p.oid) as name from pg_proc p
    where p.pronamespace = ${ours} and p.prokind = 'f'
    union all select 'procedure ' || p.oid::regprocedure from pg_proc p where p.pronamespace = ${ours} and p.prokind = 'p'
    union all select 'trigger ' || tgname || ' of ' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = ${ours} and not tgisinternal
    union all select 'grant of ' || lower(g.privilege_type) || ' on ' || c.relname || ' to ' || g.grantee::regrole
    from pg_class c, aclexplode(c.relacl) g where c.relnamespace = ${ours} and g.grantee <> 0 and g.grantee <> c.relowner
    union all select 'grant of ' || lower(g.privilege_type) || ' on ' || c.relname || '.' || a.attname || ' to ' || g.grantee::regrole
    from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) g
    where c.relnamespace = ${ours} and not a.attisdropped and g.grantee <> 0 and g.grantee <> c.relowner
    union all select 'grant of ' || lower(g.privilege_type) || ' on ' || p.oid::regprocedure || ' to ' || g.grantee::regrole
    from pg_proc p, aclexplode(p.proacl) g where p.pronamespace = ${ours} and g.grantee <> 0 and g.grantee <> p.proowner`);
  return {
    tables: tables.map(({ name }) => name),
    columns: Object.fromEntries(columns.map(({ name, ...column }) => [name, column])),
    rules,
    others: others.map(({ name }) => name),
  };
}

const namesOf = (table: string, numbers: string) =>
  `array(select a.attname::text from pg_attribute a where a.attrelid = ${table} and a.attnum = any(${numbers}) order by 1)`;
