import type { Benchmark, Figure } from './figure.ts';
import { purchaseFilling, purchasesInAll } from './filled/purchase-orders.ts';
import { askInTurn, figuresOf } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

const sizes = [20_000, Number(process.env.BENCH_PURCHASE_ORDERS_LARGE ?? 500_000)];
const goal = '≤ 2.5 ×, growth ≤ 1.3';

const columns = `id, po_number, source_number, status, connection_id, vendor_name, mapped_warehouse, warehouse_reference_number, ordered_at, expected_at, announced_at, updated_at,
  units_ordered, units_received, locked, open_issues`;
const fifty = (where: string, order = 'ordered_at desc, id desc') => `select ${columns} from purchase_orders
  where account_id = 1 and deleted_at is null and archived_at is null ${where} order by ${order} limit 50`;
const ofLine = (which: string) => `select ${columns} from purchase_orders where account_id = 1 and id = any(array(
  select purchase_order_id from purchase_order_lines where account_id = 1 and ${which} order by purchase_order_id desc limit 50)) order by ordered_at desc, id desc`;

/** The list: case, its query, and the same fifty rows by one index scan. */
const lists: [name: string, query: string, text: string][] = [
  ['newest', '', fifty('')],
  ['open', '?view=open', fifty(`and status in ('pending', 'hold', 'received')`)],
  ['status=hold', '?status=hold', fifty(`and status = 'hold'`)],
  ['a vendor', '?vendor=Vendor+017+Ltd', fifty(`and vendor_name = 'Vendor 017 Ltd'`)],
  ['a source', '?source=netsuite', fifty('and connection_id = 2')],
  ['a warehouse', '?warehouse=NV2', fifty(`and mapped_warehouse = 'NV2'`)],
  ['needs attention', '?view=attention', fifty('and open_issues > 0')],
  [
    'late',
    '?view=late&orderBy=expected_at&orderDir=ASC',
    fifty(`and status in ('pending', 'hold') and expected_at is not null and expected_at < date_trunc('day', now())`, 'expected_at, id'),
  ],
  ['a SKU', '?sku=SKU-10777', ofLine(`sku collate "C" = 'SKU-10777'`)],
  ['a lot', '?lot=L-77', ofLine(`lot_number collate "C" = 'L-77'`)],
  ['by vendor', '?orderBy=vendor_name&orderDir=ASC', fifty('', 'vendor_name, id')],
  ['by expected date', '?orderBy=expected_at&orderDir=ASC', fifty('', 'expected_at, id')],
];

const rows = (table: string) =>
  `(select json_agg(t) from ${table} t where t.account_id = p.account_id and t.purchase_order_id = p.id) as ${table}`;
const one = `select p.*, ${['purchase_order_lines', 'issues', 'receipts', 'purchase_order_events'].map(rows).join(', ')} from purchase_orders p where p.account_id = 1 and p.id = $1`;
const byId = 'select * from purchase_orders where account_id = 1 and id = $1';

/** Another one of the newest twentieth each turn: these have history and receipts. The account's own are those that eleven does not divide. */
const orderOf = (pair: Pair) => (turn: number) => {
  const number = purchasesInAll(pair.orders) - ((turn * 7_919) % Math.floor(pair.orders / 20));
  return number % 11 === 0 ? number - 1 : number;
};

/** The search of the header's box: what is typed, and whether its floor reads one row or fifty. */
const searches: [name: string, typed: (id: number, turn: number) => string, floor: 'one' | 'fifty'][] = [
  ['our number', (id) => `PO-${id}`, 'one'],
  ['the source’s number', (id) => `P-${1_000_000 + id}`, 'one'],
  ['an announcement', (id) => `ASN-${7_000_000 + id}`, 'one'],
  ['a vendor', (_, turn) => `vendor ${String(turn % 200).padStart(3, '0')}`, 'fifty'],
  ['a SKU', (_, turn) => `sku-${10_000 + (turn % 2_000)}`, 'fifty'],
  ['a lot', (_, turn) => `L-${turn % 4_096}`, 'fifty'],
  ['vendor and SKU', (_, turn) => `ltd sku-${10_000 + (turn % 2_000)}`, 'fifty'],
  ['a miss', (_, turn) => `nobody${turn}`, 'one'],
];

/** The list, search and page of purchase orders, signed in, through HTTP; beside as many rows by one prepared index scan. */
export const benchmark: Benchmark = {
  name: 'purchase-orders',
  about:
    '50 purchase orders of 20 lines as JSON, of 20,000 and of 500,000 in the account; search, and one with all its rows; beside one index scan',
  run: () =>
    withPairs(
      [
        ...lists.map(([name, , text]) => ({ name: word(name), text })),
        { name: 'order', text: one },
        { name: 'one', text: byId },
        { name: 'fifty', text: fifty('') },
      ],
      async ({ small, large }) => {
        const measure = async (
          name: string,
          of: (pair: Pair) => Record<'ask' | 'floor', ReturnType<Pair['ask']>>,
          expected = [200],
        ): Promise<Figure[]> => {
          const [a, b] = [of(small), of(large)];
          const times = await askInTurn({ small: a.ask, large: b.ask, floorOfSmall: a.floor, floor: b.floor }, expected);
          return figuresOf(times, { bench: 'purchase-orders', case: name, goal, rows: { small: small.orders, large: large.orders } });
        };
        const figures: Figure[] = [];
        for (const [name, query] of lists)
          figures.push(
            ...(await measure(name, (pair) => ({ ask: pair.ask(`/api/purchase-orders${query}`), floor: pair.floor(word(name)) }))),
          );
        figures.push(
          ...(await measure('all of one', (pair) => ({
            ask: pair.ask((turn) => `/api/purchase-orders/${orderOf(pair)(turn)}`),
            floor: pair.floor('order', (turn) => [orderOf(pair)(turn)]),
          }))),
        );
        for (const [name, typed, floor] of searches)
          figures.push(
            ...(await measure(
              `search: ${name}`,
              (pair) => ({
                ask: pair.ask((turn) => `/api/purchase-orders/search?q=${encodeURIComponent(typed(orderOf(pair)(turn), turn))}`),
                floor: pair.floor(floor, (turn) => (floor === 'one' ? [orderOf(pair)(turn)] : [])),
              }),
              [200, 204],
            )),
          );
        return figures;
      },
      { sizes, filling: purchaseFilling },
    ),
};

const word = (name: string) => name.replace(/\W+/g, '-');
