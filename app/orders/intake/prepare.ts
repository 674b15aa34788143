import type { ChannelOrder } from '../../../connectors/contract.ts';
import { lineTexts } from './lines.ts';
import { contentHash, rawText } from './made-once.ts';
import { rowText } from './row.ts';

/** Makes beforehand what storing these orders asks for: while the page before is stored, so that its turn is shorter. */
export function prepareOrders(orders: ChannelOrder[]): void {
  for (const order of orders) {
    contentHash(order);
    rawText(order);
    rowText(order);
    lineTexts(order);
  }
}
