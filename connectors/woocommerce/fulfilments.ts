import { z } from 'zod';
import type { Result } from '../contract.ts';
import { id } from '../http/shapes.ts';
import { isMissing, type WooClient } from './client.ts';
import { metas, type WireFulfilment } from './wire.ts';

/** A fulfilment with our key in it is a parcel of ours. */
export const keyMeta = 'crossdock_key';

/** What WooCommerce keeps of an order's fulfilments as a whole, in its meta data: no status of the order says it. */
const statusMeta = '_fulfillment_status';
const items = z.array(z.object({ item_id: id, qty: z.number().int() }));

/** The fulfilments of an order of which some have left; none where it has gone in the meantime, or the shop has them no longer. */
export async function fulfilmentsOf(client: WooClient, raw: Record<string, unknown>): Promise<Result<unknown>> {
  const status = metas.safeParse(raw.meta_data).data?.find(({ key }) => key === statusMeta)?.value;
  if (status === undefined || status === 'unfulfilled') return { ok: true, value: [] };
  const listed = await client.listFulfilments(String(raw.id));
  return isMissing(listed) || (!listed.ok && listed.failure.kind === 'not_found') ? { ok: true, value: [] } : listed;
}

/** A draft has not left. */
const ofOthers = (fulfilments: WireFulfilment[]) =>
  fulfilments.filter(({ is_fulfilled, meta_data }) => is_fulfilled && !meta_data.some(({ key }) => key === keyMeta));

/** What a person, or what makes labels, says of a parcel. What the shop fulfils by itself, as downloads, has none of it. */
const ofParcels = new Set(['_shipping_option', '_tracking_number', '_tracking_url', '_shipment_provider', '_provider_name']);

/** Whether somebody else has said of any that it is a parcel. */
export const hasParcelOfOthers = (fulfilments: WireFulfilment[]): boolean =>
  ofOthers(fulfilments).some(({ meta_data }) => meta_data.some(({ key }) => ofParcels.has(key)));

/** Units by line that somebody else has sent. */
export function sentByOthers(fulfilments: WireFulfilment[]): z.ZodSafeParseResult<Map<string, number>> {
  const ofEach = ofOthers(fulfilments).map(({ meta_data }) => meta_data.find(({ key }) => key === '_items')?.value);
  return z
    .array(items)
    .transform((sent) => sent.flat().reduce((units, { item_id, qty }) => units.set(item_id, (units.get(item_id) ?? 0) + qty), new Map()))
    .safeParse(ofEach);
}
