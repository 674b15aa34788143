import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../../db/tables.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';

type Table = keyof DB & string;

/** A unique text is one that no two records of a list may share. */
export type Type = 'text' | 'unique text' | 'json' | 'jsonb' | 'text[]';

/**
 * A table whose columns may name a buyer. `key`: of its primary key what follows the account. `rows`: how many are read at once. `only`:
 * those of its rows, as an index has them; its name is `t`. `longest`: how many characters its unique text may have.
 */
export type Place = {
  table: Table;
  columns: Readonly<Record<string, Type>>;
  key?: readonly string[];
  rows?: number;
  longest?: number;
  only?: (tenant: OfAccount) => RawBuilder<boolean>;
};

type Columns = { [Name in Table]?: { [Column in keyof DB[Name]]?: Type } };

/** Columns that may name a buyer, by their type. What names accounts, goods, vendors and settings is not about buyers. */
export const columnsOfAccounts: Columns = {
  runs: { subject: 'jsonb', sentence: 'jsonb', terms: 'jsonb' },
  run_outcomes: { label: 'text', reason: 'jsonb' },
  unreadable_records: { reason: 'jsonb', raw: 'json' },
  webhook_deliveries: { body: 'text' },
  exchanges: { subject: 'text', url: 'text', reason: 'jsonb' },
  exports: { described: 'jsonb', filter: 'jsonb' },
  imports: { file_name: 'text', format: 'jsonb', causes: 'jsonb', also_creates: 'jsonb' },
  import_chunks: { cells: 'text[]' },
  import_errors: { value: 'text', problem: 'jsonb', expected: 'jsonb' },
  files: { name: 'text' },
  saved_views: { name: 'unique text', query: 'jsonb' },
  tags: { name: 'unique text' },
  comments: { body: 'text' },
  support_tickets: { subject_1: 'text', subject_2: 'text', description: 'text' },
  support_messages: { body: 'text' },
  saved_replies: { name: 'unique text', body: 'text' },
  notifications: { sentence: 'jsonb', path: 'text' },
  recent_requests: { reply: 'jsonb' },
  api_replies: { reply: 'json' },
  unknown_references: { place: 'jsonb' },
  comparisons: { reason: 'jsonb', places: 'jsonb' },
  warehouse_orders: { sent: 'jsonb', replacement: 'jsonb', theirs: 'jsonb' },
  outbox: { last_failure: 'jsonb' },
};

/** Whether nobody applies an import any longer: until then it stays as it was checked. Of the imports with this alias. */
export const importHasEnded = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.state`)} in ('applied', 'undone', 'cancelled'))`;
const ofEndedImport = (tenant: OfAccount) => sql<boolean>`exists (select from imports i where ${inAccount(tenant, 'i')}
  and i.id = t.import_id and ${importHasEnded('i')})`;

const keys: { [Name in Table]?: Omit<Place, 'table' | 'columns'> } = {
  // Those that an order was sent as before, and refers to no more; what it was sent as last goes with the order.
  warehouse_orders: { only: () => sql`t.state in ('rejected', 'cancelled')`, rows: 200 },
  outbox: { only: () => sql`t.last_failure is not null` },
  imports: { only: () => importHasEnded('t') },
  import_chunks: { key: ['import_id', 'chunk'], rows: 10, only: ofEndedImport },
  import_errors: { key: ['import_id', 'number', 'position'], only: ofEndedImport },
  recent_requests: { key: ['user_id', 'digest'] },
  unknown_references: { key: ['connection_id', 'reference'] },
  comparisons: { key: ['connection_id'] },
  tags: { longest: 40 },
  webhook_deliveries: { rows: 100 },
  unreadable_records: { rows: 100 },
};

/** What may name any buyer: it is searched for their words. */
export const searchedPlaces: readonly Place[] = placesOf(columnsOfAccounts);

/** The same of what belongs to an order. */
export const columnsOfOrders: Columns = {
  orders: { hold_reason: 'jsonb', hold_outcome: 'text', cancel_outcome: 'text', reread_refused: 'jsonb' },
  order_events: { sentence: 'jsonb', changes: 'jsonb' },
  order_lines: { options: 'jsonb' },
  issues: { sentence: 'jsonb' },
};

/** What belongs to an order names its buyer alone: only theirs is looked at. The condition is on orders with these ids. */
export const placesOfOrders = (ids: readonly number[]): { place: Place; within: RawBuilder<boolean> }[] =>
  placesOf(columnsOfOrders).map((place) => ({
    place,
    within: sql`${sql.ref(place.table === 'orders' ? 't.id' : 't.order_id')} = any(${ids}::bigint[])`,
  }));

function placesOf(all: Columns): Place[] {
  return Object.entries(all).map(([table, columns]) => ({
    table: table as Table,
    columns: columns as Place['columns'],
    ...keys[table as Table],
  }));
}
