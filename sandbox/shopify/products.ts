import { gid, numberIn, productNode } from './reading.ts';
import type { ShopAccount } from './shop.ts';

type Identifier = { id?: string; handle?: string };
type Input = { title?: string; handle?: string; variants?: { sku?: string }[] };
type Put = { identifier?: Identifier; input: Input };

/** Work on a product: it is done when it has been asked for once. A product and its only variant have one number here. */
export function productsOf(shop: ShopAccount) {
  return {
    productSet({ identifier = {}, input }: Put) {
      const userErrors = wrongWith(shop, identifier, input).map(([code, message, ...field]) => ({
        code,
        message,
        field: ['input', ...field],
      }));
      if (userErrors.length > 0) return { productSetOperation: null, userErrors };
      const known = identified(shop, identifier);
      const changes = { ...(input.title && { name: input.title }), ...(input.handle && { handle: input.handle }) };
      if (known) shop.items.change(known, changes);
      const item = known ?? shop.items.add({ name: '', tracked: true, available: { 1: 0 }, ...skuOf(input), ...changes });
      const { id } = shop.sets.add({ item: item.id, looks: 0 });
      return { productSetOperation: { id: gid('ProductSetOperation', id) }, userErrors };
    },
    productOperation({ id }: { id: string }) {
      const operation = shop.sets.get(numberIn(id));
      const item = shop.items.get(operation?.item);
      if (!operation || !item) return null;
      const isDone = operation.looks > 0;
      shop.sets.change(operation, { looks: operation.looks + 1 });
      const found = { __typename: 'ProductSetOperation', id, userErrors: [] };
      return { ...found, status: isDone ? 'COMPLETE' : 'ACTIVE', product: isDone ? productNode(item) : null };
    },
  };
}

const skuOf = ({ variants = [] }: Input) => ({ sku: variants[0]?.sku ?? '' });

const identified = ({ items }: ShopAccount, { id, handle }: Identifier) =>
  id === undefined ? items.find((item) => item.handle !== undefined && item.handle === handle) : items.get(numberIn(id));

function wrongWith(shop: ShopAccount, identifier: Identifier, { title, handle }: Input): string[][] {
  if (!shop.site.scopes.includes('write_products')) return [['INVALID_INPUT', 'Access denied for productSet field.']];
  if (identifier.id !== undefined && !identified(shop, identifier)) return [['NOT_FOUND', 'Product does not exist.']];
  if (identifier.handle !== undefined && handle === undefined) return [['MISSING_FIELD_REQUIRED', 'The handle is required.', 'handle']];
  if (identifier.handle !== handle && identifier.handle !== undefined) return [['INPUT_MISMATCH', 'The handle does not match.', 'handle']];
  return !identified(shop, identifier) && !title ? [['INVALID_PRODUCT', 'Title can’t be blank', 'title']] : [];
}
