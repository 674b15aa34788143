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

type Wish = AuditFilter & { before?: number | undefined };
/** `lookedTo`: where words are searched for, the entry behind which others are left to be looked through; null where none are. */
type Found = { rows: Row[]; lookedTo: number | null };

/** The newest entries of the account, older than `before` when given. */
export async function listAudit(tenant: Tenant, { before, ...filter }: Wish, most = 50, searched = mostSearched): Promise<Found> {
  const from = before === undefined ? null : await placeOf(tenant, before, filter);
  const last = filter.search ? await lastOf(tenant, daysOf(filter), searched, from) : null;
  const { rows } = await sql<Row>`
    select a.id, a.at, u.name as who, a.acting_as, a.key_name, a.address, a.verb, a.noun, a.record_id,
      ${nameOfRecord} as record_name, a.changes
    from audit_entries a left join users u on u.id = a.user_id
    where ${inAccount(tenant, 'a')} and ${matches(tenant, filter)} and ${isBeyond(from)} and ${isUpTo(last)}
    order by ${newest(filter)} limit ${most}`.execute(tenant.db);
  return { rows, lookedTo: last?.id ?? null };
}

/**
 * Where an entry stands. They are listed by their ids, which follow time but for a moment. Those of certain days are by their time, since
 * an index leads straight to it: `at` is null otherwise.
 */
type Place = Columns<'audit_entries', 'id'> & { at: string | null };

const isOfDays = ({ start_at, end_at }: AuditFilter) => Boolean(start_at || end_at);
/** Words are looked for in what these days have, whatever else is asked for: so many entries are read at most. */
const daysOf = ({ start_at, end_at }: AuditFilter): AuditFilter => ({ start_at, end_at });
const newest = (filter: AuditFilter) => (isOfDays(filter) ? sql`a.at desc, a.id desc` : sql`a.id desc`);

/** Whether the entry `a` comes behind this one, null for the beginning of all. Values are literals: COPY takes no parameters. */
function isBeyond(place: Place | null): RawBuilder<unknown> {
  if (place === null) return sql`true`;
  if (place.at === null) return sql`a.id < ${sql.lit(place.id)}`;
  return sql`(a.at, a.id) < (${sql.lit(place.at)}::timestamptz, ${sql.lit(place.id)})`;
}

/** Whether it is this one or comes before it, null for the end of all. */
function isUpTo(place: Place | null): RawBuilder<unknown> {
  if (place === null) return sql`true`;
  if (place.at === null) return sql`a.id >= ${sql.lit(place.id)}`;
  return sql`(a.at, a.id) >= (${sql.lit(place.at)}::timestamptz, ${sql.lit(place.id)})`;
}

async function placeOf(tenant: Tenant, id: number, filter: AuditFilter): Promise<Place> {
  if (!isOfDays(filter)) return { id, at: null };
  const { rows } = await sql<Place>`select id, at::text as at from audit_entries where ${inAccount(tenant)} and id = ${id}`.execute(
    tenant.db,
  );
  return rows[0] ?? { id, at: null };
}

/** The last of so many entries that are looked through for words, or that a file has; null where there are fewer. */
async function lastOf(tenant: Tenant, filter: AuditFilter, count: number, before: Place | null = null): Promise<Place | null> {
  const { rows } = await sql<Columns<'audit_entries', 'id'> & { time: string }>`
    select a.id, a.at::text as time from audit_entries a
    where ${inAccount(tenant, 'a')} and ${matches(tenant, filter)} and ${isBeyond(before)}
    order by ${newest(filter)} offset ${count - 1} limit 1`.execute(tenant.db);
  const [row] = rows;
  return row ? { id: row.id, at: isOfDays(filter) ? row.time : null } : null;
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

/** At most so many entries are in a file, and looked through for words. */
type Most = { entries: number; searched: number };

/**
 * The entries as CSV, a row a change, in the account's time zone. A file that leaves entries out says so in its last row.
 * @throws Refusal 409 for one that is too large
 */
export async function auditFile(tenant: Tenant, filter: AuditFilter, most: Most = { entries: 50_000, searched: mostSearched }) {
  const { rows } = await sql<Columns<'accounts', 'timezone'>>`select timezone from accounts where id = ${tenant.accountId}`.execute(
    tenant.db,
  );
  const [{ timezone }] = rows as [Columns<'accounts', 'timezone'>];
  const { from, leaves } = await beginningOf(tenant, filter, most);
  const copied = tenant.copyOut(copyAudit(tenant, filter, { timezone, from, most: most.entries }));
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of pipeline(copied, csvLines(ignoreCount), ignoreError)) {
    bytes += part.length;
    if (bytes > mostBytes) throw refuse(409, 'too_large', 'These entries make a file of more than 50 MB. Choose a shorter time.');
    parts.push(part);
  }
  if (leaves !== null) parts.push(Buffer.from(`"${leaves}"${','.repeat(columns - 1)}\r\n`));
  return Buffer.concat(parts);
}

/** The oldest entry that a file looks at, null for all of them, and what is said of those that it leaves out. */
async function beginningOf(tenant: Tenant, filter: AuditFilter, { entries, searched }: Most) {
  if (filter.search) {
    const from = await lastOf(tenant, daysOf(filter), searched);
    return { from, leaves: from && `The newest ${inWords(searched)} entries were looked through for these words. ${choose}` };
  }
  const beyond = await lastOf(tenant, filter, entries + 1);
  return { from: null, leaves: beyond && `These are the newest ${inWords(entries)} entries. ${choose}` };
}

const inWords = (count: number) => count.toLocaleString('en-US');
const choose = 'Choose days for older ones.';

const ignoreCount = () => undefined;
/** Passes errors on to whoever reads the stream. */
const ignoreError = () => undefined;

/** Of `copyAudit`. */
const columns = 11;

type File = { timezone: string; from: Place | null; most: number };

function copyAudit(tenant: Tenant, filter: AuditFilter, { timezone, from, most }: File): string {
  const audit = sql`
    select date_trunc('second', e.at at time zone ${sql.lit(timezone)}) as "time", formula_safe(coalesce(u.name, 'automatic')) as "who",
      case when e.acting_as then 'yes' else 'no' end as "for_crossdock", formula_safe(e.key_name) as "key",
      e.address as "address", e.verb as "did", e.noun as "what",
      formula_safe(e.record) as "record", formula_safe(c.key) as "field", formula_safe(c.value ->> 'from') as "from",
        formula_safe(c.value ->> 'to') as "to"
    from (select a.*, ${nameOfRecord} as record from audit_entries a
      where a.account_id = ${sql.lit(tenant.accountId)} and ${matches(tenant, filter)} and ${isUpTo(from)}
      order by ${newest(filter)} limit ${sql.lit(most)}) e
    left join users u on u.id = e.user_id
    left join lateral jsonb_each(e.changes) as c on true
    order by ${isOfDays(filter) ? sql`e.at desc, e.id desc` : sql`e.id desc`}, c.key`;
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
