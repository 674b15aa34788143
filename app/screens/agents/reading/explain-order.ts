import { existing } from '../../../../platform/http/refusal.ts';
import { nouns } from '../../../base/nouns.ts';
import type { OrderDetail } from '../../../nouns/order-flow/contract/detail.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { stepsOf } from '../../../nouns/orders/detail/steps.ts';
import { issueLabel, remedyLabel } from '../../../shared/issues/issue.ts';
import { withAddress, withoutBuyer } from '../../v1/showing/buyers.ts';
import { buyerOf } from '../buyer.ts';
import { fromOutside, type Outside } from '../outside.ts';
import { type Caller, tool } from '../tool.ts';
import { type Explained, explained, oneOrder } from './explained.ts';

/** So many lines and parcels are shown. */
const mostShown = 50;

export const explainOrderTool = tool({
  name: 'explain_order',
  title: 'Explain an order',
  description:
    'Says where an order stands, why it waits, what comes next, and what a person can do about it: what its page says. Takes the id that find_orders returns.',
  scope: 'read_orders',
  input: oneOrder,
  output: explained,
  async run(caller, { id }) {
    return explain(caller, existing(await caller.reading((tenant) => getOrder(tenant, id)), 'There is no such order in this account.'));
  },
});

function explain(caller: Caller, order: OrderDetail): Explained {
  const seesBuyer = caller.may('read_buyers');
  const say = (sentence: string): Outside => fromOutside(seesBuyer ? sentence : withoutBuyer(sentence, order), 600);
  return {
    ...{ id: order.id, number: fromOutside(order.order_number), channel_number: fromOutside(order.source_order_number) },
    ...{ status: order.order_status, channel: fromOutside(order.source_name), placed_at: order.order_date, locked: order.locked },
    ...{ units: order.units_ordered, units_shipped: order.units_shipped },
    waits_for: order.waits_for === null ? null : say(order.waits_for),
    hold: order.on_hold ? { reason: order.hold_reason ? say(order.hold_reason) : null, until: order.hold_until } : null,
    steps: stepsOf(order).map(({ key, state, at }) => ({ step: key, state, at })),
    issues: order.issues.slice(0, mostShown).map((issue) => ({
      ...{ id: issue.id, type: issue.type, label: issueLabel(issue.type), blocking: issue.blocking, opened_at: issue.opened_at },
      sentence: withAddress.has(issue.type) && !seesBuyer ? null : say(issue.sentence),
      ...{ remedy: issue.remedy, remedy_label: remedyLabel[issue.remedy] },
    })),
    ...goodsOf(order),
    ...(seesBuyer && { buyer: buyerOf(order) }),
    page: caller.linkTo(nouns.orders.pathOf(order.id)),
  };
}

const goodsOf = ({ lines, shipments }: OrderDetail): Pick<Explained, 'lines' | 'more_lines' | 'parcels'> => ({
  lines: lines.slice(0, mostShown).map(({ sku, name, quantity, quantity_shipped }) => ({
    ...{ sku: fromOutside(sku), name: fromOutside(name), quantity, quantity_shipped },
  })),
  more_lines: Math.max(0, lines.length - mostShown),
  parcels: shipments.slice(0, mostShown).map(({ carrier, trackingNumber, shipped_at, confirmed_at }) => ({
    ...{ carrier: fromOutside(carrier), tracking_number: fromOutside(trackingNumber), shipped_at, confirmed_at },
  })),
});
