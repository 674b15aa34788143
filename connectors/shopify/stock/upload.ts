import type { Listings, UploadOutcome } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import { because } from '../reasons.ts';
import { granted } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { operationId } from '../wire.ts';
import { targetOf } from './upload-target.ts';

type Uploading = NonNullable<Listings['upload']>;

/** When Shopify is asked what became of a product. */
const pauseMs = 5_000;

/**
 * Puts products into the shop, its one profile: Shopify works on each after it has replied, and is asked by the id of that work. A product
 * that is new stays a draft until the seller has given it a price and published it there. One that the shop has keeps all but its title
 * and text.
 */
export function uploadOf({ client, now }: Opened): Required<Uploading> {
  const soon = () => new Date(now().getTime() + pauseMs);
  return {
    listProfiles: async () =>
      mapResult(await client.shop(), ({ shop, currentAppInstallation: { accessScopes } }) =>
        accessScopes.some(({ handle }) => handle === 'write_products') ? [{ id: shop.id, name: shop.name }] : [],
      ),
    async upload(product, profileIds) {
      const target = await targetOf(client, product);
      if (!target.ok) return target;
      const put = granted(await client.putProduct(target.value));
      return mapResult(put, ({ productSetOperation: operation }) =>
        profileIds.map((profileId) => ({ profileId, remoteId: null, url: null, pending: { ticket: operation?.id ?? '', at: soon() } })),
      );
    },
    async ask(ticket, profileIds) {
      if (!operationId.safeParse(ticket).success) return forgotten;
      const found = await client.productOperation(ticket);
      if (!found.ok) return found;
      const operation = found.value;
      if (operation === null) return forgotten;
      if (operation.status !== 'COMPLETE') {
        const pending = { ticket, at: soon() };
        return { ok: true, value: profileIds.map((profileId) => ({ profileId, remoteId: null, url: null, pending })) };
      }
      const refusal = granted({ ok: true, value: { userErrors: operation.userErrors ?? [] } });
      const { product } = operation;
      return {
        ok: true,
        value: profileIds.map((profileId): UploadOutcome => {
          const listed = { profileId, remoteId: product?.variants.nodes[0]?.id ?? null, url: product?.onlineStoreUrl || null };
          return refusal.ok ? listed : { ...listed, failure: refusal.failure };
        }),
      };
    },
  };
}

const forgotten = { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_operation' }) } } as const;
