import { numberIn } from '../kit/graphql/lists.ts';
import { refuse } from '../kit/graphql/replies.ts';
import type { ShopAccount } from './shop.ts';

type Identifier = { id?: string; handle?: string };
type Input = { title?: string; handle?: string; variants?: { sku?: string }[] };
type Put = { identifier?: Identifier; input: Input };

/** Work on a product: it is done when it has been asked for once. */
export const productsOf = (shop: ShopAccount) => ({
  productSet({ identifier = {}, input: { title, handle, variants = [] } }: Put) {
    const item = productOf(shop, identifier, { title, handle });
    const sku = variants[0]?.sku ?? '';
    const changes = { ...(title && { name: title }), ...(handle && { handle }) };
    if (item) shop.items.change(item, changes);
    const { id } = item ?? shop.items.add({ name: '', tracked: true, available: { 1: 0 }, sku, ...changes });
    return { productSetOperation: { __typename: 'ProductSetOperation', ...shop.sets.begin({ item: id }) } };
  },
});

/** The product that is meant, undefined where it is to be made. */
function productOf({ items, site }: ShopAccount, { id, handle: known }: Identifier, { title, handle }: Input) {
  const wrong = (code: string, message: string, ...field: string[]) => refuse(message, ['input', ...field], code);
  if (!site.scopes.includes('write_products')) wrong('INVALID_INPUT', 'Access denied for productSet field.');
  if (id !== undefined) return items.get(numberIn(id)) ?? wrong('NOT_FOUND', 'Product does not exist.');
  if (known !== undefined && handle === undefined) wrong('MISSING_FIELD_REQUIRED', 'The handle is required.', 'handle');
  if (known !== undefined && known !== handle) wrong('INPUT_MISMATCH', 'The handle does not match.', 'handle');
  const item = items.find((one) => one.handle !== undefined && one.handle === known);
  return item ?? (title ? undefined : wrong('INVALID_PRODUCT', 'Title can’t be blank', 'title'));
}
