import { createHash } from 'node:crypto';
import type { Result } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import type { WireCenter } from '../wire.ts';
import type { Reading } from './parts.ts';
import { centerOf } from './statuses.ts';

/** The account's distribution centers: who ships from each decides whose goods an order has. */
export type Centers = {
  /** How orders are to be read whose fulfilments name these centers. One that is not known yet is asked for. */
  reading: (named: number[]) => Promise<Result<Reading>>;
  /** Those that goods of ours leave from. */
  own: () => Promise<Result<WireCenter[]>>;
};

const keptForMs = 10 * 60_000;
const mostKept = 500;
/** By account, for all sessions of this process. */
const kept = new Map<string, { until: number; centers: WireCenter[]; missing: number[] }>();

/** `credential` tells one account from another; only its digest is kept. */
export function centersOf(client: ChannelAdvisorClient, credential: string[], now: () => Date): Centers {
  const owner = createHash('sha256').update(JSON.stringify(credential)).digest('base64url');
  const read = async (named: number[]): Promise<Result<WireCenter[]>> => {
    const result = await client.listCenters();
    if (!result.ok) return result;
    if (kept.size >= mostKept) kept.clear();
    const missing = named.filter((id) => !result.value.some(({ ID }) => ID === id));
    kept.set(owner, { until: now().getTime() + keptForMs, centers: result.value, missing });
    return result;
  };
  return {
    async reading(named) {
      const entry = kept.get(owner);
      const isKnown =
        entry &&
        now().getTime() < entry.until &&
        named.every((id) => entry.missing.includes(id) || entry.centers.some(({ ID }) => ID === id));
      return mapResult(isKnown ? { ok: true, value: entry.centers } : await read(named), readingOf);
    },
    own: async () => mapResult(await read([]), (centers) => centers.filter((one) => !one.IsDeleted && !isOthers(one))),
  };
}

const isOthers = ({ IsExternallyManaged, Type }: WireCenter) => IsExternallyManaged || centerOf(Type) === 'others';

/** One of a kind that we do not know is left out: nobody knows who ships from there. */
const readingOf = (centers: WireCenter[]): Reading => ({
  external: new Set(centers.filter(isOthers).map(({ ID }) => ID)),
  centers: new Map(
    centers.filter((one) => isOthers(one) || centerOf(one.Type) === 'ours').map(({ ID, Name, Code }) => [ID, Name || Code || String(ID)]),
  ),
});
