import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type Kind, kinds } from '../kinds.ts';
import { bulkCalls } from './contract.ts';
import { prepareBulk, startBulk } from './start.ts';

/** Mounts the bulk actions of this kind. */
export function bulkOf(kind: Kind, app: FastifyInstance): void {
  const { prepare, start } = bulkCalls[kind];
  const { one, many } = kinds[kind];
  route(app, prepare, ({ inTenant, body }) => inTenant((tenant) => prepareBulk(tenant, kind, body.filter)));
  route(app, start, async ({ inTenant, body: { ids, runId, set } }) => {
    const meant = { ...(ids && { ids }), ...(runId !== undefined && { runId }) };
    const started = await inTenant((tenant) => startBulk(tenant, kind, meant, set));
    return { ...started, message: `${countedWords(started.total, `${one} is`, `${many} are`)} being changed.` };
  });
}
