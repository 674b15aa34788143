import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../../platform/http/refusal.ts';
import { changeRoute, route } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { prepareBulk, selectionOf, startBulk } from '../../../shared/runs/bulk/start.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { categoryNamed, keepCategory } from '../categories/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import { type BulkValues, bulkCalls } from './contract.ts';
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
      const { terms, audited } = await termsOf(tenant, kind, set);
      return startBulk(tenant, noun, 'set', selection, terms, audited);
    });
    return { ...started, message: `${countedWords(started.total, `${one} is`, `${many} are`)} being changed.` };
  });
}

/** What a run sets, and that in words. A category is the one that was chosen, whatever it is called once the run comes to an item. */
async function termsOf(
  tenant: Tenant,
  kind: Kind,
  { category, category_id, ...values }: BulkValues,
): Promise<{ terms: BulkValues; audited: object }> {
  if (category !== undefined)
    return { terms: { ...values, category_id: await categoryNamed(tenant, kind, category) }, audited: { ...values, category } };
  if (category_id === undefined) return { terms: values, audited: values };
  const kept = category_id === null ? null : await keepCategory(tenant, kind, category_id);
  if (kept === undefined) throw invalid({ category_id: ['This category no longer exists.'] });
  return { terms: { ...values, category_id }, audited: { ...values, category: kept?.name ?? null } };
}
