import type { Failure, Result, WarehouseOrder } from '../contract.ts';
import { commaLists } from '../http/pieces.ts';
import { mapResult } from '../http/result.ts';
import { wholeListOf } from '../http/whole-list.ts';
import type { ShipBobClient } from './client.ts';
import { everyPage } from './pages.ts';
import { because } from './reasons.ts';
import { variant } from './wire-goods.ts';

/**
 * What ShipBob has, looked up before an order is sent: of a method that it does not have it makes one that ships by its standard. A SKU
 * that it does not have is refused with the names of all that are missing. What was there a while ago is not looked up again, because
 * a minute has few requests.
 */
export type Known = { refusal: (order: Pick<WarehouseOrder, 'methodCode' | 'lines'>) => Promise<Result<null>> };

const methodsKeptMs = 10 * 60_000;
const skusKeptMs = 60 * 60_000;
const mostKept = 20_000;
/** By account, channel and name, for all sessions of this process: until when it counts as there. */
const seen = new Map<string, number>();

export function knownOf(client: ShipBobClient, account: string, now: () => Date): Known {
  const key = (kind: 'method' | 'sku', name: string) => JSON.stringify([account, kind, name]);
  const isKnown = (of: string) => (seen.get(of) ?? 0) > now().getTime();
  const remember = (keys: string[], forMs: number) => {
    if (seen.size + keys.length > mostKept) seen.clear();
    for (const each of keys) seen.set(each, now().getTime() + forMs);
  };
  const hasMethod = async (method: string): Promise<Result<boolean>> => {
    if (isKnown(key('method', method))) return { ok: true, value: true };
    const methods = await methodsOf(client);
    if (!methods.ok) return methods;
    const names = methods.value.map(({ name }) => name);
    remember(
      names.map((name) => key('method', name)),
      methodsKeptMs,
    );
    return { ok: true, value: names.includes(method) };
  };
  return {
    async refusal({ methodCode, lines }) {
      const method = await hasMethod(methodCode);
      if (!method.ok) return method;
      if (!method.value) return refused('unknown_method', { code: 'shipbob.no_method', method: methodCode.slice(0, 100) });
      const skus = [...new Set(lines.map(({ sku }) => sku))].filter((sku) => !isKnown(key('sku', sku)));
      if (skus.length === 0) return { ok: true, value: null };
      const found = await findSkus(client, skus, now);
      if (!found.ok) return found;
      const { there, bundles } = found.value;
      const missing = skus.filter((sku) => !there.has(sku));
      if (missing.length > 0) return refused('unknown_sku', { code: 'shipbob.no_sku', skus: missing.join(', ').slice(0, 200) });
      const packs = skus.filter((sku) => bundles.has(sku));
      if (packs.length > 0) return refused('unknown_sku', { code: 'shipbob.bundle_sku', skus: packs.join(', ').slice(0, 200) });
      remember(
        skus.map((sku) => key('sku', sku)),
        skusKeptMs,
      );
      return { ok: true, value: null };
    },
  };
}

const refused = (code: 'unknown_sku' | 'unknown_method', reason: Parameters<typeof because>[0]): Result<never> => ({
  ok: false,
  failure: { kind: 'rejected', code, reason: because(reason) },
});

/** Why goods cannot leave from, or come to, this building; null where they can, or none is named. One of another warehouse is no number. */
export const refusedBuilding = (building: string | null): { ok: false; failure: Failure } | null =>
  building === null || /^\d+$/.test(building)
    ? null
    : {
        ok: false,
        failure: { kind: 'rejected', code: 'invalid', reason: because({ code: 'shipbob.no_building', building: building.slice(0, 100) }) },
      };

const atOnce = 25;
type Found = { there: Set<string>; bundles: Set<string> };

/** Of these SKUs those that are products, and those that are bundles of products. */
async function findSkus(client: ShipBobClient, skus: string[], now: () => Date): Promise<Result<Found>> {
  const [there, bundles] = [new Set<string>(), new Set<string>()];
  for (const some of commaLists(skus, atOnce)) {
    const found = await everyPage((next) => client.findProducts(some, next), now);
    if (!found.ok) return found;
    for (const raw of found.value.flatMap(({ variants }) => variants)) {
      const { sku, bundle_definition } = variant.safeParse(raw).data ?? { sku: '', bundle_definition: [] };
      there.add(sku);
      if (bundle_definition.length > 0) bundles.add(sku);
    }
  }
  return { ok: true, value: { there, bundles } };
}

export type Method = { name: string; level: string | null };
const methodPages = { size: 250, mostPages: 20 };

/** The methods that are active. What an order names is the name. */
export async function methodsOf(client: ShipBobClient): Promise<Result<Method[]>> {
  const listed = await wholeListOf('ShipBob', (page) => client.methods({ Page: page, Limit: methodPages.size }), methodPages);
  return mapResult(listed, (methods) =>
    methods.flatMap(({ name, active, service_level: service }) => {
      return name !== null && active !== false ? [{ name, level: service?.name ?? null }] : [];
    }),
  );
}

/** The buildings that the account may ship from. */
export const buildingsOf = async (client: ShipBobClient): Promise<Result<{ id: string; name: string }[]>> =>
  mapResult(await client.locations(), (locations) =>
    locations
      .filter(({ is_active, access_granted }) => is_active !== false && access_granted !== false)
      .map(({ id, name }) => ({ id, name: name ?? id })),
  );
