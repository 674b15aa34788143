import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AddressValues } from '../../../base/addresses/address.ts';
import { certainOf } from '../../../base/addresses/suggesting/certain.ts';
import { pressSave } from '../../../nouns/orders/acting/pressed.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { found } from '../call.ts';
import { mayLeave } from '../orders/edit.ts';
import { type Caller, requireBuyers, seesBuyers } from '../showing/buyers.ts';
import { requireAsSeen } from '../writing/etag.ts';
import { requireRelease, requireReleaseOfOthers } from '../writing/releasing.ts';
import { doneReply, writes, writeV1 } from '../writing/write.ts';
import { type OpenIssue, readIssue, readShown } from './read.ts';

const nullable = z.string().nullable();
const shipTo = z.object({
  ...{ name: nullable, company: nullable, line_1: nullable, line_2: nullable, city: nullable, state: nullable, postal_code: nullable },
  country: nullable,
});

/** What the remedies of an issue about an address say of it; null for a key that may not see buyers. */
export const addresses = {
  suggested_address: z
    .object({ ship_to: shipTo.partial(), revision: z.number() })
    .nullable()
    .meta({ description: 'How what is missing of an address is certainly written, and the revision of the order that this was said of' }),
  new_address: z
    .object({ ship_to: shipTo, seen: z.string() })
    .nullable()
    .meta({ description: 'Where its channel has what has not left of an order go by now, and what a decision about it names' }),
};

const acceptCall = writes('POST /v1/issues/:id/accept-address', {
  summary:
    'Write the address of an order as its remedies suggest. It goes where nothing else stops it, so this takes `release_orders` too, unless it is locked or on a hold without an end; and `read_buyers`',
  scope: 'write_issues',
  body: z.strictObject({
    revision: z.int().min(0).meta({ description: 'Of the suggestion: where the order has changed since, nothing is written' }),
  }),
  reply: doneReply,
  ...{ sendsGoods: true, asSeen: true },
});

export function acceptAddressApi(app: FastifyInstance): void {
  writeV1(app, acceptCall, async (tenant, { request, session, params: { id }, body: { revision } }) => {
    requireBuyers(session, 'To accept an address');
    const { order_id } = await readIssue(tenant, id);
    if (order_id === null) throw nothingSuggested();
    const isLeaving = await mayLeave(tenant, order_id);
    if (request.headers['if-match'] !== undefined) requireAsSeen(request.headers['if-match'], await readShown(tenant, id, session));
    const { closed_at, type } = await readIssue(tenant, id);
    if (closed_at !== null || type !== 'address_incomplete') throw nothingSuggested();
    if (isLeaving) requireRelease(session, 'This order goes by itself: it is neither locked nor on a hold that somebody has to end.');
    await requireReleaseOfOthers(tenant, { request, session }, [order_id]);
    const order = found(await getOrder(tenant, order_id));
    if (order.revision !== revision)
      throw refuse(409, 'changed_since', 'The order has changed since this was suggested. Read the remedies of its issue again.');
    const suggestion = certainOf(order);
    if (!suggestion) throw nothingSuggested();
    const { runId } = await pressSave(tenant, session.name, { id: order_id, revision, ...suggestion });
    return { id, message: `The address of ${order.order_number} is completed.`, run_id: runId };
  });
}

const nothingSuggested = () => refuse(409, 'nothing_to_decide', 'This issue is closed, or nothing is certain about its address.');

type Shown = { [Name in keyof typeof addresses]: z.output<(typeof addresses)[Name]> };

/** The addresses that a person is shown beside this issue. */
export async function addressesFor(tenant: Tenant, { type, order_id, closed_at }: OpenIssue, caller: Caller): Promise<Shown> {
  const none = { suggested_address: null, new_address: null };
  const isOfAddress = type === 'address_incomplete' || type === 'new_address';
  if (!isOfAddress || order_id === null || closed_at !== null || !seesBuyers(caller)) return none;
  const order = await getOrder(tenant, order_id);
  if (!order) return none;
  if (type === 'new_address') {
    const { new_address: next } = order;
    return { ...none, new_address: next && { ship_to: byNames(next), seen: next.seen } };
  }
  const suggestion = certainOf(order);
  return { ...none, suggested_address: suggestion && { ship_to: given(byNames(suggestion)), revision: order.revision } };
}

type ShipTo = z.output<typeof shipTo>;

/** By the names of `/v1`; undefined where nothing is said of it. */
const byNames = ({ customer_name, company_name, address, address_2, city, state, postal_code, country }: Partial<AddressValues>) =>
  ({ name: customer_name, company: company_name, line_1: address, line_2: address_2, city, state, postal_code, country }) as ShipTo;

const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
