import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { enterItem, enterOrder, type NewTransaction } from '../../sandbox/netsuite/enter.ts';
import { buildShop, type Shop } from '../build.ts';
import type { TestDatabase } from '../database.ts';

/** A warehouse that is not the one of most tests: how it is connected, by which method it sends, and a building of its own. */
export type OtherWarehouse = {
  connector: string;
  settings: (origin: string) => Record<string, string>;
  methodCode: string;
  building: string;
};

export type OtherShop = Shop & {
  /** Enters a purchase order in NetSuite for that building. */
  buy: (number: string, over?: Partial<NewTransaction>) => number;
  /** What NetSuite has booked, as units by SKU. */
  booked: () => Record<string, number>;
};

const since = new Date('2020-01-01T00:00:00Z');

/** A shop that sells at ShipStation, buys by NetSuite, and sends from this warehouse; `stock` is called before anything is read. */
export async function buildOtherShop(
  own: TestDatabase,
  { connector, settings, methodCode, building }: OtherWarehouse,
  stock: (shop: Shop) => void,
): Promise<OtherShop> {
  const shop = await buildShop(own, { connected: false, limits: { shipStation: null, shipbob: null } });
  const { sandbox, engine, accountId } = shop;
  stock(shop);
  const company = sandbox.control.company();
  for (const sku of ['MUG', 'CUP']) enterItem(company, { sku });
  company.preferences.overage = true;
  const { clientId, certificateId, privateKey } = company.integration;
  const join = (name: string, values: Record<string, string>) =>
    shop.inTenant((tenant) => connect(tenant, engine.seal, { connector: connectorNamed(name), name, settings: values, since }));
  const { id: warehouseId } = await join(connector, settings(sandbox.origin));
  const { id: channelId } = await join('ship_station', {
    ...{ api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${sandbox.origin}/ship-station` },
  });
  const { id: ledgerId } = await join('netsuite', {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ time_zone: company.zone, api_address: `${sandbox.origin}/netsuite/${company.accountId}` },
  });
  await shop.read();
  await own.sql(`insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ups_ground', $3)`, [
    accountId,
    channelId,
    methodCode,
  ]);
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, '11', 'Main', $3)`,
    [accountId, ledgerId, building],
  );
  return {
    ...{ ...shop, channelId, warehouseId },
    buy: (number, over = {}) => enterOrder(company, 'purchaseOrder', { number, lines: [{ sku: 'MUG', quantity: 10 }], ...over }),
    booked: () =>
      Object.fromEntries(
        company.books
          .rows<{ sku: string; quantity: number }>(
            `select i.itemid as sku, sum(l.quantity) as quantity from main.transactionline l
             join main.[transaction] t on t.id = l.[transaction] join main.item i on i.id = l.item
             where t.type = 'ItemRcpt' and l.mainline = 'F' group by 1`,
          )
          .map(({ sku, quantity }) => [sku, Number(quantity)]),
      ),
  };
}
