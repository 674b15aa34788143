import type pg from 'pg';
import type { ForeignKey, Table } from './places.ts';

export type Query = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;

export const readTables = (query: Query): Promise<Table[]> =>
  query<Table>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as "hasAccount"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );

export const readForeignKeys = (query: Query): Promise<ForeignKey[]> =>
  query<ForeignKey>(
    `select f.relname as "from", t.relname as "to", ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as "toColumns"
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and k.conparentid = 0 order by 1, 2`,
  );

const namesOf = (table: string, numbers: string) =>
  `array(select a.attname::text from unnest(k.${numbers}) with ordinality as n (attnum, place)
    join pg_attribute a on a.attrelid = k.${table} and a.attnum = n.attnum order by n.place)`;

/** A table after those that it refers to. What refers to itself does not wait for itself. */
export function inOrder(tables: readonly Table[], keys: readonly ForeignKey[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !keys.some(({ from, to }) => from === name && to !== name && left.has(to)));
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
