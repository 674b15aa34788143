import { sells, ships } from '../../../shared/connections/connection.ts';
import type { Connection } from '../../../shared/connections/contract.ts';
import type { ChannelFlow } from '../../../shared/connections/home/flow.ts';
import { drawFlow, type ShownFlow } from '../../../ui/blocks/draw-flow.ts';
import type { Flow, StatusCounts, Today } from '../contract.ts';

/** The steps of an order on Home: stages with the orders in them, gates with the number that passed today. */
export type Stage = {
  key: 'channel' | 'pending' | 'packing' | 'shipped' | 'fulfilled';
  label: string;
  standing: number | null;
  /** Orders that wait for a person. */
  stopped: number;
  /** Orders of today that go no further. */
  cancelled: number;
};
export type Gate = {
  key: keyof Flow;
  today: number;
  /** What passed in the last day by the hour. */
  flow: ShownFlow;
  /** Why nothing can pass, if so. */
  blocked: string | null;
};
export type ConnectionHealth = Pick<Connection, 'name' | 'capabilities' | 'health'>;

type Side = 'channel' | 'warehouse';

/** The side on which a gate depends. */
const keeper: Record<Gate['key'], Side> = {
  arrived: 'channel',
  accepted: 'warehouse',
  shipped: 'warehouse',
  confirmed: 'channel',
};

export type FlowStages = { stages: Stage[]; gates: Gate[] };

export function flowStages(counts: StatusCounts, today: Today, hours: ChannelFlow, connections: readonly ConnectionHealth[]): FlowStages {
  const stage = (key: Stage['key'], label: string, standing: number | null): Stage => ({ key, label, standing, stopped: 0, cancelled: 0 });
  const gate = (key: Gate['key']): Gate => ({
    key,
    today: today[key],
    flow: drawFlow(`Orders ${key}`, hours[key]),
    blocked: blockedBy(connections, keeper[key]),
  });
  return {
    stages: [
      stage('channel', channelLabel(connections), null),
      { ...stage('pending', 'Pending', counts.pending), stopped: counts.error, cancelled: today.cancelled },
      stage('packing', 'Packing', counts.packing + counts.partially_shipped),
      stage('shipped', 'Shipped', counts.shipped),
      stage('fulfilled', 'Fulfilled', null),
    ],
    gates: [gate('arrived'), gate('accepted'), gate('shipped'), gate('confirmed')],
  };
}

function channelLabel(connections: readonly ConnectionHealth[]): string {
  const channels = connections.filter(sells);
  return channels.length === 1 && channels[0] ? channels[0].name : `${channels.length || 'No'} channels`;
}

/** Names any channel that is stopped; with none connected the gate is shut. */
function blockedBy(connections: readonly ConnectionHealth[], side: Side): string | null {
  const those = connections.filter(side === 'channel' ? sells : ships);
  if (those.length === 0) return `no ${side} connected`;
  const stopped = those.find(({ health }) => standstill[health]);
  return stopped ? `${stopped.name} ${standstill[stopped.health]}` : null;
}

const standstill: Partial<Record<Connection['health'], string>> = {
  needs_reconnect: 'refuses our credentials',
  paused: 'is paused',
  blocked: 'cannot be reached',
};
