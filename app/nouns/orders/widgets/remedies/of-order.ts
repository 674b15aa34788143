import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import { getOrderCall } from '../../../order-flow/contract/detail.ts';
import { actOnOrderCall, type OrderAction, type RestRoute } from '../../../order-flow/contract/orders.ts';

/** An order that a person decides about, as it was when its panel opened. */
export type Decided = Reply<typeof getOrderCall>;

export const readDecided = ({ order_id }: RemedyIssue, signal: AbortSignal): Promise<Decided> =>
  call(getOrderCall, { params: { id: order_id ?? 0 } }, signal);

/** The issue as it was then: what the page behind the panel has may be older, or newer. Undefined where somebody has decided. */
export const issueThen = ({ issues }: Decided, { type, subject }: RemedyIssue) =>
  issues.find((issue) => issue.type === type && issue.subject === subject);

/** Decides about that, and is refused where it or the goods are others by now. */
export const decideAsSeen = (order: Decided, issue: RemedyIssue, action: OrderAction, set?: RestRoute) =>
  call(actOnOrderCall, { params: { id: order.id, action }, body: { seen: issueThen(order, issue)?.seen ?? '', set } });
