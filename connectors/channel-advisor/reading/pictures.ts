import { createHash } from 'node:crypto';
import { inPieces } from '../../http/pieces.ts';
import { webAddress } from '../../http/records.ts';
import type { ChannelAdvisorClient } from '../client.ts';

/** Pictures of products, by id: an order's lines name products, and have none of their own. */
export type Pictures = { of: (productIds: string[]) => Promise<ReadonlyMap<string, string>> };

const keptForMs = 3_600_000;
/** After a look that failed: orders do not wait for pictures with every page. */
const pauseMs = 60_000;
const mostKept = 20_000;
/** So many fit in one page. */
const most = 20;

type Kept = { until: number; url: string | null };
/** By account and product, for all sessions of this process; without a product, that a look has failed. */
const kept = new Map<string, Kept>();

/** `credential` tells one account from another. A picture is only shown: where it cannot be read, the order goes on without it. */
export function picturesOf(client: ChannelAdvisorClient, credential: string[], now: () => Date): Pictures {
  const owner = createHash('sha256').update(JSON.stringify(credential)).digest('base64url');
  const cached = (id: string) => {
    const found = kept.get(`${owner}/${id}`);
    return found && now().getTime() < found.until ? found : undefined;
  };
  const keep = (id: string, forMs: number, url: string | null) => {
    if (kept.size >= mostKept) kept.clear();
    kept.set(`${owner}/${id}`, { until: now().getTime() + forMs, url });
  };
  return {
    async of(productIds) {
      const ids = [...new Set(productIds)];
      const unknown = cached('') ? [] : ids.filter((id) => !cached(id));
      for (const some of inPieces(unknown, most)) {
        const read = await client.listPictures(some);
        if (!read.ok) {
          keep('', pauseMs, null);
          break;
        }
        const urls = new Map(read.value.map(({ ID, Images }) => [ID, Images?.flatMap(({ Url }) => webAddress(Url) ?? [])[0] ?? null]));
        for (const id of some) keep(id, keptForMs, urls.get(id) ?? null);
      }
      return new Map(ids.flatMap((id) => (cached(id)?.url ? [[id, cached(id)?.url ?? ''] as const] : [])));
    },
  };
}
