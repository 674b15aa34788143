import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { text } from '../../../../platform/endpoint.ts';
import { removeListings, storeListings } from '../../../nouns/links/listings/store.ts';
import { linkSameSkus } from '../../../nouns/links/saving/same-skus.ts';
import { mostAtOnce, says, sayV1 } from './shop.ts';

const sku = text(200).min(1);
const address = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .nullish();
const done = z.object({ changed: z.number().meta({ description: 'How many differ from what was known' }) });

const listCall = says('POST /v1/shop/listings', {
  summary:
    'Say what the shop sells: each SKU is linked to a product, by itself where both are called the same. Repeating it changes nothing',
  body: z.strictObject({
    listings: z
      .array(z.strictObject({ sku, name: text(500).min(1), upc: text(40).nullish(), image_url: address, url: address }))
      .min(1)
      .max(mostAtOnce),
  }),
  reply: done,
  example: { body: { listings: [{ sku: 'MUG', name: 'A mug' }] } },
});

const removeCall = says('POST /v1/shop/listings/remove', {
  summary: 'Say what the shop no longer sells. What is linked, or what orders wait for, stays in the list',
  body: z.strictObject({ skus: z.array(sku).min(1).max(mostAtOnce) }),
  reply: z.object({ asked: z.number() }),
  example: { body: { skus: ['CUP'] } },
});

export function listingsApi(app: FastifyInstance): void {
  sayV1(app, listCall, async (tenant, { connectionId }, { body }) => {
    const listings = body.listings.map(({ sku, name, upc, image_url, url }) => ({
      ...{ remoteId: sku, sku, name, upc: upc ?? null, imageUrl: image_url ?? null, url: url ?? null, raw: null },
    }));
    const { done: changed } = await storeListings(tenant, connectionId, listings);
    if (changed > 0)
      await linkSameSkus(
        tenant,
        listings.map((each) => each.sku),
      );
    return { changed };
  });
  sayV1(app, removeCall, async (tenant, { connectionId }, { body: { skus } }) => {
    await removeListings(tenant, connectionId, skus);
    return { asked: skus.length };
  });
}
