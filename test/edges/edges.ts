import { stagingCopy } from './copies.ts';
import type { Edge } from './edge.ts';
import { lateStandby, standbyInStep } from './failovers.ts';
import { holdInBulk } from './holds.ts';
import { connectTwice, exchangeKey, reconnectChannel, reconnectWarehouse } from './reconnects.ts';
import { mendLink } from './relink.ts';
import { restoreFromDump } from './restores.ts';
import { twins } from './twins.ts';

/** What is played, in this order. */
export const edges: Edge[] = [
  { name: 'restore from a dump taken in mid-flow', play: restoreFromDump, isShort: true },
  { name: 'a standby that has all takes over', play: standbyInStep, hasStandby: true, isShort: true },
  { name: 'a standby that had not caught up takes over', play: lateStandby, hasStandby: true, isShort: true },
  { name: 'a standby that has all takes over, behind PgBouncer', play: standbyInStep, hasStandby: true, isPooled: true, isShort: true },
  {
    ...{ name: 'a standby that had not caught up takes over, behind PgBouncer', play: lateStandby },
    ...{ hasStandby: true, isPooled: true, isShort: true },
  },
  { name: 'a copy beside the original, and then in its place', play: stagingCopy },
  { name: 'the channel is connected again', play: reconnectChannel },
  { name: 'the warehouse is connected again', play: reconnectWarehouse },
  { name: 'the same shop is connected twice', play: connectTwice },
  { name: "the warehouse's key is exchanged in an outage", play: exchangeKey },
  { name: 'two kinds of connections bring the same orders', play: twins, isShort: true },
  { name: 'holds and their ends in bulk', play: holdInBulk },
  { name: 'a link is mended after release', play: mendLink },
];
