import type { RawOrder } from '../wire.ts';

type Raw = RawOrder;
type Part = { raw: Raw; lines: Raw[] };

/** As many as are read of an order in pages. */
const mostParts = 500;
const mostLines = 5_000;

/** An order of a file, whose fulfilment orders and their lines come as lines of their own. It becomes as a query would have it. */
export function assembling(order: Raw) {
  const parts = new Map<unknown, Part>();
  let lines = 0;
  let isCut = false;
  return {
    /** Whether the line is of this order; what is more than an order may have is left out, and the order counts as cut. */
    adopts({ __parentId: parent, ...raw }: Raw): boolean {
      const part = parts.get(parent);
      if (!part && parent !== order.id) return false;
      if (part ? lines >= mostLines : parts.size >= mostParts) isCut = true;
      else if (part) part.lines.push(raw);
      else parts.set(raw.id, { raw, lines: [] });
      if (part) lines += 1;
      return true;
    },
    whole: (): Raw => ({
      ...order,
      fulfillmentOrders: {
        nodes: [...parts.values()].map(({ raw, lines }) => ({
          // A request to cancel comes with the order as it is read by itself.
          ...{ ...raw, merchantRequests: { nodes: [] } },
          lineItems: { nodes: lines, pageInfo: { hasNextPage: false, endCursor: null } },
        })),
        pageInfo: { hasNextPage: isCut, endCursor: null },
      },
    }),
  };
}
