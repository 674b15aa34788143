import { pipeline } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { csvLines } from '../../../platform/csv-lines.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { AuditEntry, AuditFilter } from './contract.ts';
import { mostSearched } from './searched.ts';
import { nameOfRecord } from './words/names.ts';

type Row = Columns<'audit_entries', 'id' | 'at' | 'acting_as' | 'key_name' | 'address' | 'verb' | 'noun' | 'record_id' | 'record_name'> &
  Pick<AuditEntry, 'who' | 'changes'>;

const mostExported = 50_000;

type Wish = AuditFilter & { before?: number | undefined };
/** `lookedTo`: where words are searched for, the entry behind which others are left to be looked through; null where none are. */
type Found = { rows: Row[]; lookedTo: number | null };

/** The newest entries of the account, older than `before` when given. */
export async function listAudit(tenant: Tenant, { before, ...filter }: Wish, most = 50, searched = mostSearched): Promise<Found> {
  const lookedTo = filter.search ? await lastOf(tenant, before, searched) : null;
  const { rows } = await sql<Row>`
    select a.id, a.at, u.name as who, a.acting_as, a.key_name, a.address, a.verb, a.noun, a.record_id,
      ${nameOfRecord} as record_name, a.changes
    from audit_entries a left join users u on u.id = a.user_id
    where ${inAccount(tenant, 'a')} and ${matches(tenant, filter)} and (${before ?? null}::bigint is null or a.id < ${before ?? null})
      and (${lookedTo}::bigint is null or a.id >= ${lookedTo})
    order by a.id desc limit ${most}`.execute(tenant.db);
  return { rows, lookedTo };
}

/** The last of so many entries, the newest first; null where there are fewer. */
async function lastOf(tenant: Tenant, before: number | undefined, count: number): Promise<number | null> {
  const { rows } = await sql<Columns<'audit_entries', 'id'>>`
    select id from audit_entries where ${inAccount(tenant)} and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc offset ${count - 1} limit 1`.execute(tenant.db);
  return rows[0]?.id ?? null;
}

/** The condition of the filters on the entries `a`. Values are literals: COPY takes no parameters. */
function matches({ accountId }: Tenant, { search, who, acting, verb, noun, start_at, end_at }: AuditFilter): RawBuilder<unknown> {
  const midnight = (day: string, days: number) =>
    sql`(${sql.lit(day)}::date + ${sql.lit(days)}::int)::timestamp at time zone (select timezone from accounts
      where id = ${sql.lit(accountId)})`;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  for (const word of search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [])
    parts.push(sql`strpos(lower(${nameOfRecord}), ${sql.lit(word)}) > 0`);
  if (who) parts.push(sql`a.user_id = ${sql.lit(who)}`);
  if (acting) parts.push(acting === 'yes' ? sql`a.acting_as` : sql`not a.acting_as`);
  if (verb) parts.push(sql`a.verb = ${sql.lit(verb)}`);
  if (noun) parts.push(sql`a.noun = ${sql.lit(noun)}`);
  if (start_at) parts.push(sql`a.at >= ${midnight(start_at, 0)}`);
  if (end_at) parts.push(sql`a.at < ${midnight(end_at, 1)}`);
  return sql.join(parts, sql` and `);
}

/** A file of so many bytes is kept in the memory of web while it is written. */
const mostBytes = 50_000_000;

/** The entries as CSV, a row a change, in the account's time zone. @throws Refusal 409 for a file that is too large */
export async function auditFile(tenant: Tenant, filter: AuditFilter): Promise<Buffer> {
  const { rows } = await sql<Columns<'accounts', 'timezone'>>`select timezone from accounts where id = ${tenant.accountId}`.execute(
    tenant.db,
  );
  const [{ timezone }] = rows as [Columns<'accounts', 'timezone'>];
  const copied = tenant.copyOut(copyAudit(tenant, filter, timezone));
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of pipeline(copied, csvLines(ignoreCount), ignoreError)) {
    bytes += part.length;
    if (bytes > mostBytes) throw refuse(409, 'too_large', 'These entries make a file of more than 50 MB. Choose a shorter time.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const ignoreCount = () => undefined;
/** Passes errors on to whoever reads the stream. */
const ignoreError = () => undefined;

function copyAudit(tenant: Tenant, filter: AuditFilter, timezone: string): string {
  const audit = sql`
    select date_trunc('second', e.at at time zone ${sql.lit(timezone)}) as "time", formula_safe(coalesce(u.name, 'automatic')) as "who",
      case when e.acting_as then 'yes' else 'no' end as "for_crossdock", formula_safe(e.key_name) as "key",
      e.address as "address", e.verb as "did", e.noun as "what",
      formula_safe(e.record) as "record", formula_safe(c.key) as "field", formula_safe(c.value ->> 'from') as "from",
        formula_safe(c.value ->> 'to') as "to"
    from (select a.*, ${nameOfRecord} as record from audit_entries a
      where a.account_id = ${sql.lit(tenant.accountId)} and ${matches(tenant, filter)}
      order by a.id desc limit ${sql.lit(mostExported)}) e
    left join users u on u.id = e.user_id
    left join lateral jsonb_each(e.changes) as c on true
    order by e.id desc, c.key`;
  return sql`copy (${audit}) to stdout with (format csv, header true, encoding 'UTF8')`.compile(tenant.db).sql;
}

/** Who and what the account's audit can be filtered by. */
export async function auditChoices(tenant: Tenant): Promise<{ people: { id: number; name: string }[]; nouns: string[] }> {
  const [people, nouns] = await Promise.all([listPeople(tenant), listNouns(tenant)]);
  return { people, nouns };
}

/** Who is or was of the account, and who acted as it. */
async function listPeople(tenant: Tenant): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<Columns<'users', 'id' | 'name'>>`
    select u.id, u.name from users u where u.id in (
      select user_id from members where ${inAccount(tenant)} union select user_id from former_members where ${inAccount(tenant)}
      union select user_id from account_access_log where ${inAccount(tenant)})
    order by lower(u.name) limit 300`.execute(tenant.db);
  return rows;
}

/** Steps from one noun to the next in their index, so that it costs as many rows as there are nouns. */
async function listNouns(tenant: Tenant): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select noun from audit_entries where ${inAccount(tenant)} and ${after} order by noun limit 1)`;
  const { rows } = await sql<Columns<'audit_entries', 'noun'>>`
    with recursive nouns (noun) as (
      select ${next(sql`true`)} union all select ${next(sql`audit_entries.noun > nouns.noun`)} from nouns where nouns.noun is not null
    )
    select noun from nouns where noun is not null limit 100`.execute(tenant.db);
  return rows.map(({ noun }) => noun);
}
