import pg from 'pg';
import { accounts, connectionsOf, inAll, skuOf, skusOf } from './facts.ts';
import { indexesOff } from './indexes.ts';
import { tables } from './tables.ts';
import { terms } from './terms.ts';

const filled = [...Object.keys(tables), 'order_term_sets', 'order_terms'];
const atOnce = 100_000;

/**
 * Fills an empty, migrated database: `orders` orders in account 1, a twentieth as many in each of ten others, by a year of days
 * up to `now`, with all their rows. It inserts sets instead of single orders, and disables all triggers except those of the tallies:
 * the result is what the product would have written. It uses `workers` connections.
 */
export async function fill(url: string, orders: number, now: string, workers = 2): Promise<void> {
  const clients = await Promise.all(Array.from({ length: workers }, () => connected(url)));
  const [first] = clients as [pg.Client, ...pg.Client[]];
  try {
    await accountsAndConnections(first);
    await first.query(fewProducts);
    for (const table of ['accounts', 'connections', 'products']) await first.query(numbersFrom(accounts * skusOf + 1)(table));
    const putBack = await indexesOff(first, filled);
    await first.query(`alter table orders enable always trigger tally_new; alter table issues enable always trigger tally_new`);
    await inTurn(clients, statements(orders, now));
    await first.query(`alter table orders enable trigger tally_new; alter table issues enable trigger tally_new`);
    await inTurn(clients, putBack);
    await inTurn(clients, filled.map(numbersFrom(8 * (inAll(orders) + 1))));
    await first.query(flowOfToday);
    await first.query(someTags);
    await first.query('select fold_tallies(id) from accounts');
    await inTurn(
      clients,
      filled.map((table) => `vacuum analyze ${table}`),
    );
    await first.query('vacuum analyze');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** A connection that writes rows as they are given, without triggers and checks of foreign keys. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '768MB'; set work_mem = '64MB'; set timezone = 'UTC'`,
  );
  return client;
}

/** Eleven accounts, each with three channels and a warehouse. */
export async function accountsAndConnections(client: pg.Client): Promise<void> {
  await client.query(`
    insert into accounts (id, name) overriding system value select n, 'Account ' || n from generate_series(1, ${accounts}) as n;
    insert into connections (account_id, id, connector, slug, name, capabilities, confirms, last_ok_at) overriding system value
    select a, (a - 1) * ${connectionsOf} + n, connector, slug, name, case connector when 'amware' then array['warehouse', 'hints'] else array['orders', 'confirmations', 'hints'] end, 'whole_order', now() from generate_series(1, ${accounts}) as a, (values
      (1, 'ship_station', 'ship_station', 'ShipStation'), (2, 'ship_station', 'ship_station-2', 'Wholesale'),
      (3, 'ship_station', 'ship_station-3', 'Marketplace'), (4, 'amware', 'amware', 'Amware')) as c (n, connector, slug, name)`);
}

const fewProducts = `
  insert into products (account_id, id, sku, name, quantity_available, stock_taken_at) overriding system value
  select a, (a - 1) * ${skusOf} + n + 1, ${skuOf('n')}, 'No. ' || n, 100, now() from generate_series(1, ${accounts}) as a, generate_series(0, ${skusOf - 1}) as n`;

function statements(orders: number, now: string): string[] {
  const ranges = Array.from({ length: Math.ceil(inAll(orders) / atOnce) }, (_, at) => ({
    from: 1 + at * atOnce,
    to: Math.min(inAll(orders), (at + 1) * atOnce),
    ...{ orders, now },
  }));
  return [terms, ...Object.values(tables)].flatMap((statement) => ranges.map(statement));
}

/** Of the last two days; older ones are never read. An order that is filled has at most one event of a kind. */
const flowOfToday = `
  insert into flow_tallies (account_id, connection_id, day, hour, kind, n)
  select e.account_id, o.connection_id, e.at::date, date_trunc('hour', e.at, 'UTC'), e.kind, count(*)
  from order_events e join orders o on o.account_id = e.account_id and o.id = e.order_id
  where e.kind in ('arrived', 'accepted', 'shipped', 'confirmed') and e.at::date >= current_date - 2 group by 1, 2, 3, 4, 5`;

/** In account 1, a tag on one order in forty, and one on every third. */
const someTags = `
  insert into tags (account_id, id, name, color) overriding system value values (1, 1, 'Gift', 'blue'), (1, 2, 'Wholesale', 'teal');
  insert into tagged_records (account_id, record_type, record_id, tag_id)
  select account_id, 'order', id, 1 from orders where account_id = 1 and id % 40 = 7
  union all select account_id, 'order', id, 2 from orders where account_id = 1 and id % 3 = 0`;

/** Each client runs the next statement as soon as it is free. */
export async function inTurn(clients: pg.Client[], statements: string[]): Promise<void> {
  const left = statements.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const statement of left) await client.query(statement);
    }),
  );
}

/** Moves the sequences past the filled rows. */
export const numbersFrom = (next: number) => (table: string) =>
  `select setval(pg_get_serial_sequence('${table}', 'id'), ${next}) where exists (select from pg_attribute where attrelid = '${table}'::regclass and attname = 'id')`;
