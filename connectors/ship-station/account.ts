import { createHash } from 'node:crypto';
import type { Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { ShipStationClient } from './client.ts';
import type { Names } from './details.ts';

/** What an account rarely changes, read once an hour: 40 requests a minute are too few to ask each time. */
export type Account = {
  /** Never fails: what cannot be read leaves its ids without names, since no order waits for that. */
  names: () => Promise<Names>;
  carriers: () => Promise<Result<Carrier[]>>;
  /** The names of a carrier's services. */
  services: (carrierCode: string) => Promise<Result<string[]>>;
};
export type Carrier = { code: string; names: string[] };

const hour = 3_600_000;
const mostKept = 500;
/** By account and list, for all sessions of this process. */
const kept = new Map<string, { until: number; value: unknown }>();

/** `credential` tells one account from another; only its digest is kept. */
export function accountOf(client: ShipStationClient, credential: string[], now: () => Date): Account {
  const owner = createHash('sha256').update(JSON.stringify(credential)).digest('base64url');

  const keep = (list: string, value: unknown, forMs: number) => {
    if (kept.size >= mostKept) kept.clear();
    kept.set(`${owner}:${list}`, { until: now().getTime() + forMs, value });
  };
  async function once<T>(list: string, ask: () => Promise<Result<T>>): Promise<Result<T>> {
    const entry = kept.get(`${owner}:${list}`);
    if (entry && now().getTime() < entry.until) return { ok: true, value: entry.value as T };
    const result = await ask();
    if (result.ok) keep(list, result.value, hour);
    return result;
  }
  async function onceOrNone<T>(list: string, ask: () => Promise<Result<T[]>>): Promise<T[]> {
    const result = await once(list, ask);
    if (result.ok) return result.value;
    keep(list, [], hour / 12);
    return [];
  }

  return {
    async names() {
      const tags = await onceOrNone('tags', () => client.listTags());
      const warehouses = await onceOrNone('warehouses', () => client.listWarehouses());
      return {
        tags: new Map(tags.map(({ tagId, name }) => [tagId, name])),
        warehouses: new Map(warehouses.map(({ warehouseId, warehouseName }) => [warehouseId, warehouseName])),
      };
    },
    carriers: () => once('carriers', () => readCarriers(client)),
    services: (carrierCode) => once(`services:${carrierCode}`, () => readServices(client, carrierCode)),
  };
}

const readCarriers = async (client: ShipStationClient): Promise<Result<Carrier[]>> =>
  mapResult(await client.listCarriers(), (carriers) =>
    carriers.map(({ code, name, nickname }) => ({ code, names: [code, name, nickname].filter(Boolean) })),
  );

const readServices = async (client: ShipStationClient, carrierCode: string): Promise<Result<string[]>> =>
  mapResult(await client.listServices(carrierCode), (services) => services.flatMap(({ code, name }) => [code, name].filter(Boolean)));
