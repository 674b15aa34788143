import { sql } from 'kysely';
import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { capabilitiesOf, credentialOf, quietSession } from '../../../../connectors/settings.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import { enqueueAll } from '../../../base/job-queue.ts';
import { type StreamName, streamKinds, streamNames } from '../../../base/stream-names.ts';
import { acknowledgesOf, confirmsOf, getConnection, holdsOf, warehouseCan } from '../calls/session.ts';
import { pullJob } from './wake.ts';

/** How often announced goods and receipts are read without hints, where the warehouse has them and says nothing else. */
const inboundSeconds = 15;

type Since = { since?: Date; everySeconds?: number };

/** The catalogue is read from the beginning: today's orders are for products that the warehouse has had for years. */
const ever = new Date(0);

/**
 * Makes a connection what its connector is able to do: capabilities, and a stream for each that it reads. Streams that there are
 * stay as they are, but for what the connector does not want read as often. @throws Refusal 409 where another warehouse is connected
 */
export async function fitToConnector(
  tenant: Tenant,
  id: number,
  connector: Connector,
  settings: Settings,
  { since = new Date(), everySeconds }: Since = {},
): Promise<void> {
  const can = warehouseCan(connector, settings);
  const written = sql`
    update connections set capabilities = ${capabilitiesOf(connector)}::text[], confirms = ${confirmsOf(connector, settings)},
      holds = ${holdsOf(connector, settings)}, holds_released = ${can.hold}, replaces_released = ${can.replace},
      credential = ${credentialOf(connector, settings)}, acknowledges = ${acknowledgesOf(connector, settings)}
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await unlessTaken('connections_one_warehouse', written, () => oneWarehouse('Another warehouse'));
  const streams = streamsOf(connector, settings).map(({ name, everySeconds: usual }) => ({
    stream: name,
    since: streamKinds[name].fromTheBeginning ? ever : since,
    // Those that orders depend on may be read more often than usual.
    every: usual <= 30 ? (everySeconds ?? usual) : usual,
  }));
  // Those that there are may be read at this moment, by somebody who then waits for the connection: a conflict would wait for them.
  const { rows } = await sql<{ stream: StreamName }>`
    insert into streams (account_id, connection_id, stream, since, every_seconds)
    select ${tenant.accountId}, ${id}, stream, since, every from jsonb_to_recordset(${JSON.stringify(streams)}::jsonb) as row (stream text,
      since timestamptz, every int)
    where not exists (select from streams s where ${inAccount(tenant, 's')} and s.connection_id = ${id} and s.stream = row.stream)
    on conflict do nothing returning stream`.execute(tenant.db);
  await enqueueAll(
    tenant,
    rows.map(({ stream }) => pullJob(tenant.accountId, id, stream)),
  );
  await readAsSlowly(tenant, id, connector, settings);
}

/**
 * Has streams from before the connector said how often it wants them read, which are read as often as all once were, read as it wants. Not
 * one that is being read at this moment, which has its turn the next time.
 */
async function readAsSlowly(tenant: Tenant, id: number, connector: Connector, settings: Settings): Promise<void> {
  const seconds = connector.warehouse?.(quietSession(connector, settings)).inboundSeconds;
  if (seconds === undefined) return;
  await sql`
    update streams s set every_seconds = ${seconds}
    from (select stream from streams where ${inAccount(tenant)} and connection_id = ${id} and stream in ('asn_changes', 'receipts')
      and every_seconds = ${inboundSeconds} for update skip locked) as usual
    where ${inAccount(tenant, 's')} and s.connection_id = ${id} and s.stream = usual.stream`.execute(tenant.db);
}

/** Orders go to one warehouse: with two, nobody could say to which. */
export const oneWarehouse = (connected: string): Refusal =>
  refuse(409, 'warehouse_connected', `${connected} is connected already, and orders go to one warehouse. Disconnect it first.`);

/** A connector of a newer version may be able to do more than when the account connected it. */
export async function fitConnections(tenant: Tenant, seal: Seal): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and disconnected_at is null`.execute(tenant.db);
  for (const { id } of rows) {
    const connection = await getConnection(tenant, seal, id);
    if (connection?.opens && connection.connector.settings.safeParse(connection.settings).success)
      await fitToConnector(tenant, id, connection.connector, connection.settings);
  }
}

/** The streams that a connector reads, and how often without hints. */
function streamsOf(connector: Connector, settings: Settings): { name: StreamName; everySeconds: number }[] {
  if (connector.byCall) return [];
  const session = quietSession(connector, settings);
  const warehouse = connector.warehouse?.(session);
  const own: Partial<Record<StreamName, number | undefined>> = {
    open_orders: connector.orders?.(session).reread?.everySeconds,
    still_there: connector.orders?.(session).listOpen?.everySeconds,
    hints: connector.hints?.(session).poll?.everySeconds,
    asn_changes: warehouse?.asnChanges && (warehouse.inboundSeconds ?? inboundSeconds),
    receipts: warehouse?.receipts && (warehouse.inboundSeconds ?? inboundSeconds),
  };
  return streamNames.flatMap((name) => {
    const { capability, everySeconds } = streamKinds[name];
    if (connector[capability] === undefined) return [];
    const seconds = everySeconds ?? own[name];
    return seconds === undefined ? [] : [{ name, everySeconds: seconds }];
  });
}
