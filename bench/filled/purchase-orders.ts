import pg from 'pg';
import type { Filling } from './filled.ts';
import { indexesOff } from './indexes.ts';

/** Every eleventh is another account's. */
export const purchasesInAll = (rows: number) => rows + Math.floor(rows / 10);
const isOthers = 'n % 11 = 0';
const linesOf = 20;
const skus = 2_000;
const vendors = 200;
const atOnce = 25_000;

const filled = [
  ...[
    'purchase_orders',
    'purchase_order_lines',
    'purchase_order_events',
    'asns',
    'receipts',
    'receipt_lines',
    'issues',
    'purchase_order_term_sets',
    'purchase_order_terms',
  ],
];

/**
 * Purchase orders of twenty lines, derived from their numbers: the same on every machine. The newest tenth has its history, the newest
 * twentieth its announcement and receipts. What the product counts and indexes is written as it would have written it.
 */
export const purchaseFilling: Filling = {
  name: 'purchase-orders',
  sources: ['purchase-orders.ts'],
  async fill(url, rows, now) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(
        `set session_replication_role = replica; set maintenance_work_mem = '768MB'; set work_mem = '64MB'; set timezone = 'UTC'`,
      );
      await client.query(around);
      const putBack = await indexesOff(client, filled);
      const total = purchasesInAll(rows);
      for (let from = 1; from <= total; from += atOnce)
        for (const statement of statements({ from, to: Math.min(total, from + atOnce - 1), total, now })) await client.query(statement);
      for (const index of putBack) await client.query(index);
      await client.query(tallies);
      for (const table of filled)
        await client.query(
          `select setval(pg_get_serial_sequence('${table}', 'id'), ${(total + 1) * 32}) where exists (select from pg_attribute where attrelid = '${table}'::regclass and attname = 'id')`,
        );
      await client.query('vacuum analyze');
    } finally {
      await client.end();
    }
  },
};

const sku = (product: string) => `'SKU-' || (10000 + ${product})`;

const around = `
  insert into accounts (id, name) overriding system value values (1, 'Account 1'), (2, 'Account 2');
  insert into connections (account_id, id, connector, slug, name, capabilities, last_ok_at) overriding system value
    select a, a * 2 + n, connector, slug, name, capabilities, now() from generate_series(1, 2) as a, (values
      (0, 'netsuite', 'netsuite', 'NetSuite', '{purchaseOrders}'::text[]), (1, 'amware', 'amware', 'Amware', '{warehouse}')) as c (n, connector, slug, name, capabilities);
  insert into warehouses (account_id, connection_id, code, name) select a, a * 2 + 1, code, code from generate_series(1, 2) as a, unnest('{KY1,NV2}'::text[]) as code;
  insert into products (account_id, id, sku, name) overriding system value
    select a, (a - 1) * ${skus} + n + 1, ${sku('n')}, 'No. ' || n from generate_series(1, 2) as a, generate_series(0, ${skus - 1}) as n;
  select setval(pg_get_serial_sequence(t, 'id'), 100000) from unnest('{accounts,connections,products}'::text[]) as t;`;

type Range = { from: number; to: number; total: number; now: string };

/** The facts of each: one a minute back from now. `x` has the random numbers. */
const facts = ({ from, to, total, now }: Range) => `(
  select n, x, 1 + (${isOthers})::int as account_id, '${now}'::timestamptz - (${total} - n) * interval '1 minute' as at, (${total} - n)::float / ${total} as age,
    lpad((x & 1023) % ${vendors} || '', 3, '0') as vendor,
    case when (${total} - n)::float / ${total} > 0.06 then case when x >> 10 & 63 = 0 then 'cancelled' else 'closed_out' end
      when x >> 10 & 15 = 0 then 'hold' when x >> 10 & 3 = 1 then 'received' else 'pending' end as status
  from (select n, hashint8extended(n, 1) & 9007199254740991 as x from generate_series(${from}::bigint, ${to}::bigint) as n) as numbered)`;

const lines = (range: Range) => `(
  select f.*, k, y % ${skus} as product, 1 + (y >> 12) % 90 as quantity, case when y >> 20 & 15 = 0 then 'L-' || (y >> 24 & 4095) end as lot
  from ${facts(range)} as f cross join lateral (select k, hashint8extended(n * 32 + k, 2) & 9007199254740991 as y from generate_series(0, ${linesOf - 1}) as k) as thrown)`;

const asn = `'ASN-' || (7000000 + n)`;
const isNew = (share: number) => `age < ${share}`;

function statements(range: Range): string[] {
  return [
    `insert into purchase_orders (account_id, id, connection_id, remote_id, source_number, status, source_state, on_hold, cancelled_at, closed_at, receipts_counted, vendor_number, vendor_name,
        source_location, mapped_warehouse, ordered_at, expected_at, units_ordered, units_received, warehouse_reference_number, announced_at, open_issues, blocking_issues, archived_at, checked_at, created_at)
      overriding system value
      select account_id, n, account_id * 2, n, 'P-' || (1000000 + n), status, 'open', status = 'hold', case when status = 'cancelled' then at end, case when status = 'closed_out' then at end,
        case when status in ('received', 'closed_out') then ${linesOf} else 0 end, 'V-' || vendor, 'Vendor ' || vendor || ' Ltd', '11', (array['KY1', 'NV2'])[1 + (x >> 20 & 1)], at,
        at + interval '20 days' - (${range.total} * interval '1 minute') * 0.03, 900, 450, ${asn}, at, (x >> 30 & 127 = 0)::int, (x >> 30 & 127 = 0)::int,
        case when age > 0.5 and x >> 22 & 3 = 0 then at end, at, at from ${facts(range)} as f`,
    `insert into purchase_order_lines (account_id, id, purchase_order_id, position, remote_line_id, sku, name, quantity, lot_number, product_id, mapped_sku, quantity_announced, quantity_received)
      overriding system value
      select account_id, n * 32 + k, n, k + 1, k + 1, ${sku('product')}, 'No. ' || product, quantity, lot, (account_id - 1) * ${skus} + product + 1, ${sku('product')}, quantity, quantity / 2 from ${lines(range)} as l`,
    `insert into purchase_order_events (account_id, id, purchase_order_id, at, kind, sentence) overriding system value
      select account_id, n * 32 + k, n, at + k * interval '1 hour', kind, '{"code": "received", "units": 4, "sku": "MUG"}' from ${facts(range)} as f, unnest('{arrived,announced,received,received,booked,closed}'::text[]) with ordinality as e (kind, k) where ${isNew(0.1)}`,
    `insert into asns (account_id, id, purchase_order_id, connection_id, reference, remote_id, state, accepted_at) overriding system value
      select account_id, n, n, account_id * 2 + 1, 'CD-P' || left(md5(n::text), 24), ${asn}, case when status = 'pending' then 'announced' else 'closed' end, at from ${facts(range)} as f where ${isNew(0.05)}`,
    `insert into receipts (account_id, id, purchase_order_id, connection_id, remote_id, asn_id, type, received_at, sku, quantity, lot_number, carrier) overriding system value
      select account_id, n * 32 + k, n, account_id * 2 + 1, 'R-' || (n * 32 + k), ${asn}, 'receipt', at + interval '1 day', ${sku('product')}, quantity / 2, lot, 'Maersk' from ${lines(range)} as l where ${isNew(0.05)} and status <> 'pending'`,
    `insert into receipt_lines (account_id, receipt_id, line_id, quantity) select account_id, n * 32 + k, n * 32 + k, quantity / 2 from ${lines(range)} as l where ${isNew(0.05)} and status <> 'pending'`,
    `insert into issues (account_id, id, purchase_order_id, connection_id, type, subject, sentence, line_id) overriding system value
      select account_id, n, n, account_id * 2, 'unmapped_item', 'NOWHERE', '{"code": "item_not_linked", "sku": "NOWHERE"}', n * 32 from ${facts(range)} as f where x >> 30 & 127 = 0`,
    terms(range),
  ];
}

/** The words of these, as the product writes them. */
const terms = (range: Range) => `
  with filled as (
  insert into purchase_order_term_sets (account_id, record_id, terms)
  select account_id, n, array_agg(distinct term collate "C" order by term collate "C") from (
    select f.account_id, f.n, w.term from ${facts(range)} as f cross join lateral unnest(array['po-' || n, n::text, 'p-' || (1000000 + n), (1000000 + n)::text,
      'vendor ' || vendor || ' ltd', 'vendor', vendor, 'ltd', 'v-' || vendor, lower(${asn})]) as w (term)
    union all select l.account_id, l.n, w.term from ${lines(range)} as l cross join lateral unnest(array[lower(${sku('product')}), lower(lot)]) as w (term)
  ) as every_word where term <> '' group by 1, 2 returning account_id, record_id, terms)
  insert into purchase_order_terms (account_id, term, record_id) select account_id, term, record_id from filled, unnest(terms) as term`;

const tallies = `
  insert into purchase_order_tallies (account_id, status, archived, has_issue, n)
  select account_id, status, archived_at is not null, open_issues > 0, count(*) from purchase_orders where deleted_at is null group by 1, 2, 3, 4`;
