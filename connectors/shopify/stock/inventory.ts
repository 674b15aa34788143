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
  const outcomes = new Map<string, LevelOutcome>();
  const fail = ({ key }: InventoryLevel, failure: Failure) => outcomes.set(key, { key, failure });
  const succeed = ({ key }: InventoryLevel) => outcomes.has(key) || outcomes.set(key, { key });
  const refused = new Set<string>();
  let left = levels;
  for (let round = 0; round < mostRounds && left.length > 0; round += 1) {
    const found = await findItems(opened.client, left, location);
    if (!found.ok) return found;
    const changes: Change[] = [];
    for (const level of left) {
      const items = sellingHere(found.value(level));
      const failure = obstacleOf(level, items);
      if (failure) fail(level, failure);
      const ofLevel = items.flatMap((item) => (refused.has(item.id) ? [] : changeOf(level, item)));
      if (ofLevel.length === 0) succeed(level);
      changes.push(...ofLevel);
    }
    const set = await send(opened, location, changes);
    if (!set.ok) return outcomes.size > 0 ? { ok: true, value: [...outcomes.values()] } : set;
    for (const { change, error } of set.value.refused) {
      refused.add(change.item);
      fail(change.level, rejected(theirWords(error.message)));
    }
    left = [...new Set(set.value.again.map(({ level }) => level))];
    for (const { level } of changes) if (!left.includes(level)) succeed(level);
  }
  const moved = because({ code: 'shopify.stock_moved' });
  for (const level of left) fail(level, { kind: 'retry', at: opened.now(), reason: moved, maybeDone: false });
  return { ok: true, value: [...outcomes.values()] };
}

type Change = { level: InventoryLevel; item: string; from: number };
type Sent = { refused: { change: Change; error: UserError }[]; again: Change[] };

/** Products may share a SKU, and each of them sells what we have: all are told. One that lies at other locations alone sells none of it. */
const sellingHere = (items: Stocked[]) => (items.some(isStocked) ? items.filter(isStocked) : items);
const isStocked = ({ inventoryLevel }: Stocked) => inventoryLevel != null;

function changeOf(level: InventoryLevel, { id, tracked, inventoryLevel }: Stocked): Change[] {
  const from = inventoryLevel?.quantities[0]?.quantity ?? 0;
  return tracked && inventoryLevel && from !== level.quantity ? [{ level, item: id, from }] : [];
}

/** All in one request. When Shopify refuses one of them it sets none, so the others go again. */
async function send({ client }: Opened, location: string, changes: Change[]): Promise<Result<Sent>> {
  if (changes.length === 0) return { ok: true, value: { refused: [], again: [] } };
  const quantities = changes.map(({ level, item, from }) => ({
    ...{ inventoryItemId: gid('InventoryItem', item), locationId: gid('Location', location) },
    ...{ quantity: level.quantity, changeFromQuantity: from },
  }));
  // Another key each time: with an old one Shopify would repeat its reply of then, and set nothing.
  const result = await client.setStock({ name: 'available', reason: 'correction', quantities }, randomUUID());
  if (!result.ok) return result;
  const { userErrors } = result.value;
  if (userErrors.length === 0) return { ok: true, value: { refused: [], again: [] } };
  const refused = userErrors
    .filter((error) => !isPassing(error))
    .flatMap((error) => of(error, changes).map((change) => ({ change, error })));
  const gone = new Set(refused.map(({ change }) => change));
  return { ok: true, value: { refused, again: changes.filter((change) => !gone.has(change)) } };
}

/** Somebody else changed it: `CHANGE_FROM_QUANTITY_STALE`. Or our own request is still on its way. */
const isPassing = ({ code }: UserError) => code === 'CHANGE_FROM_QUANTITY_STALE' || code === 'IDEMPOTENCY_CONCURRENT_REQUEST';

/** An error names its quantity as `["input", "quantities", "0", …]`; one that names none is of all. */
function of({ field }: UserError, changes: Change[]): Change[] {
  const at = field?.[field.indexOf('quantities') + 1];
  const change = field?.includes('quantities') && at !== undefined ? changes[Number(at)] : undefined;
  return change ? [change] : changes;
}

const rejected = (reason: Extract<Failure, { kind: 'rejected' }>['reason']): Failure => ({ kind: 'rejected', code: 'other', reason });

function obstacleOf({ sku }: InventoryLevel, items: Stocked[]): Failure | null {
  if (items.length === 0) return { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'shopify.no_item', sku }) };
  if (items.some(({ tracked }) => !tracked)) return rejected(because({ code: 'shopify.not_tracked', sku }));
  return items.some(isStocked) ? null : rejected(because({ code: 'shopify.not_stocked', sku }));
}
