import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { text } from '../../../platform/endpoint.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** How many records a page has at most, as its caller says. */
export const pageSize = z.coerce.number().int().min(1).max(100);

/** What every list takes beside its filters. A parameter that it does not know is refused: a misspelt filter would show everything. */
export const paged = {
  order: z.enum(['newest', 'oldest']).default('newest'),
  limit: pageSize.optional().meta({ description: '50 where it is left out; with `ids` as many as are named' }),
  cursor: text(200).optional().meta({ description: 'The `next` of the page before' }),
  fields: text(500)
    .optional()
    .meta({ description: 'The fields of each record that are wanted, separated by commas; `id` is there always' }),
  ids: text(2_000).optional().meta({ description: 'These records alone, up to 100, separated by commas. What is not there is left out' }),
};
export type Paged = {
  order: 'newest' | 'oldest';
  limit?: number | undefined;
  cursor?: string | undefined;
  ids?: string | undefined;
};

type Condition = RawBuilder<unknown>;
/** `at`: a time by which rows go before their ids; ids alone without. `where` has an index in that order; `tests` has none. */
type Source = { table: string; alias: string; at?: Condition; where: Condition[]; tests?: Condition[] };
/** A row's place: its time in microseconds since 1970, null without one, and its id. */
type Place = [at: number | null, id: number];
type Looked = { fitting: Place[]; looked: number; last: Place | null };

/** So many rows are looked at for a page. One with few that fit ends there, and its cursor goes on behind them. */
const mostLooked = 5_000;
const usualLimit = 50;
/** Stand in the text, so that a plan that is used again knows how few rows are wanted. */
const usualLimits = [usualLimit, 100];

/** The ids of a page, at a bounded cost, and the cursor of the next one. @throws Invalid for a cursor or ids that are none */
export async function pageOfIds(tenant: Tenant, paged: Paged, source: Source): Promise<{ ids: number[]; next: string | null }> {
  const { looked, limit, one, by, back } = looking(tenant, paged, source);
  const query = sql<Looked>`
    with looked as materialized (${looked})
    select (select count(*)::int from looked) as looked,
      coalesce((select json_agg(${place} order by ${by}) from (
        select * from looked where fits order by ${by} limit ${one}) as looked), '[]') as fitting,
      (select ${place} from looked order by ${back} limit 1) as last`;
  const isTested = hasTests(source);
  // Of filters with an index there are few sets, so they are planned once; of the others there are many.
  const [row] = isTested ? (await query.execute(tenant.db)).rows : await readPrepared(tenant, query);
  const { fitting = [], looked: count = 0, last = null } = row ?? {};
  const onPage = fitting.slice(0, limit);
  const end = fitting.length > limit ? (onPage.at(-1) ?? null) : isTested && count === mostLooked ? last : null;
  return { ids: onPage.map(([, id]) => id), next: end && writeCursor(end) };
}

/**
 * A page with its rows, in one statement, where every filter has an index. `fields`: what a row has. `joins`: where it is read, from the
 * `looked.id` of each. @throws Invalid for a cursor or ids that are none
 */
export async function pageOfRows<Row extends object>(
  tenant: Tenant,
  paged: Paged,
  source: Source,
  { fields, joins }: { fields: Condition; joins: Condition },
): Promise<{ data: Row[]; next: string | null }> {
  const { looked, limit, by } = looking(tenant, paged, source);
  const rows = await readPrepared(
    tenant,
    sql<Row & { place: Place }>`
      with looked as materialized (${looked}) select ${fields}, ${place} as place from looked ${joins} order by ${by}`,
  );
  const onPage = rows.slice(0, limit);
  const end = rows.length > limit ? onPage.at(-1)?.place : undefined;
  return { data: onPage.map(({ place: _, ...row }) => row as unknown as Row), next: end ? writeCursor(end) : null };
}

export const hasTests = ({ tests = [] }: Source): boolean => tests.length > 0;

/** The rows that are looked at for a page, with the orders in which they go, `back` from its end. `one`: as many as a page and one. */
function looking(tenant: Tenant, { order, cursor, ids, ...paged }: Paged, { table, alias, at, where, tests = [] }: Source) {
  // Who names records is to have them all: of one that is not on the page it would seem that it was deleted.
  const limit = paged.limit ?? (ids === undefined ? usualLimit : mostIds);
  const [direction, opposite] = order === 'newest' ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const by = (way: Condition) => (at ? sql`looked.at ${way}, looked.id ${way}` : sql`looked.id ${way}`);
  const id = sql.ref(`${alias}.id`);
  const these = ids === undefined ? [] : [sql`${id} = any(${readIds(ids)}::bigint[])`];
  const after = [...these, ...(cursor === undefined ? [] : [isBehind(readCursor(cursor, at !== undefined), at, id, order)])];
  const one = usualLimits.includes(limit) ? sql.lit(limit + 1) : sql`${limit + 1}`;
  const looked = sql`
    select ${id} as id, ${at ?? sql`null::timestamptz`} as at, ${tests.length > 0 ? and(tests) : sql`true`} as fits
    from ${sql.table(table)} as ${sql.ref(alias)} where ${inAccount(tenant, alias)} and ${and([...where, ...after])}
    order by ${at ? sql`${at} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`}
    limit ${tests.length > 0 ? sql.lit(mostLooked) : one}`;
  return { looked, limit, one, by: by(direction), back: by(opposite) };
}

const and = (conditions: Condition[]): Condition => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`);
const place = sql`json_build_array((extract(epoch from looked.at) * 1000000)::bigint, looked.id)`;

function isBehind([micros, last]: Place, at: Condition | undefined, id: Condition, order: Paged['order']): Condition {
  const behind = order === 'newest' ? sql`<` : sql`>`;
  if (!at) return sql`${id} ${behind} ${last}`;
  return sql`(${at}, ${id}) ${behind} ('epoch'::timestamptz + ${micros ?? 0}::bigint * interval '1 microsecond', ${last}::bigint)`;
}

const writeCursor = (end: Place): string => Buffer.from(JSON.stringify(end)).toString('base64url');
const timedPlace = z.tuple([z.int(), z.int()]);
const untimedPlace = z.tuple([z.null(), z.int()]);

/** A place in a list that goes by times is none in one that goes by ids alone: with the cursor of another list records would be missing. */
function readCursor(cursor: string, isTimed: boolean): Place {
  try {
    return (isTimed ? timedPlace : untimedPlace).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalid({ cursor: ['Is no cursor: take `next` of the page before, as it is'] });
  }
}

const mostIds = 100;

function readIds(text: string): number[] {
  const ids = text.split(',').map((each) => each.trim());
  if (ids.length > mostIds || ids.some((each) => !/^\d{1,15}$/.test(each)))
    throw invalid({ ids: [`Must be up to ${mostIds} ids, separated by commas`] });
  return ids.map(Number);
}

/** The wanted fields of each row. @throws Invalid for one that there is not */
export function withFields<Row extends { id: number }>(rows: readonly Row[], fields: string | undefined, known: readonly string[]): Row[] {
  if (fields === undefined) return [...rows];
  const names = ['id', ...fields.split(',').map((field) => field.trim())];
  const unknown = names.find((field) => !known.includes(field));
  if (unknown !== undefined) throw invalid({ fields: [`There is no field ${unknown}. There are: ${known.join(', ')}`] });
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => names.includes(field))) as Row);
}

/** The schema of a row of which fields may be left out. */
export const row = <Shape extends z.ZodRawShape>(whole: z.ZodObject<Shape>) => whole.partial().required({ id: true } as never);

/** Rows in the order of their ids. */
export function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((each) => [each.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
