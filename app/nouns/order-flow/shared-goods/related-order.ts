import type { ChannelOrder } from '../../../../connectors/contract.ts';

/** The connection that orders come from. */
export type Channel = { connectionId: number; label: string };

/** An order that was just stored: it is new to us, has changed, or is there again after it was gone. */
export type RelatedOrder = { order: ChannelOrder; orderId: number; isNew: boolean; wasGone: boolean };
