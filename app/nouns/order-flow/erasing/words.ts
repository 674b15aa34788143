import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasEnded } from './ended.ts';

type Table = keyof DB & string;

/** A unique text is one that no two records of a list may share. */
type Type = 'text' | 'unique text' | 'json' | 'jsonb' | 'text[]';

/** Columns that may name a buyer, by their type. What names accounts, goods, vendors and settings is not about buyers. */
export const columnsOfBuyers: { [Name in Table]?: { [Column in keyof DB[Name]]?: Type } } = {
  order_events: { sentence: 'jsonb', changes: 'jsonb' },
  warehouse_orders: { sent: 'jsonb', replacement: 'jsonb', theirs: 'jsonb' },
  cancel_requests: { reason: 'text' },
  order_lines: { options: 'jsonb' },
  shipments: { raw: 'json' },
  issues: { sentence: 'jsonb' },
  outbox: { last_failure: 'jsonb' },
  runs: { subject: 'text', sentence: 'jsonb', terms: 'jsonb' },
  run_outcomes: { label: 'text', reason: 'jsonb' },
  unreadable_records: { reason: 'jsonb', raw: 'json' },
  webhook_deliveries: { body: 'text' },
  exchanges: { subject: 'text', url: 'text', reason: 'jsonb' },
  exports: { described: 'jsonb', filter: 'jsonb' },
  saved_views: { name: 'unique text', query: 'jsonb' },
  comments: { body: 'text' },
  support_tickets: { subject_1: 'text', subject_2: 'text', description: 'text' },
  support_messages: { body: 'text' },
  saved_replies: { name: 'unique text', body: 'text' },
  notifications: { sentence: 'jsonb' },
  recent_requests: { reply: 'jsonb' },
  unknown_references: { place: 'jsonb' },
  comparisons: { reason: 'jsonb', places: 'jsonb' },
};

/** What is sent of an order that has not ended stays as it is, whoever else has these words. */
const leaving: { [Name in Table]?: RawBuilder<unknown> } = {
  warehouse_orders: sql`o.warehouse_order_id = t.id`,
  order_lines: sql`o.id = t.order_id`,
};

/** A buyer's orders, and what of them is personal. */
type Whose = { orderIds: number[]; fields: readonly string[] };

/** Takes words that name a buyer out of all that the account keeps; the longest come first. */
export async function eraseWords(tenant: Tenant, words: string[], { orderIds, fields }: Whose): Promise<void> {
  const inJson = words.map((word) => JSON.stringify(word).slice(1, -1));
  for (const [table, types] of Object.entries(columnsOfBuyers)) await erase(tenant, table as Table, types, { text: words, json: inJson });
  await sql`select erase_from_notes(${words}::text[])`.execute(tenant.db);
  await sql`select erase_from_records(${inJson}::text[], ${orderIds}::bigint[], ${fields}::text[])`.execute(tenant.db);
}

type Words = { text: string[]; json: string[] };

async function erase(tenant: Tenant, table: Table, types: Record<string, Type>, words: Words): Promise<void> {
  const each = Object.entries(types).map(([name, type]) => {
    const own = sql`${type.startsWith('json') ? words.json : words.text}::text[]`;
    return {
      set: sql`${sql.ref(name)} = ${without(tenant, { table, name, type }, own)}`,
      has: sql`has_any(${sql.ref(name)}::text, ${own})`,
    };
  });
  const [set, conditions] = [each.map((column) => column.set), each.map((column) => column.has)];
  const order = leaving[table];
  const spared = order
    ? sql`exists (select from orders o where ${inAccount(tenant, 'o')} and ${order} and not ${hasEnded('o')})`
    : sql`false`;
  await sql`update ${sql.table(table)} as t set ${sql.join(set)} where ${inAccount(tenant)}
    and (${sql.join(conditions, sql` or `)}) and not ${spared}`.execute(tenant.db);
}

type Place = { table: string; name: string; type: Type };

/** A column without the words. Two unique texts that differed only by their buyers get the numbers of their records. */
function without(tenant: Tenant, { table, name, type }: Place, words: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = sql.ref(`t.${name}`);
  if (type !== 'unique text') return sql`erased(${column}::text, ${words})::${sql.raw(type)}`;
  const others = sql`select from ${sql.table(table)} o where ${inAccount(tenant, 'o')} and o.id <> t.id
    and lower(erased(${sql.ref(`o.${name}`)}, ${words})) = lower(erased(${column}, ${words}))`;
  return sql`erased(${column}, ${words}) || case when has_any(${column}, ${words}) and exists (${others}) then ' ' || t.id else '' end`;
}
