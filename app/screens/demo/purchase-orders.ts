import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordForAll } from '../../nouns/purchase-flow/history.ts';
import { recount } from '../../nouns/purchase-flow/settle.ts';

/** `inDays`: when it is expected, counted from now. Without a warehouse it waits for a person. */
type Order = {
  number: string;
  vendor: [id: string, name: string];
  inDays: number;
  warehouse: string | null;
  lines: [sku: string, name: string, quantity: number][];
};

export const heart = ['85123A', 'White hanging heart T-light holder'] as const;
export const cakestand = ['22423', 'Regency cakestand, 3 tier'] as const;
const owl = ['22865', 'Hand warmer owl design'] as const;
const jack = ['22633', 'Hand warmer union jack'] as const;

export const lancaster: Order['vendor'] = ['V-7', 'Lancaster Pottery'];

/**
 * What a gift shop has ordered: some on the way, one late without a warehouse, one far ahead. The sandbox receives them in its own ways.
 */
const orders: Order[] = [
  {
    number: 'HK-2041',
    vendor: ['V-12', 'Hong Kong Giftware'],
    inDays: 3,
    warehouse: 'KY1',
    lines: [
      [...heart, 480],
      [...cakestand, 120],
    ],
  },
  { number: 'HK-2042', vendor: ['V-12', 'Hong Kong Giftware'], inDays: 21, warehouse: 'NV2', lines: [[...owl, 600]] },
  {
    number: 'LP-118',
    vendor: lancaster,
    inDays: 1,
    warehouse: 'KY1',
    lines: [
      [...cakestand, 60],
      [...jack, 240],
    ],
  },
  { number: 'LP-121', vendor: lancaster, inDays: -2, warehouse: null, lines: [[...heart, 90]] },
  {
    number: 'ST-77',
    vendor: ['V-31', 'Stockport Textiles'],
    inDays: 6,
    warehouse: 'NV2',
    lines: [
      [...owl, 300],
      [...jack, 150],
    ],
  },
];

/** Puts them into a new demo account. Their check links and announces them once the warehouse's products are known. */
export async function addDemoPurchaseOrders(tenant: Tenant): Promise<void> {
  const ids: number[] = [];
  for (const order of orders) ids.push(await addOrder(tenant, order));
  await recount(tenant, ids);
  await recordForAll(tenant, ids, 'created', { code: 'created_by_hand' });
}

export async function addOrder(tenant: Tenant, { number, vendor: [vendorId, vendor], inDays, warehouse, lines }: Order): Promise<number> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    insert into purchase_orders (account_id, source_number, vendor_number, vendor_name, expected_at, mapped_warehouse, edited_fields)
    values (${tenant.accountId}, ${number}, ${vendorId}, ${vendor}, date_trunc('day', now()) + make_interval(days => ${inDays}),
      ${warehouse}, '{mapped_warehouse}')
    returning id`.execute(tenant.db);
  const [{ id }] = rows as [Columns<'purchase_orders', 'id'>];
  for (const [at, [sku, name, quantity]] of lines.entries())
    await sql`insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity)
      values (${tenant.accountId}, ${id}, ${at + 1}, ${String(at + 1)}, ${sku}, ${name}, ${quantity})`.execute(tenant.db);
  return id;
}
