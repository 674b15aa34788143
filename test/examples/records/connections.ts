import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { connect } from '../../../app/shared/connections/connecting/commands.ts';
import { demoSecrets } from '../../../app/shared/connections/settings/demo-secrets.ts';
import { webhookAddress } from '../../../app/shared/connections/webhooks/webhook-address.ts';
import type { Connector } from '../../../connectors/contract.ts';
import { connectors } from '../../../connectors/index.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import type { Shop } from '../shop.ts';
import type { Records } from './records.ts';

let count = 0;

const logged = async (shop: Shop) => ({ connectorId: await shop.connection('amware') });
const unreadable = async ({ find, connection }: Shop) =>
  find(
    `insert into unreadable_records (account_id, connection_id, stream, reason, raw, fingerprint)
     values ($1, $2, 'orders', '{"code": "their_words", "text": "No.", "status": null}', '{}', $3) returning id`,
    await connection('ship_station'),
    `f-${++count}`,
  );

/** A count that names few products waits for a decision. */
async function waitingCount({ own, accountId, connection }: Shop) {
  const connectionId = await connection('amware');
  const sentence = { code: 'count_short', connection: 'Amware', named: 0, before: 40, building: null, isFirst: false };
  await own.sql(
    `insert into stock_counts (account_id, connection_id, short_since, short_begun_at, short_ended_at) values ($1, $2, now(), now(), now())
      on conflict (account_id, connection_id) do update set short_since = now(), short_begun_at = now(), short_ended_at = now()`,
    [accountId, connectionId],
  );
  await own.sql(
    `insert into issues (account_id, connection_id, type, subject, sentence) values ($1, $2, 'short_count', 'stock', $3)
    on conflict do nothing`,
    [...[accountId, connectionId, JSON.stringify(sentence)]],
  );
  return { connectionId };
}

const preset = async ({ call }: Shop) => ({
  id: (
    await call('POST', '/api/connectors/ship_station/amware-presets', { field_name: 'packing_slip_message', field_value: `Hi ${++count}` })
  ).id,
});
const mapping = async ({ call }: Shop) => ({
  id: (
    await call('POST', '/api/connectors/ship_station/field-mappings', {
      ...{ source_field: 'country', source_value: 'IT', destination_field: 'delivery_instructions', destination_value: `Ciao ${++count}` },
    })
  ).id,
});
const code = async ({ find, connection }: Shop) => ({
  id: await find(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, $3, 'UPSGR') returning id`,
    await connection('ship_station'),
    `code-${++count}`,
  ),
});
const location = async ({ find, connection }: Shop) => ({
  id: await find(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
     values ($1, $2, $3, 'Shelf', 'KY1') returning id`,
    await connection('netsuite'),
    `L-${++count}`,
  ),
});

/** A vendor that asks whether an address is ours before it sends anything there. */
async function asking({ own, accountId }: Shop): Promise<number> {
  const connector: Connector = {
    ...{ name: 'asking', label: 'Asking', settings: z.object({}), limits: [], hosts: () => ({ api: [] }) },
    auth: { kind: 'fixed', headers: () => ({}) },
    identify: async () => ({ ok: true, value: { name: 'Asking', keys: ['asking:shop/1'] } }),
    hints: () => ({ challenge: ({ challenge = '' }) => ({ ok: true, reply: { status: 200, body: challenge } }) }),
  };
  connectors.push(connector);
  onTestFinished(() => void connectors.splice(connectors.indexOf(connector), 1));
  const form = { connector, name: 'Asking', since: new Date(), settings: {} };
  return (await withoutPerson(own.database, accountId, (tenant) => connect(tenant, own.web.parts.engine.seal, form))).id;
}

export const ofConnections: Records = {
  'PUT /api/connectors/:name': ({ sandbox }) => ({ ...demoSecrets.amware, base_url: `${sandbox.origin}/amware` }),
  'POST /api/connector-choices': ({ sandbox }) => {
    const { accountId, integration } = sandbox.control.company();
    const { clientId: client_id, certificateId: certificate_id } = integration;
    return { netsuite_account: accountId, client_id, certificate_id, api_address: `${sandbox.origin}/netsuite/${accountId}` };
  },
  'POST /api/connectors/:connector/subsidiaries': async ({ call }) => ({
    account: (await call('GET', '/api/connectors/netsuite/subsidiary/1/accounts'))[0].id,
  }),
  'POST /api/connectors': ({ sandbox }) => ({
    ...{
      address: `${sandbox.origin}/woocommerce/demo`,
      consumer_key: `ck_${'de30'.repeat(10)}`,
      consumer_secret: `cs_${'de30'.repeat(10)}`,
    },
  }),
  'GET /api/connector-logs/:connectorId/:entityId': logged,
  'GET /api/connector-logs/:connectorId/:entityId/:id': async (shop) => {
    await shop.own.web.parts.engine.exchanges.flush();
    const { connectorId } = await logged(shop);
    return {
      connectorId,
      id: await shop.find(
        `select id from exchanges where account_id = $1 and connection_id = $2 and operation = 'read_items'`,
        connectorId,
      ),
    };
  },
  'POST /api/unreadable-records/:id/dismiss': async (shop) => ({ id: await unreadable(shop) }),
  'GET /api/unreadable-records/:id': async (shop) => ({ id: await unreadable(shop) }),
  'POST /api/unreadable-records/dismiss': async (shop) => ({ ids: [await unreadable(shop)] }),
  'POST /api/unknown-references/:connectionId/dismiss': async ({ own, accountId, connection }) => {
    const connectionId = await connection('amware');
    await own.sql(`insert into unknown_references (account_id, connection_id, reference, stream) values ($1, $2, 'CD-1', 'shipments')`, [
      accountId,
      connectionId,
    ]);
    return { connectionId };
  },
  'GET /api/stock-counts/:connectionId/waiting': waitingCount,
  'POST /api/stock-counts/:connectionId/use': waitingCount,
  'POST /api/connector-consents': ({ folder, reach }) => {
    reach(folder.origin);
    return { address: `${folder.origin}/shop` };
  },
  'POST /api/connector-consents/:connector': async (shop) => {
    const as = await shop.anew(shop.ann);
    const payload = { connector: 'csv_drop', name: 'Folder', settings: { address: `${shop.folder.origin}/other` } };
    shop.reach(shop.folder.origin);
    const { address } = (await shop.own.as(as, { method: 'POST', url: '/api/connector-consents', payload })).json();
    return { as, query: shop.folder.allow(address).search.slice(1) };
  },
  'PUT /api/connectors/:name/import-choices/:other': async ({ own, accountId, connection }) => {
    const [one, other] = [await connection('ship_station'), await connection('channel_advisor')];
    await own.sql('insert into import_choices (account_id, low_id, high_id, keeps_id) values ($1, $2, $3, $2)', [
      accountId,
      Math.min(one, other),
      Math.max(one, other),
    ]);
    return { other };
  },
  'DELETE /api/connectors/:name/shipping-options': code,
  'DELETE /api/connectors/:connector/remote-locations/:id': location,
  'DELETE /api/connectors/:name/amware-presets/:id': preset,
  'DELETE /api/connectors/:name/field-mappings/:id': mapping,
  'POST /api/connectors/:name/rules/history/:id/put-back': async (shop) => {
    await preset(shop);
    await preset(shop);
    const history = (await shop.call('GET', '/api/connectors/ship_station/rules/history')) as { id: number }[];
    return { id: history[0]?.id };
  },
  'DELETE /settings/super/mappable-fields/:id': async ({ call }) => ({
    id: (await call('POST', '/settings/super/mappable-fields', { connector_id: 'ship_station', name: 'orderKey', description: 'Key' })).id,
  }),
  'POST /api/webhooks/:account/:connection': async ({ own, sandbox, accountId, connection }) => {
    const id = await connection('ship_station');
    const { seal, baseUrl } = own.web.parts.engine;
    const { address } = await withoutPerson(own.database, accountId, (tenant) => webhookAddress(tenant, seal, baseUrl, id));
    return {
      account: accountId,
      connection: id,
      secret: new URL(address).searchParams.get('secret'),
      resource_url: `${sandbox.origin}/ship-station/orders`,
    };
  },
  'POST /api/application-webhooks/:connector': ({ own }) => {
    const application = { id: 'crossdock', secret: 'the secret of our application' };
    const { engine } = own.web.parts;
    Object.assign(engine, { applications: { ...engine.applications, shopify: application } });
    const signed = (payload: string) => createHmac('sha256', application.secret).update(payload).digest('base64');
    return { headers: (payload) => ({ 'x-shopify-topic': 'shop/redact', 'x-shopify-hmac-sha256': signed(payload) }) };
  },
  'GET /api/webhooks/:account/:connection': async (shop) => ({ account: shop.accountId, connection: await asking(shop) }),
};
