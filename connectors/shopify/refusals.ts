import { z } from 'zod';
import type { Failure, Result } from '../contract.ts';
import type { Learned } from '../http/learned.ts';
import { theirWords } from '../http/reasons.ts';
import type { Judge, Reply, Verdict } from '../http/request.ts';
import { because } from './reasons.ts';

const throttle = z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number().positive() });
const cost = z.object({ requestedQueryCost: z.number().nullish(), throttleStatus: throttle });
const body = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).nullish(),
        extensions: z.object({ code: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  extensions: z.object({ cost: cost.nullish() }).nullish().catch(null),
});
type Body = z.output<typeof body>;
type GraphqlError = NonNullable<Body['errors']>[number];

/** What Shopify says of the allowance of this app in this shop, with each reply. */
export function learned({ status, body: raw }: Reply): Learned {
  const stated = status === 200 ? body.safeParse(raw).data?.extensions?.cost?.throttleStatus : undefined;
  return stated ? { limit: stated.maximumAvailable, perSecond: stated.restoreRate, remaining: Math.max(0, stated.currentlyAvailable) } : {};
}

/**
 * GraphQL refuses with 200. And a 404 is the shop's address or the version's, never an order's: an order that is not found would end.
 */
export const judge: Judge = ({ status, body: raw }, { now }) => {
  if (status === 404) return { kind: 'retry', reason: because({ code: 'shopify.no_api' }), setting: 'shop' };
  if (status !== 200) return undefined;
  const { data } = body.safeParse(raw);
  const errors = (data?.errors ?? []).filter((error) => !(data?.data && isHidden(error)));
  const [error] = errors;
  if (!data || !error) return undefined;
  return verdictOf(error, data, now);
};

/** Fields of customers that the app may not see are null, with an error each: the order says so itself. */
const isHidden = ({ path, extensions }: GraphqlError) =>
  extensions?.code === 'ACCESS_DENIED' && (path ?? []).some((part) => customerFields.has(part));
const customerFields = new Set<string | number>(['shippingAddress', 'billingAddress', 'email', 'phone']);

function verdictOf({ message, extensions }: GraphqlError, reply: Body, now: Date): Verdict {
  const code = extensions?.code ?? (message === 'Throttled' ? 'THROTTLED' : '');
  if (code === 'THROTTLED')
    return { kind: 'retry', limited: true, maybeDone: false, at: restoredAt(reply, now), reason: { code: 'used_up', system: 'Shopify' } };
  if (code === 'ACCESS_DENIED') return { kind: 'forbidden', reason: because({ code: 'shopify.no_access', text: message.slice(0, 300) }) };
  if (code === 'SHOP_INACTIVE') return { kind: 'reconnect', reason: theirWords(message) };
  if (code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT') return { kind: 'retry', reason: theirWords(message) };
  return { kind: 'rejected', code: 'other', reason: theirWords(message) };
}

/** When what the query would have cost is there again. */
function restoredAt({ extensions }: Body, now: Date): Date {
  const { requestedQueryCost, throttleStatus } = extensions?.cost ?? {};
  if (!throttleStatus) return new Date(now.getTime() + 2_000);
  const lacking = Math.max(0, (requestedQueryCost ?? throttleStatus.maximumAvailable) - throttleStatus.currentlyAvailable);
  return new Date(now.getTime() + Math.min(60_000, Math.max(1_000, Math.ceil((lacking / throttleStatus.restoreRate) * 1000))));
}

const userError = z.object({ message: z.string(), field: z.array(z.string()).nullish(), code: z.string().nullish() });
export type UserError = z.output<typeof userError>;
/** What a mutation refuses is in its payload. */
export const refusable = z.object({ userErrors: z.array(userError) });

/** `setting`: the one that is wrong. */
export const rejected = (reason: Extract<Failure, { kind: 'rejected' }>['reason'], setting?: string): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason, ...(setting !== undefined && { setting }) },
});

/** A payload as a result: the first thing that it refuses, in Shopify's words. */
export function granted<T extends z.output<typeof refusable>>(result: Result<T>): Result<T> {
  const refusal = result.ok ? result.value.userErrors[0] : undefined;
  return refusal ? { ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords(refusal.message) } } : result;
}
