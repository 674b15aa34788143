import { randomUUID } from 'node:crypto';
import type { Failure, Inventory, InventoryLevel, LevelOutcome, Result } from '../../contract.ts';
import { theirWords } from '../../http/reasons.ts';
import { listLocations } from '../identify.ts';
import { because } from '../reasons.ts';
import type { UserError } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { gid, type Stocked } from '../wire.ts';
import { findItems } from './items.ts';

/**
 * Stock of inventory items at a location, as `available`: what is promised has to be off already. `on_hand` would not do: Shopify takes
 * a fulfilment off it by itself, so a parcel that has left our shelves would be taken off twice until it is confirmed, and it knows of
 * its own orders alone. Shopify is told what the quantity is changed from, so that a sale in the meantime is not undone.
 */
export function inventoryOf(opened: Opened): Inventory {
  return {
    quantity: 'available',
    most: 25,
    listLocations: () => listLocations(opened.client),
    async set(levels) {
      const outcomes: LevelOutcome[] = [];
      for (const [location, some] of Map.groupBy(levels, ({ locationId }) => locationId)) {
        const done = await setAt(opened, location, some);
        if (!done.ok) return outcomes.length > 0 ? { ok: true, value: outcomes } : done;
        outcomes.push(...done.value);
      }
      return { ok: true, value: outcomes };
    },
  };
}

/** A quantity that moved while it was set is read and set again, so often. */
const mostRounds = 3;

async function setAt(opened: Opened, location: string, levels: InventoryLevel[]): Promise<Result<LevelOutcome[]>> {
  const outcomes: LevelOutcome[] = [];
  const fail = (level: InventoryLevel, failure: Failure) => outcomes.push({ key: level.key, failure });
  let left = levels;
  for (let round = 0; round < mostRounds && left.length > 0; round += 1) {
    const found = await findItems(opened.client, left, location);
    if (!found.ok) return found;
    const changes: Change[] = [];
    for (const level of left) {
      const items = found.value(level);
      const failure = obstacleOf(level, items);
      const from = items[0]?.inventoryLevel?.quantities[0]?.quantity ?? 0;
      if (failure) fail(level, failure);
      else if (from === level.quantity) outcomes.push({ key: level.key });
      else changes.push({ level, item: items[0]?.id ?? '', from });
    }
    const set = await send(opened, location, changes);
    if (!set.ok) return outcomes.length > 0 ? { ok: true, value: outcomes } : set;
    for (const { level, error } of set.value.refused) fail(level, rejected(theirWords(error.message)));
    outcomes.push(...set.value.done.map(({ key }) => ({ key })));
    left = set.value.again;
  }
  const moved = because({ code: 'shopify.stock_moved' });
  for (const level of left) fail(level, { kind: 'retry', at: opened.now(), reason: moved, maybeDone: false });
  return { ok: true, value: outcomes };
}

type Change = { level: InventoryLevel; item: string; from: number };
type Sent = { done: InventoryLevel[]; refused: { level: InventoryLevel; error: UserError }[]; again: InventoryLevel[] };

/** All in one request. When Shopify refuses one of them it sets none, so the others go again. */
async function send({ client }: Opened, location: string, changes: Change[]): Promise<Result<Sent>> {
  const levels = changes.map(({ level }) => level);
  if (changes.length === 0) return { ok: true, value: { done: [], refused: [], again: [] } };
  const quantities = changes.map(({ level, item, from }) => ({
    ...{ inventoryItemId: gid('InventoryItem', item), locationId: gid('Location', location) },
    ...{ quantity: level.quantity, changeFromQuantity: from },
  }));
  // Another key each time: with an old one Shopify would repeat its reply of then, and set nothing.
  const result = await client.setStock({ name: 'available', reason: 'correction', quantities }, randomUUID());
  if (!result.ok) return result;
  const { userErrors } = result.value;
  if (userErrors.length === 0) return { ok: true, value: { done: levels, refused: [], again: [] } };
  const refused = userErrors.filter((error) => !isPassing(error)).flatMap((error) => of(error, levels).map((level) => ({ level, error })));
  const gone = new Set(refused.map(({ level }) => level));
  return { ok: true, value: { done: [], refused: distinct(refused), again: levels.filter((level) => !gone.has(level)) } };
}

/** Somebody else changed it: `CHANGE_FROM_QUANTITY_STALE`. Or our own request is still on its way. */
const isPassing = ({ code }: UserError) => code === 'CHANGE_FROM_QUANTITY_STALE' || code === 'IDEMPOTENCY_CONCURRENT_REQUEST';

/** An error names its quantity as `["input", "quantities", "0", …]`; one that names none is of all. */
function of({ field }: UserError, levels: InventoryLevel[]): InventoryLevel[] {
  const at = field?.[field.indexOf('quantities') + 1];
  const level = field?.includes('quantities') && at !== undefined ? levels[Number(at)] : undefined;
  return level ? [level] : levels;
}

const distinct = (refused: Sent['refused']) => [...new Map(refused.map((one) => [one.level.key, one])).values()];

const rejected = (reason: Extract<Failure, { kind: 'rejected' }>['reason']): Failure => ({ kind: 'rejected', code: 'other', reason });

function obstacleOf({ sku }: InventoryLevel, items: Stocked[]): Failure | null {
  const [item] = items;
  if (!item) return { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'shopify.no_item', sku }) };
  if (items.length > 1) return rejected(because({ code: 'shopify.several_items', sku, items: items.length }));
  if (!item.tracked) return rejected(because({ code: 'shopify.not_tracked', sku }));
  return item.inventoryLevel ? null : rejected(because({ code: 'shopify.not_stocked', sku }));
}
