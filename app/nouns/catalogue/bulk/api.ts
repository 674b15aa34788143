import type { FastifyInstance } from 'fastify';
import { changeRoute, route } from '../../../../platform/http/route.ts';
import { prepareBulk, selectionOf, startBulk } from '../../../shared/runs/bulk/start.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { categoryNamed } from '../categories/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import { bulkCalls } from './contract.ts';
import { matchingItems } from './matching.ts';
import { itemBulk } from './verbs.ts';

/** Mounts the bulk actions of this kind. */
export function bulkOf(kind: Kind, app: FastifyInstance): void {
  const { prepare, start } = bulkCalls[kind];
  const { one, many } = kinds[kind];
  const noun = itemBulk[kind];
  changeRoute(app, prepare, async (tenant, { body }) => prepareBulk(tenant, noun, await matchingItems(tenant, kind, body.filter)));
  route(app, start, async ({ inTenant, body: { ids, runId, set } }) => {
    const selection = selectionOf(noun, 'ids', ids, runId);
    const started = await inTenant(async (tenant) => {
      if (set.category !== undefined) await categoryNamed(tenant, kind, set.category);
      return startBulk(tenant, noun, 'set', selection, set);
    });
    return { ...started, message: `${countedWords(started.total, `${one} is`, `${many} are`)} being changed.` };
  });
}
