import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { selectionOf } from '../../../shared/runs/bulk/start.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { itemBulk } from '../../catalogue/bulk/verbs.ts';
import { startUpload, uploadOne } from './commands.ts';
import { uploadProductCall, uploadProductsCall, uploadStatusCall } from './contract.ts';
import { listProfiles } from './upload.ts';

/** Puts products up for sale at marketplaces. */
export function marketplaceUploadApi(app: FastifyInstance, { engine }: Services): void {
  route(app, uploadStatusCall, async ({ session, reply }) => {
    const profiles = await listProfiles(engine, session);
    if (profiles.length > 0) return { profiles };
    reply.code(204);
    return null;
  });
  route(app, uploadProductCall, ({ session, body }) => uploadOne(engine, session, body.productId, body.profiles));
  route(app, uploadProductsCall, async ({ inTenant, body: { productIds, runId: prepared, profiles } }) => {
    const selection = selectionOf(itemBulk.products, 'productIds', productIds, prepared);
    const { runId, total } = await inTenant((tenant) => startUpload(tenant, selection, profiles));
    return { runId, total, message: `${countedWords(total, 'product is', 'products are')} being uploaded.` };
  });
}
