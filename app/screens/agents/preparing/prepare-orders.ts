import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import { invalid, refuseWith } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { orderFilter, usualDay } from '../../../nouns/order-flow/contract/filter.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { termsOf } from '../../../nouns/orders/acting/pressed.ts';
import { matchingOrders } from '../../../nouns/orders/bulk/matching.ts';
import { orderBulk } from '../../../nouns/orders/bulk/verbs.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { withIds } from '../../../shared/runs/bulk/start.ts';
import { FitsNone, type Preview, proposeBulk } from '../../../shared/runs/proposed/propose.ts';
import { fromOutside, outside } from '../outside.ts';
import { tool } from '../tool.ts';
import { pageOfRun, stateOfRun } from './runs.ts';

const day = usualDay.optional();

const input = z.strictObject({
  action: z.enum(['hold', 'unhold', 'retry', 'cancel', 'archive']).meta({
    description: 'retry: check orders with issues again. Goods leave by unhold and retry, which take the scope release_orders too',
  }),
  ids: z.array(id).min(1).max(200).optional().meta({ description: 'These orders, by the ids of find_orders' }),
  matching: z
    .strictObject({
      ...{ status: z.enum(orderStatuses).optional(), issue: z.enum([...issueTypes, 'any']).optional(), on_hold: z.boolean().optional() },
      ...{ placed_from: day, placed_until: day },
    })
    .optional()
    .meta({ description: 'Or all orders of now that match this, up to 1,000' }),
  reason: text(200).optional().meta({ description: 'Of a hold' }),
  until: day.meta({ description: 'The day on which a hold ends, in the account’s time zone. A person starts such a hold' }),
});
type Input = z.output<typeof input>;

export const prepareOrdersTool = tool({
  name: 'prepare_orders_action',
  title: 'Prepare an action over orders',
  description:
    'Prepares an action over a fixed set of orders and says what it would do. Nothing is done yet: a person looks at each order on the page and starts it there, or start_run where the account lets agents change so many. Give people the link, and see follow_run later.',
  scope: 'write_orders',
  changes: true,
  input,
  output: z.object({
    run_id: z.number(),
    state: stateOfRun,
    total: z.number(),
    would_be_done: z.number(),
    left_as_they_are: z.array(z.object({ reason: outside, orders: z.number() })),
    page: z.url().meta({ description: 'Where a person starts or declines it, within a day' }),
  }),
  async run(caller, given) {
    const { action, reason, until } = given;
    const work = action === 'retry' ? 'clear-errors' : action;
    if (orderBulk.verbs[work].sendsGoods && !caller.may('release_orders')) throw lacksRelease();
    const hold = termsOf(action, { ...(reason && { reason }), ...(until && { until }) }, caller.timezone);
    const by = { keyId: caller.key.id, name: caller.calledBy };
    const { runId, total, fitting, left } = await caller
      .inTenant((tenant) => proposeBulk(tenant, orderBulk, work, { matching: selected(tenant, given), terms: hold, by }))
      .catch(withReasons);
    const state = 'waits_for_a_person';
    const page = pageOfRun(caller, runId, state);
    return { run_id: runId, state, total, would_be_done: fitting, left_as_they_are: marked(left), page } as const;
  },
});

const marked = (left: Preview['left']) => left.map(({ reason, records }) => ({ reason: fromOutside(reason), orders: records }));

function withReasons(error: unknown): never {
  if (!(error instanceof FitsNone)) throw error;
  throw refuseWith({ left: marked(error.left) }, error.status, 'wrong_state', error.message);
}

const lacksRelease = () =>
  refuseWith({ scope: 'release_orders' }, 403, 'lacks_scope', 'Goods leave by this: it takes a key with the scope release_orders, too.');

/** @throws Invalid where it names both, or neither */
function selected(tenant: Tenant, { ids, matching }: Input) {
  if ((ids === undefined) === (matching === undefined)) throw invalid({ ids: ['Name orders or what they match, and not both.'] });
  if (ids) return withIds(tenant, orderBulk, ids);
  const { status, issue, on_hold, placed_from, placed_until } = matching ?? {};
  const held = on_hold === undefined ? undefined : on_hold ? 'yes' : 'no';
  // As find_orders finds them, which says nothing of the archive: what an agent was shown is all that it prepares.
  const filter = { status, issue, hold: held, archived: 'no', start_at: placed_from, end_at: placed_until };
  return matchingOrders(tenant, orderFilter.parse(filter));
}
