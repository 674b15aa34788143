import type pg from 'pg';
import { enterItem } from '../../sandbox/netsuite/enter.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Seller } from './seed.ts';
import { until } from './until.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** What NetSuite is told the stock of: each of the warehouse's products as it is, and one of them in sixes beside that. */
export const offers = [
  { sku: 'MUG', of: 'MUG', units: 1 },
  { sku: 'CUP', of: 'CUP', units: 1 },
  { sku: 'MUG-6', of: 'MUG', units: 6 },
];
/** Units of each that are kept back. */
export const buffer = 40;
/** NetSuite's location, which a building is mapped to. */
const location = '11';

/** On the shelves, by SKU. */
type Shelves = Record<string, number>;
/**
 * The most that was there in each second, and what NetSuite offered every now and then: it may offer at most what there was a moment ago.
 */
export type StockWatch = {
  most: (sku: string, at: number) => number | undefined;
  offers: { at: number; units: Shelves }[];
  stop: () => void;
};

const sampleMs = 250;
/** So old the last count may be, whatever the fault, before Crossdock must not offer what it said. */
export const oldestSeconds = 90;
const mostOffers = (2 * oldestSeconds * 1000) / sampleMs;

type Told = {
  read: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  seller: Seller;
  sandbox: Sandbox;
  warehouse: Warehouse;
};

/** Links NetSuite's items, and has it told of their stock from now on. */
export async function offerStock({ read, seller, sandbox, warehouse }: Told): Promise<StockWatch> {
  enterItem(sandbox.control.company(), { sku: 'MUG-6', onHand: 1 });
  const linked = async () => (await read(link, [seller.accountId, JSON.stringify(offers)])).length === offers.length;
  if (!(await until(linked))) throw new Error('The warehouse’s products did not arrive.');
  await seller.call('PUT', '/api/connectors/netsuite/stock', { mode: 'on', location_id: location, location_name: 'Main', buffer });
  const told = async () => {
    const sent = await read<{ sku: string; quantity: number | null }>(said, [seller.accountId]);
    return offers.every(({ sku }) => sent.some((each) => each.sku === sku && each.quantity !== null));
  };
  if (!(await until(told))) throw new Error('NetSuite was not told of its stock.');
  const most = watchPeaks(sandbox, warehouse);
  const offered: StockWatch['offers'] = [];
  const timer = setInterval(() => {
    offered.push({ at: Date.now(), units: offeredAt(sandbox) });
    // A round keeps what it found before.
    if (offered.length > mostOffers) offered.shift();
  }, sampleMs);
  return { most, offers: offered, stop: () => clearInterval(timer) };
}

/**
 * Notes the shelves at each change: a count may see what is there for a moment alone. What came since is added to what lay there a moment
 * ago, because a book adds it to a figure that is as old as that. Undefined where nobody looked.
 */
function watchPeaks({ control }: Sandbox, warehouse: Warehouse): StockWatch['most'] {
  /** The most that lay there in each second without all that had come by then, and what had come by its end. */
  const seconds = new Map<number, { without: Shelves; came: Shelves }>();
  const came: Shelves = {};
  let before: Shelves = {};
  const note = () => {
    const second = Math.floor(Date.now() / 1000);
    const now = warehouse.shelves(control);
    for (const [sku, units] of Object.entries(now)) came[sku] = (came[sku] ?? 0) + Math.max(0, units - (before[sku] ?? units));
    before = now;
    const noted = seconds.get(second)?.without ?? {};
    const without = Object.entries(now).map(([sku, units]) => [sku, Math.max(units - (came[sku] ?? 0), noted[sku] ?? 0)]);
    seconds.set(second, { without: Object.fromEntries(without), came: { ...came } });
  };
  warehouse.watch(control, note);
  note();
  return (sku, at) => {
    const until = Math.floor(at / 1000);
    // What lay there before that, and no longer changed.
    const noted = [...seconds].filter(([second]) => second <= until);
    const known = noted.filter(([second], index) => second > until - oldestSeconds || index === noted.length - 1);
    if (known.length === 0) return undefined;
    return Math.max(...known.map(([, { without }]) => without[sku] ?? 0)) + (known.at(-1)?.[1].came[sku] ?? 0);
  };
}

export function offeredAt({ control }: Sandbox): Shelves {
  const rows = control
    .company()
    .books.rows<{ sku: string; units: number }>(
      `SELECT i.itemid AS sku, a.quantityonhand AS units FROM main.aggregateitemlocation a JOIN main.item i ON i.id = a.item WHERE a.location = ?`,
      Number(location),
    );
  return Object.fromEntries(rows.map(({ sku, units }) => [sku, units]));
}

const link = `
  insert into connector_products (account_id, connection_id, connector_product_sku, product_id, units_per_sale, linked_at)
  select p.account_id, c.id, offer.sku, p.id, offer.units, now()
  from json_to_recordset($2::json) as offer (sku text, of text, units int)
  join products p on p.account_id = $1 and p.sku = offer.of
  join connections c on c.account_id = $1 and c.connector = 'netsuite'
  on conflict (account_id, connection_id, connector_product_sku) do update set product_id = excluded.product_id, units_per_sale = excluded.units_per_sale
  returning id`;
/** What Crossdock says that NetSuite was sent. */
export const said = `
  select cp.connector_product_sku as sku, cp.stock_sent as quantity from connector_products cp
  join connections c on c.account_id = $1 and c.id = cp.connection_id
  where cp.account_id = $1 and c.connector = 'netsuite'`;
