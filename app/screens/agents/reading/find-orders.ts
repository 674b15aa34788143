import { z } from 'zod';
import { instant, text } from '../../../../platform/endpoint.ts';
import { refuseWith } from '../../../../platform/http/refusal.ts';
import { nouns } from '../../../base/nouns.ts';
import { usualDay } from '../../../nouns/order-flow/contract/filter.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { ordersNumbered } from '../../../nouns/order-flow/values/numbered.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { listOrders, ordersQuery } from '../../v1/orders/list.ts';
import type { ListedOrder } from '../../v1/orders/shapes.ts';
import { fromOutside, outside } from '../outside.ts';
import { type Caller, tool } from '../tool.ts';

const day = usualDay.optional();

const found = z.object({
  id: z.number(),
  number: outside,
  channel_number: outside.meta({ description: 'What the channel calls it' }),
  status: z.enum(orderStatuses),
  channel: outside,
  placed_at: instant,
  units: z.number(),
  units_shipped: z.number(),
  on_hold: z.boolean(),
  locked: z.boolean(),
  open_issues: z.number(),
  buyer: outside.optional(),
  page: z.url(),
});

export const findOrdersTool = tool({
  name: 'find_orders',
  title: 'Find orders',
  description:
    'Finds orders, the newest first: by their number here or at the channel, or by status, issue and day. Use explain_order to learn why one waits.',
  scope: 'read_orders',
  input: z.strictObject({
    number: text(100).min(1).optional().meta({ description: 'The whole number, as SO-1042 or the channel’s own' }),
    words: text(200).min(1).optional().meta({ description: 'Words of the order or its buyer. Takes the scope read_buyers' }),
    status: z.enum(orderStatuses).optional(),
    issue: z.enum([...issueTypes, 'any']).optional(),
    on_hold: z.boolean().optional(),
    placed_from: day,
    placed_until: day.meta({ description: 'This day is included' }),
    limit: z.int().min(1).max(25).default(10),
    cursor: text(200).optional().meta({ description: 'The `next` of the call before' }),
  }),
  output: z.object({ orders: z.array(found), next: z.string().nullable() }),
  async run(caller, { number, words, on_hold, ...filter }) {
    if (words !== undefined && !caller.may('read_buyers')) throw lacks();
    const { data, next } = await caller.reading(async (tenant) => {
      const ids = number === undefined ? undefined : await ordersNumbered(tenant, number);
      if (ids?.length === 0) return { data: [], next: null };
      const held = on_hold === undefined ? {} : { on_hold: String(on_hold) };
      return listOrders(
        tenant,
        ordersQuery.parse({ ...filter, ...held, ...(words && { search: words }), ...(ids && { ids: ids.join(',') }) }),
      );
    });
    return { orders: data.map((order) => summaryOf(caller, order)), next };
  },
});

const lacks = () =>
  refuseWith({ scope: 'read_buyers' }, 403, 'lacks_scope', 'To search by words takes a key with the scope read_buyers. Search by number.');

const summaryOf = (caller: Caller, order: ListedOrder): z.input<typeof found> => ({
  ...{ id: order.id, number: fromOutside(order.number), channel_number: fromOutside(order.channel_number), status: order.status },
  ...{ channel: fromOutside(order.connection.name), placed_at: order.placed_at, units: order.units, units_shipped: order.units_shipped },
  ...{ on_hold: order.on_hold, locked: order.locked, open_issues: order.open_issues },
  ...(caller.may('read_buyers') && { buyer: fromOutside(order.customer_name) }),
  page: caller.linkTo(nouns.orders.pathOf(order.id)),
});
