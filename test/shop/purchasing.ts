import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { wordIssue } from '../../app/shared/issues/issue.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { changeOrder, enterItem, enterOrder, type NewTransaction } from '../../sandbox/netsuite/enter.ts';
import { buildShop, type Shop, type ShopOptions } from '../build.ts';
import type { TestDatabase } from '../database.ts';

export type PurchaseRow = {
  id: number;
  po_number: string;
  source_number: string;
  status: string;
  mapped_warehouse: string | null;
  source_state: string;
  units_ordered: number;
  units_received: number;
  receipts_counted: number;
  warehouse_reference_number: string | null;
  on_hold: boolean;
  locked: boolean;
  must_reread: boolean;
  note: string | null;
  withdraw_outcome: string | null;
  close_reason: string | null;
  deleted_at: Date | null;
  revision: number;
  /** Open ones, as `type:subject`. */
  issues: string[];
  sentences: string[];
  events: string[];
  asns: string[];
  lines: {
    id: number;
    sku: string;
    mapped_sku: string | null;
    quantity: number;
    quantity_announced: number;
    quantity_received: number;
    quantity_processed: number;
  }[];
  receipts: { id: number; sku: string; quantity: number; waits_for: string | null; processed: boolean }[];
};

export type Buyer = Shop & {
  ledgerId: number;
  /** Enters a purchase order in NetSuite; by default of ten mugs for the location that is mapped to NV2. Returns its id there. */
  buy: (number: string, over?: Partial<NewTransaction>) => number;
  /** Changes one there. */
  change: (remoteId: number, changes: Record<string, string>) => void;
  purchases: () => Promise<PurchaseRow[]>;
  purchase: (number: string) => Promise<PurchaseRow>;
  /** Receives exactly this of the announcement of a purchase order, and reads it. */
  receive: (
    number: string,
    lines: { sku: string; quantity: number; lot?: string | null }[],
    more?: { close?: boolean; type?: 'adjustment' },
  ) => Promise<void>;
  /** What NetSuite has booked, as item receipts. */
  booked: () => { sku: string; quantity: number }[];
};

/** What is read of purchase orders. */
const reads = ['purchase_orders', 'asn_changes', 'receipts', 'shipments'] as const;

/** A shop with NetSuite as its source of purchase orders, of which alone `sync` and `flow` read; its location 11 is mapped to the warehouse KY1 unless `located` is false. */
export async function buildBuyer(
  own: TestDatabase,
  { located = true, ...options }: ShopOptions & { located?: boolean } = {},
): Promise<Buyer> {
  const shop = await buildShop(own, { reads, ...options });
  const { sandbox, accountId, engine } = shop;
  const company = sandbox.control.company();
  for (const sku of ['MUG', 'CUP']) enterItem(company, { sku });
  const { clientId, certificateId, privateKey } = company.integration;
  const settings = {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ time_zone: company.zone, api_address: `${sandbox.origin}/netsuite/${company.accountId}` },
  };
  const since = new Date('2020-01-01T00:00:00Z');
  const { id: ledgerId } = await shop.inTenant((tenant) =>
    connect(tenant, engine.seal, { connector: connectorNamed('netsuite'), name: 'NetSuite', settings, since }),
  );
  if (located)
    await own.sql(
      `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, '11', 'Main', 'KY1')`,
      [accountId, ledgerId],
    );
  const purchases = () => readPurchases(own, accountId);
  const purchase = async (number: string) => {
    const found = (await purchases()).find(({ source_number }) => source_number === number);
    if (!found) throw new Error(`There is no purchase order ${number}.`);
    return found;
  };
  return {
    ...{ ...shop, ledgerId, purchases, purchase },
    buy: (number, over = {}) => enterOrder(company, 'purchaseOrder', { number, lines: [{ sku: 'MUG', quantity: 10 }], ...over }),
    change: (remoteId, changes) => changeOrder(company, remoteId, changes),
    async receive(number, lines, { close = false, type = undefined } = {}) {
      const { inbound, asns } = sandbox.control.client();
      const asn = asns.rows.get((await purchase(number)).warehouse_reference_number ?? '');
      if (!asn) throw new Error(`${number} is not announced.`);
      inbound.take(
        asn,
        lines.map((line) => ({ lot: null, ...line })),
        type,
      );
      if (close) inbound.close(asn);
      await shop.sync();
    },
    booked: () =>
      company.books.rows<{ sku: string; quantity: number }>(
        `select i.itemid as sku, l.quantity from main.transactionline l join main.[transaction] t on t.id = l.[transaction] join main.item i on i.id = l.item
         where t.type = 'ItemRcpt' and l.mainline = 'F' order by t.id, l.id`,
      ),
  };
}

async function readPurchases(own: TestDatabase, accountId: number): Promise<PurchaseRow[]> {
  const rows = await own.sql<PurchaseRow>(
    `select p.*, p.id::int as id,
      coalesce((select array_agg(type || ':' || subject order by type, subject) from issues i where i.account_id = p.account_id and i.purchase_order_id = p.id and closed_at is null), '{}') as issues,
      coalesce((select json_agg(sentence order by type, subject) from issues i where i.account_id = p.account_id and i.purchase_order_id = p.id and closed_at is null), '[]') as sentences,
      coalesce((select array_agg(kind order by id) from purchase_order_events e where e.account_id = p.account_id and e.purchase_order_id = p.id), '{}') as events,
      coalesce((select array_agg(state order by id) from asns a where a.account_id = p.account_id and a.purchase_order_id = p.id), '{}') as asns,
      coalesce((select json_agg(json_build_object('id', id, 'sku', sku, 'mapped_sku', mapped_sku, 'quantity', quantity, 'quantity_announced', quantity_announced,
        'quantity_received', quantity_received, 'quantity_processed', quantity_processed) order by position, id)
        from purchase_order_lines l where l.account_id = p.account_id and l.purchase_order_id = p.id), '[]') as lines,
      coalesce((select json_agg(json_build_object('id', id, 'sku', sku, 'quantity', quantity, 'waits_for', waits_for, 'processed', processed_at is not null) order by id)
        from receipts r where r.account_id = p.account_id and r.purchase_order_id = p.id), '[]') as receipts
    from purchase_orders p where p.account_id = $1 order by p.id`,
    [accountId],
  );
  return rows.map((row) => ({ ...row, sentences: row.sentences.map((sentence) => wordIssue(sentence)) }));
}
