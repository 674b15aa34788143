import { drawFlow, type ShownFlow } from '../../../ui/blocks/draw-flow.ts';
import { sells } from '../connection.ts';
import type { Connection } from '../contract.ts';
import { type ChannelFlow, sumFlows } from './flow.ts';

/** A connection with the orders that came from it in the last day, where it is a channel. */
export const withFlow = <Shown extends Pick<Connection, 'id' | 'capabilities'>>(
  connection: Shown,
  flows: ReadonlyMap<number, ChannelFlow>,
): Shown & { flow: ShownFlow | null } => ({
  ...connection,
  flow: sells(connection) ? drawFlow('Orders in', (flows.get(connection.id) ?? sumFlows([])).arrived) : null,
});
