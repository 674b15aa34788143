import type { Edge } from './edge.ts';
import { mendLink } from './relink.ts';
import { laggingStandby, restoreFromDump } from './restores.ts';

/** What is played, in this order. */
export const edges: Edge[] = [
  { name: 'restore from a dump taken in mid-flow', play: restoreFromDump },
  { name: 'a standby that had not caught up takes over', play: laggingStandby },
  { name: 'a link is mended after release', play: mendLink },
];
