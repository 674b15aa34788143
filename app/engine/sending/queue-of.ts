import type { Stream } from '../../../connectors/contract.ts';
import type { Engine } from '../../base/worker-context.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';

/** The stream of a connection with this name, to acknowledge what it gave; undefined where its connector has none by now. */
export function queueOf(engine: Engine, connection: Connection, name: string, call: CallContext): Stream<unknown> | undefined {
  if (name === 'orders' || name === 'listings') return capabilityOf(engine, connection, name, call).stream;
  if (name === 'purchase_orders') return capabilityOf(engine, connection, 'purchaseOrders', call).stream;
  const { orderChanges, shipments, asnChanges, receipts } = capabilityOf(engine, connection, 'warehouse', call);
  return { order_changes: orderChanges, shipments, asn_changes: asnChanges, receipts }[name];
}
