import type { Benchmark } from './figure.ts';
import { withHistory } from './filled/catalogue-tables.ts';
import { catalogueFilling } from './filled/fill-catalogue.ts';
import { askInTurn, figuresOf } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

/** How many products the measured account has, in each of the two databases. */
const sizes = [20_000, Number(process.env.BENCH_PRODUCTS_LARGE ?? 1_000_000)];
const goal = '≤ 2.5 ×, growth ≤ 1.3';

const columns = `id, sku, name, upc, image_url, quantity_available, quantity_on_hand, quantity_on_hold, warehouse_location, reorder_point, is_linked, gone_at, updated_at`;
const items = (where: string, order = 'sku_key, id') =>
  `select ${columns} from products where account_id = 1 ${where} order by ${order} limit 50`;
const low = 'and in_stock < reorder_point and stock_taken_at is not null';
/** With what the page says of each: the orders that wait for its link, what the channel said of its stock, the product that equals it. */
const issueOf = (type: string) => `from issues i where i.account_id = 1 and i.type = '${type}' and i.connection_id = 1
  and i.subject = l.connector_product_sku and i.closed_at is null`;
const listing = (where: string) => `select l.*, p.id as product_id, p.sku, p.name as title, p.warehouse_location, p.quantity_available,
    case when l.product_id is null then (select count(*) ${issueOf('unmapped_sku')} and i.order_id is not null) end as waiting,
    case when l.product_id is not null then (select i.sentence ${issueOf('stock_refused')} order by i.id limit 1) end as stock_refused,
    case when l.product_id is null then (select to_json(e) from (
      select id, sku, name from products e where e.account_id = 1 and e.sku = l.connector_product_sku
      union all select id, sku, name from products e where e.account_id = 1 and e.upc = l.upc collate "C" limit 1) as e) end as equal
  from (select id, product_id, connector_product_sku, connector_product_id, name, upc, source_link, units_per_sale
    from connector_products where account_id = 1 and connection_id = 1 and deleted_at is null ${where} order by id desc limit 50) as l
  left join products p on p.account_id = 1 and p.id = l.product_id order by l.id desc`;
const one = (where: string) => `select ${columns} from products where account_id = 1 and ${where}`;

const rows = (of: string) => `(select json_agg(r) from (${of}) as r)`;
/** All that the page of a product reads, in one statement: its stock, links, orders, purchase orders, promises, history, comments, pushes; and the categories. */
const record = `select p.*, ${[
  `select * from stock_levels s where s.account_id = 1 and s.connection_id = 4 and s.sku = p.sku`,
  `select * from connector_products l where l.account_id = 1 and l.product_id = p.id`,
  `select * from order_lines l where l.account_id = 1 and l.product_id = p.id order by l.order_id desc limit 1000`,
  `select * from purchase_order_lines l where l.account_id = 1 and l.product_id = p.id`,
  `select * from reservations r where r.account_id = 1 and r.product_id = p.id and r.accepted_at is null`,
  `select * from audit_entries e where e.account_id = 1 and e.noun = 'product' and e.record_id = p.id order by e.id desc limit 50`,
  `select * from comments c where c.account_id = 1 and c.record_type = 'product' and c.record_id = p.id`,
  `select s.* from connector_products l join stock_pushes s on s.account_id = 1 and s.connector_product_id = l.id where l.account_id = 1 and l.product_id = p.id`,
  `select * from categories where account_id = 1`,
]
  .map(rows)
  .join(', ')} from products p where account_id = 1 and id = $1`;

type Values = (turn: number, pair: Pair) => (string | number)[];
/** What is opened: one of those with a history, all over the catalogue. */
const opened = (turn: number, { orders: size }: Pair) => 1 + ((turn * 7_919) % Math.floor(size / withHistory - 1));
const idOf: Values = (turn, pair) => [opened(turn, pair) * withHistory];
const skuNumber = (turn: number, pair: Pair) => 10_000 + Number(idOf(turn, pair)[0]);
/** As `skuOf` of the data has it; the numbers of a hundred are those of two families. */
const skuOf: Values = (turn, pair) => [`${Number(idOf(turn, pair)[0]) % 8 === 0 ? 'TEA' : 'MUG'}-${skuNumber(turn, pair)}`];

/** Case, its address, and its floor with the values that it takes. */
const cases: [name: string, path: string | ((turn: number, pair: Pair) => string), floor: string, values?: Values][] = [
  ['list by SKU', '/api/products', items('')],
  ['list by name', '/api/products?orderBy=name', items('', 'name_key, id')],
  ['list by stock', '/api/products?orderBy=available&orderDir=DESC', items('', 'in_stock desc, id desc')],
  ['a category', '/api/products?category=7', items('and category_id = 7')],
  ['a location', '/api/products?location=KY1%20B-07', items(`and warehouse_location = 'KY1 B-07'`)],
  ['low stock', '/api/products?stock=low', items(low)],
  ['not linked', '/api/products?linked=no', items('and not is_linked')],
  ['linked', '/api/products?linked=yes', items('and is_linked')],
  ['low and not linked', '/api/products?stock=low&linked=no', items(`${low} and not is_linked`)],
  ['page 100', '/api/products?page=100', items(`and (sku_key, id) > ('box-1', 0)`)],
  ['search: a SKU', (turn, pair) => `/api/products/search?q=${skuOf(turn, pair)}`, one('sku = $1'), skuOf],
  ['search: a UPC', (turn, pair) => `/api/products/search?q=2${String(idOf(turn, pair)[0]).padStart(12, '0')}`, one('id = $1'), idOf],
  [
    'search: how a name begins',
    '/api/products/search?q=walnut%20cover',
    items(`and name_key >= 'walnut cover' and name_key < 'walnut coves'`, 'name_key, id'),
  ],
  ['search: a miss', (turn) => `/api/products/search?q=nothing${turn}`, one('id = $1'), idOf],
  ['record', (turn, pair) => `/products/${idOf(turn, pair)[0]}.data?_routes=products%2Fdetail-page`, record, idOf],
  [
    'record: its curve',
    (turn, pair) => `/api/products/${idOf(turn, pair)[0]}/stock-history`,
    `select c.taken_at, c.on_hand, c.on_hold from products p
      join stock_changes c on c.account_id = 1 and c.sku = p.sku where p.account_id = 1 and p.id = $1 order by c.taken_at`,
    idOf,
  ],
  ['listings', '/api/connectors/ship_station/products', listing('')],
  ['listings without a link', '/api/connectors/ship_station/products?connectionStatus=unlinked', listing('and product_id is null')],
  [
    'listings: a SKU',
    (turn, pair) => `/api/connectors/ship_station/products?q=${skuOf(turn, pair)}`,
    listing('and connector_product_sku = $1'),
    skuOf,
  ],
];

/** The catalogue's lists, searches and record, signed in, through HTTP; beside the same rows by one prepared index scan through pg and Fastify. */
export const benchmark: Benchmark = {
  name: 'catalogue',
  about: 'lists, filters, search and record of 20,000 and of 1,000,000 products; beside one prepared index scan of the same rows',
  run: () =>
    withPairs(
      cases.map(([name, , text]) => ({ name: word(name), text })),
      async ({ small, large }) => {
        const figures = [];
        for (const [name, path, , values] of cases) {
          const side = (pair: Pair) => ({
            ask: pair.ask(typeof path === 'string' ? path : (turn) => path(turn, pair)),
            floor: pair.floor(word(name), values && ((turn) => values(turn, pair))),
          });
          const [a, b] = [side(small), side(large)];
          const times = await askInTurn({ small: a.ask, large: b.ask, floorOfSmall: a.floor, floor: b.floor }, [200, 204]);
          figures.push(...figuresOf(times, { bench: 'catalogue', case: name, goal, rows: { small: small.orders, large: large.orders } }));
        }
        return figures;
      },
      { filling: catalogueFilling, sizes },
    ),
};

const word = (name: string) => name.replace(/\W+/g, '-');
