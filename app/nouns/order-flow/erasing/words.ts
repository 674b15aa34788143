import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Table = keyof DB & string;

/** Columns that may name a buyer, by their type. What names accounts, goods, vendors and settings is not about buyers. */
export const columnsOfBuyers: { [Name in Table]?: { [Column in keyof DB[Name]]?: 'text' | 'json' | 'jsonb' | 'text[]' } } = {
  order_events: { sentence: 'jsonb', changes: 'jsonb' },
  warehouse_orders: { sent: 'jsonb', replacement: 'jsonb', found: 'jsonb' },
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
  saved_views: { name: 'text', query: 'jsonb' },
  comments: { body: 'text' },
  support_tickets: { subject_1: 'text', subject_2: 'text', description: 'text' },
  support_messages: { body: 'text' },
  saved_replies: { name: 'text', body: 'text' },
  notifications: { sentence: 'jsonb' },
  recent_requests: { reply: 'jsonb' },
  unknown_references: { place: 'jsonb' },
  comparisons: { reason: 'jsonb', places: 'jsonb' },
};

/** A buyer's orders, and what of them is personal. */
type Whose = { orderIds: number[]; fields: readonly string[] };

/** Takes words that name a buyer out of all that the account keeps; the longest come first. */
export async function eraseWords(tenant: Tenant, words: string[], { orderIds, fields }: Whose): Promise<void> {
  const inJson = words.map((word) => JSON.stringify(word).slice(1, -1));
  for (const [table, types] of Object.entries(columnsOfBuyers)) await erase(tenant, table, types, { text: words, json: inJson });
  await sql`select erase_from_notes(${words}::text[])`.execute(tenant.db);
  await sql`select erase_from_records(${inJson}::text[], ${orderIds}::bigint[], ${fields}::text[])`.execute(tenant.db);
}

type Words = { text: string[]; json: string[] };

async function erase(tenant: Tenant, table: string, types: Record<string, string>, words: Words): Promise<void> {
  const of = (type: string) => (type.startsWith('json') ? words.json : words.text);
  const each = Object.entries(types).map(([name, type]) => ({ column: sql.ref(name), type, words: sql`${of(type)}::text[]` }));
  const set = each.map(({ column, type, words }) => sql`${column} = erased(${column}::text, ${words})::${sql.raw(type)}`);
  const conditions: RawBuilder<unknown>[] = each.map(({ column, words }) => sql`has_any(${column}::text, ${words})`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${inAccount(tenant)}
    and (${sql.join(conditions, sql` or `)})`.execute(tenant.db);
}
