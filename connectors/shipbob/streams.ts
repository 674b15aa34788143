import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result, WarehouseItem, WarehouseOrderState, WarehouseShipment } from '../contract.ts';
import { firstIssue, idIn, type Translate, translateAll } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import type { ShipBobClient } from './client.ts';
import { beginning, follow, trailIn } from './pages.ts';
import { translateParcels, translateState } from './translate.ts';
import { onward, serverTime, type Walk, walkAt } from './walk.ts';
import { product, variant } from './wire-goods.ts';

const pageSize = 100;

const ordersFrom = (client: ShipBobClient, { since, page }: Walk) =>
  client.orders({ LastUpdateStartDate: since.toISOString(), SortOrder: 'Oldest', Page: page, Limit: pageSize });

export function orderStream(client: ShipBobClient, now: () => Date): CursorStream<WarehouseOrderState> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const walk = walkAt(cursor, since);
      const reply = await ordersFrom(client, walk);
      if (!reply.ok) return reply;
      const { headers, body } = reply.value;
      const place = onward(walk, { isLast: body.length < pageSize, headers, now: now() });
      return { ok: true, value: { ...translateAll(body, translateState), ...place } };
    },
  };
}

/** As many are looked at again at once. */
const mostWaiting = 200;

/** Parcels come with their orders: one that has left and has no number yet is looked at again for a day. */
export function parcelStream(client: ShipBobClient, now: () => Date): CursorStream<WarehouseShipment> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const walk = walkAt(cursor, since);
      const reply = await (walk.page === 0 ? client.orders({ IDs: walk.waits, Limit: mostWaiting }) : ordersFrom(client, walk));
      if (!reply.ok) return reply;
      const { headers, body } = reply.value;
      const waits = new Set(walk.page === 0 ? [] : walk.waits);
      const page: Pick<Page<WarehouseShipment>, 'records' | 'unreadable' | 'gone'> = { records: [], unreadable: [], gone: [] };
      for (const raw of body) {
        const { parcels, waiting } = translateParcels(raw, { now: now(), mayWait: waits.size < mostWaiting });
        if (waiting !== null) waits.add(waiting);
        for (const parcel of parcels) {
          if (parcel.ok) page.records.push(parcel.record);
          else page.unreadable.push(parcel.unreadable);
        }
      }
      const place = onward(walk, { isLast: body.length < pageSize, headers, now: now(), waits: [...waits] });
      return { ok: true, value: { ...page, ...place } };
    },
  };
}

const text = z.string().max(2000).nullable();
const placeIn = z.object({ since: text, next: text, began: text, trail: trailIn });
type Place = z.infer<typeof placeIn>;

/** The products, then those that changed. Each variant is an item; what cannot lie on a shelf and what is packed of others is none. */
export function itemStream(client: ShipBobClient, now: () => Date): CursorStream<WarehouseItem> {
  return {
    mode: 'cursor',
    async read(cursor) {
      const place = placeIn.safeParse(cursor).data ?? { since: null, next: null, began: null, trail: beginning };
      const reply = await client.products({ PageSize: 250, SortBy: 'Id', SortOrder: 'ASC', LastUpdatedTimestamp: place.since }, place.next);
      if (!reply.ok) return reply;
      const { headers, body } = reply.value;
      const began = place.began ?? new Date(serverTime(headers, now()).getTime() - 5 * 60_000).toISOString();
      return mapResult(nextOf(place, body.next ?? null, began, now), (onward) => ({ ...itemsIn(body.items ?? []), ...onward }));
    },
  };
}

function nextOf(place: Place, next: string | null, began: string, now: () => Date): Result<{ next: Cursor; more: boolean }> {
  if (next === null) return { ok: true, value: { next: { since: began, next: null, began: null, trail: beginning }, more: false } };
  return mapResult(follow(place.trail, next, now), (trail) => ({ next: { ...place, next, began, trail }, more: true }));
}

function itemsIn(products: readonly unknown[]): Pick<Page<WarehouseItem>, 'records' | 'unreadable' | 'gone'> {
  const named = products.flatMap((raw) => {
    const { name, variants } = product.safeParse(raw).data ?? { name: null, variants: null };
    return variants ? variants.map((each) => ({ name, raw: each })) : [{ name, raw }];
  });
  return translateAll(
    named.filter(({ raw }) => isGoods(raw)),
    translateVariant,
  );
}

/** A digital one is nowhere, and of a bundle no parcel says how many of it are in it. */
function isGoods(raw: unknown): boolean {
  const parsed = variant.safeParse(raw);
  return !parsed.success || (parsed.data.is_digital !== true && parsed.data.bundle_definition.length === 0);
}

const translateVariant: Translate<WarehouseItem> = (named) => {
  const { name, raw } = named as { name: string | null; raw: unknown };
  const parsed = variant.safeParse(raw);
  if (!parsed.success) return { ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw } };
  const { sku, upc, gtin } = parsed.data;
  return {
    ok: true,
    record: { sku, name: parsed.data.name ?? name ?? sku, upc: upc ?? gtin, imageUrl: null, description: null, warehouseLocation: null },
  };
};
