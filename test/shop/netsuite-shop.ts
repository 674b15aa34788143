import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { connect } from '../../app/shared/connections/connecting/commands.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { sealWith } from '../../platform/seal.ts';
import { withoutPerson } from '../../platform/tenant.ts';
import type { Arrival } from '../../sandbox/amware/deliveries.ts';
import { enterItem, enterOrder } from '../../sandbox/netsuite/enter.ts';
import type { TestProduct } from '../product.ts';
import { sharedWeb } from '../shared-web.ts';

export const [heart, stand] = ['85123A', '22423'];

/** NetSuite beside the demo's shops for this test file, read every second, its location mapped to the warehouse in Kentucky. */
export function withNetsuite(product: TestProduct) {
  beforeAll(() => connectNetsuite(product));
  return {
    /** Enters a purchase order in NetSuite. */
    buy: (number: string, lines: { sku: string; quantity: number; location?: number }[]) =>
      enterOrder(product.sandbox.control.company(), 'purchaseOrder', { number, lines }),
    announced: (number: string) => announced(product, number),
  };
}

async function connectNetsuite(product: TestProduct): Promise<void> {
  const { sql, database } = product.database;
  const { env, sandbox } = await sharedWeb();
  const company = sandbox.control.company();
  for (const sku of [heart, stand])
    if (company.books.rows('SELECT 1 FROM main.item WHERE itemid = ?', sku).length === 0) enterItem(company, { sku });
  company.preferences.overage = true;
  const [account] = await sql<{ id: string }>("select account_id as id from connections where connector = 'amware'");
  const { clientId, certificateId, privateKey } = company.integration;
  const settings = {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ time_zone: company.zone, api_address: `${sandbox.origin}/netsuite/${company.accountId}` },
  };
  const [known] = await sql<{ id: string }>("select id from connections where connector = 'netsuite' and disconnected_at is null");
  const made =
    known ??
    (await withoutPerson(database, Number(account?.id), (tenant) =>
      connect(tenant, sealWith(env.secretKeys), { connector: connectorNamed('netsuite'), name: 'NetSuite', settings, since: new Date(0) }),
    ));
  await sql("update streams set every_seconds = 1, due_at = now() where connection_id = $1 and stream = 'purchase_orders'", [made.id]);
  await sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location) values ($1, $2, '11', 'Main', 'KY1')
     on conflict (account_id, connection_id, internal_id) do update set amware_location = 'KY1'`,
    [account?.id, made.id],
  );
}

/** Waits until it is announced, and returns its id and what the dock does with it. */
async function announced(product: TestProduct, number: string) {
  const read = () =>
    product.database.sql<{ id: string; asn: string | null }>(
      'select id, warehouse_reference_number as asn from purchase_orders where source_number = $1',
      [number],
    );
  await expect.poll(async () => (await read())[0]?.asn ?? null).not.toBeNull();
  const [row] = await read();
  const { inbound, asns } = product.sandbox.control.client();
  const asn = asns.rows.get(row?.asn ?? '');
  if (!asn) throw new Error(`${number} is not announced.`);
  const take = (...arrivals: [sku: string, quantity: number][]) =>
    inbound.take(
      asn,
      arrivals.map(([sku, quantity]): Arrival => ({ sku, quantity, lot: null })),
    );
  return { id: Number(row?.id), take, close: () => inbound.close(asn) };
}

export const status = (page: Page, label: string) => page.locator('h1 + *, h1 ~ *').getByText(label, { exact: true }).first().waitFor();
