import type { Edge } from './edge.ts';
import { dumpAlone } from './restores.ts';

/** What is played, in this order. */
export const edges: Edge[] = [{ name: 'a dump is taken in mid-flow', play: dumpAlone }];
