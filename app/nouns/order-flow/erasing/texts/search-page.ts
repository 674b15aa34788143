import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Place, Type } from './places.ts';
import { jsonWithout, type WithoutWords } from './without-words.ts';

type Texts = (string | null | Texts)[];
type Value = string | Texts | null;
type Row = { key: string[] } & Record<string, Value>;

const usualRows = 1_000;

/** Takes words out of the rows of a place that come after a key, as many as are read at once. Returns the last key; null at the end. */
export async function searchPage(
  tenant: Tenant,
  place: Place,
  without: WithoutWords,
  { after, within = sql`true` }: { after: string[] | null; within?: RawBuilder<boolean> },
): Promise<string[] | null> {
  const { rows: most = usualRows, only = () => sql`true` } = place;
  const isFilled = sql.join(
    Object.keys(place.columns).map((name) => sql`${sql.ref(`t.${name}`)} is not null`),
    sql` or `,
  );
  const { rows } = await sql<Row>`
    select ${columnsOf(place)} from ${sql.table(place.table)} t where ${inAccount(tenant, 't')} and ${within}
      and ${only(tenant)} and (${isFilled}) and ${after === null ? sql`true` : sql`(${keyOf(place)}) > (${sql.join(after)})`}
    order by ${keyOf(place)} limit ${most}`.execute(tenant.db);
  for (const row of rows) if (changedIn(row, place, without).length > 0) await eraseRow(tenant, place, without, row.key);
  return rows.length < most ? null : (rows.at(-1)?.key ?? null);
}

/** As it is by now: somebody may have changed it since it was read. */
async function eraseRow(tenant: Tenant, place: Place, without: WithoutWords, key: string[]): Promise<void> {
  const isIt = sql`${inAccount(tenant, 't')} and (${keyOf(place)}) = (${sql.join(key)})`;
  const table = sql.table(place.table);
  const { rows } = await sql<Row>`select ${columnsOf(place)} from ${table} t where ${isIt} for no key update`.execute(tenant.db);
  const changed = rows[0] ? changedIn(rows[0], place, without) : [];
  if (changed.length === 0) return;
  const set = changed.map(({ name, type, left }) => sql`${sql.ref(name)} = ${leftValue(tenant, place, { name, type, left })}`);
  await sql`update ${table} t set ${sql.join(set)} where ${isIt}`.execute(tenant.db);
}

const keyOf = ({ key = ['id'] }: Place) => sql.join(key.map((name) => sql.ref(`t.${name}`)));

const columnsOf = ({ key = ['id'], columns }: Place) =>
  sql.join([
    sql`array[${sql.join(key.map((name) => sql`${sql.ref(`t.${name}`)}::text`))}] as key`,
    ...Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(`t.${name}`)}${type === 'text[]' ? sql`` : sql`::text`} as ${sql.ref(name)}`,
    ),
  ]);

type Changed = { name: string; type: Type; left: Value };

function changedIn(row: Row, { columns }: Place, without: WithoutWords): Changed[] {
  return Object.entries(columns).flatMap(([name, type]): Changed[] => {
    const was = row[name] ?? null;
    if (Array.isArray(was)) {
      const left = withoutIn(was, without);
      return JSON.stringify(left) === JSON.stringify(was) ? [] : [{ name, type, left }];
    }
    if (was === null) return [];
    const left = type.startsWith('json') ? jsonWithout(was, without) : without(was);
    return left === was ? [] : [{ name, type, left }];
  });
}

/** Of every dimension. */
const withoutIn = (texts: Texts, without: WithoutWords): Texts =>
  texts.map((text) => (Array.isArray(text) ? withoutIn(text, without) : text && without(text)));

/** Two unique texts that differed only by their buyers get the numbers of their records, for which there is room. */
function leftValue(tenant: Tenant, place: Place, { name, type, left }: Changed): RawBuilder<unknown> {
  const { table, longest = Number.POSITIVE_INFINITY } = place;
  if (type !== 'unique text') return sql`${left}::${sql.raw(type)}`;
  const text = Array.from(String(left))
    .slice(0, longest - longestNumber)
    .join('')
    .trimEnd();
  return sql`${text}::text || case when exists (select from ${sql.table(table)} o where ${inAccount(tenant, 'o')} and o.id <> t.id
    and lower(${sql.ref(`o.${name}`)}) = lower(${text})) then ' ' || t.id else '' end`;
}

/** Of a record, with the space before it. */
const longestNumber = 16;
