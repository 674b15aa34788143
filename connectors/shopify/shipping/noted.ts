import { z } from 'zod';
import type { Result } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';
import { granted } from '../refusals.ts';
import { gid } from '../wire.ts';

/**
 * Shopify does not say who fulfilled. So the order keeps, in a metafield of ours, which of its fulfilments are parcels that we told it of,
 * by our keys: what a person fulfils there is taken off what is to be sent, and what we sent is not.
 */
export type Noted = Map<string, string>;

const metafield = z.object({ value: z.string(), compareDigest: z.string() }).nullish();
const parcels = z.record(z.string(), z.string().regex(/^\d{1,20}$/));

/** Null when it cannot be read. */
export function notedIn(raw: unknown): Noted | null {
  const found = metafield.safeParse(raw);
  if (!found.success) return null;
  if (!found.data) return new Map();
  try {
    const read = parcels.safeParse(JSON.parse(found.data.value));
    return read.success ? new Map(Object.entries(read.data)) : null;
  } catch {
    return null;
  }
}

/** Adds a parcel. Where somebody wrote in the meantime Shopify refuses it, and the order is read anew. */
export async function note(
  client: ShopifyClient,
  order: { id: string; parcels?: unknown },
  key: string,
  fulfillment: string,
): Promise<Result<null>> {
  const noted = notedIn(order.parcels) ?? new Map();
  const value = JSON.stringify(Object.fromEntries([...noted, [key, fulfillment]]));
  const compareDigest = metafield.safeParse(order.parcels).data?.compareDigest ?? null;
  const result = await client.note({
    ownerId: gid('Order', order.id),
    namespace: 'crossdock',
    key: 'parcels',
    type: 'json',
    value,
    compareDigest,
  });
  return mapResult(granted(result), () => null);
}
