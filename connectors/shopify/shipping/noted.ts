import { z } from 'zod';
import type { Result } from '../../contract.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { gid } from '../wire.ts';

/**
 * Shopify does not say who fulfilled. So the order keeps, in a metafield of ours, which of its fulfilments are parcels that we told it of,
 * by our keys: what a person fulfils there is taken off what is to be sent, and what we sent is not.
 */
export type Noted = Map<string, string>;

const metafield = z.object({ value: z.string(), compareDigest: z.string() }).nullish();
/** Each is read by itself: whoever may write there must not have us read without an end. */
export const mostParcels = 200;
const parcels = z.record(z.string(), z.string().regex(/^\d{1,20}$/)).refine((noted) => Object.keys(noted).length <= mostParcels);

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

/** The name of a note of one of several fulfilments that a parcel is. */
export const partName = (key: string, fulfillment: string): string => `${key}/${fulfillment}`;
const isPartOf = (name: string, key: string) => name.startsWith(`${key}/`);
/** The noted fulfilments that are parts of a parcel. */
export const partsNoted = (noted: Noted, key: string): string[] => [...noted].flatMap(([name, id]) => (isPartOf(name, key) ? [id] : []));
export const hasPart = (noted: Noted | null, key: string): boolean => noted !== null && partsNoted(noted, key).length > 0;

/** A note that somebody else wrote in the meantime is read and written again, so often. */
const mostRounds = 3;

/** Whether no more fits: what is made then could not be noted. */
export const isFull = (noted: Noted): boolean => noted.size >= mostParcels;

/** With the note of a whole parcel, which says of one of its parts what that part's own note did. */
function withNote(noted: Noted, key: string, fulfillment: string): Noted {
  const kept = [...noted].filter(([name]) => name !== partName(key, fulfillment));
  return new Map([...kept, [key, fulfillment]]);
}

/** Adds a parcel to what was read, so that nobody's note is lost: Shopify refuses it where somebody wrote since. */
export async function note(
  { client, now }: Pick<Opened, 'client' | 'now'>,
  order: { id: string; parcels?: unknown },
  key: string,
  fulfillment: string,
): Promise<Result<null>> {
  let { parcels } = order;
  for (let round = 0; round < mostRounds; round += 1) {
    const notes = notedIn(parcels);
    if (notes === null) return rejected(because({ code: 'shopify.broken_note' }));
    if (notes.get(key) === fulfillment) return { ok: true, value: null };
    const noted = withNote(notes, key, fulfillment);
    // Nobody could read it.
    if (noted.size > mostParcels) return rejected(because({ code: 'shopify.many_parcels', most: mostParcels }));
    const written = await client.note(metafieldOf(order.id, parcels, noted));
    if (!written.ok) return written;
    const [refusal] = written.value.userErrors;
    if (!refusal) return { ok: true, value: null };
    if (refusal.code !== 'STALE_OBJECT') return rejected(because({ code: 'shopify.note_refused', text: refusal.message.slice(0, 300) }));
    const again = await client.getOrder(order.id);
    if (!again.ok) return again;
    parcels = again.value?.parcels;
  }
  return { ok: false, failure: { kind: 'retry', at: now(), reason: { code: 'changed_there', system: 'Shopify' }, maybeDone: true } };
}

const metafieldOf = (orderId: string, parcels: unknown, noted: Noted) => ({
  ...{ ownerId: gid('Order', orderId), namespace: 'crossdock', key: 'parcels', type: 'json' },
  ...{ value: JSON.stringify(Object.fromEntries(noted)), compareDigest: metafield.safeParse(parcels).data?.compareDigest ?? null },
});
