import type { Listings, ProductUpload, Result, UploadOutcome } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import { because } from '../reasons.ts';

/**
 * Puts products into profiles of the grant. A profile that has the SKU gets its details changed, unless it sells another article under it.
 */
export function uploading(client: ChannelAdvisorClient): NonNullable<Listings['upload']> {
  return {
    listProfiles: async () =>
      mapResult(await client.listProfiles(), (profiles) => profiles.map(({ ID, AccountName }) => ({ id: ID, name: AccountName || ID }))),
    async upload(product, profileIds) {
      const outcomes: UploadOutcome[] = [];
      for (const profileId of profileIds) {
        const result = await put(product, profileId, client);
        if (!result.ok && outcomes.length === 0 && result.failure.kind !== 'rejected') return result;
        outcomes.push({
          ...{ profileId, remoteId: result.ok ? result.value : null, url: null },
          ...(result.ok ? {} : { failure: result.failure }),
        });
      }
      return { ok: true, value: outcomes };
    },
  };
}

async function put(product: ProductUpload, profileId: string, client: ChannelAdvisorClient): Promise<Result<string>> {
  const { sku, name, description, upc, price } = product;
  const fields = {
    Title: name,
    ...(description && { Description: description }),
    ...(upc && { UPC: upc }),
    ...(price && { RetailPrice: Number(price) }),
  };
  const found = await client.findProductIn(profileId, sku);
  if (!found.ok) return found;
  const id = found.value?.ID;
  const theirs = [found.value?.UPC, found.value?.EAN].filter((code) => code);
  if (upc && theirs.length > 0 && !theirs.some((code) => isSameArticle(code, upc)))
    return {
      ok: false,
      failure: {
        ...{ kind: 'rejected', code: 'invalid' },
        reason: because({ code: 'channel_advisor.other_article', sku, theirs: theirs[0] ?? '', upc }),
      },
    };
  if (id === undefined) return mapResult(await client.createProduct({ ProfileID: Number(profileId), Sku: sku, ...fields }), ({ ID }) => ID);
  return mapResult(await client.updateProduct(id, fields), () => id);
}

/** A UPC, an EAN and a GTIN of one article differ in their leading zeros alone. */
const isSameArticle = (one = '', other = '') => one.replace(/^0+/, '') === other.replace(/^0+/, '');
