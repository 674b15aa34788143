import type { Selectable } from 'kysely';
import type { OrderLines } from '../../../../../db/tables.ts';
import type { Columns } from '../../../../../platform/columns.ts';
import { invalid } from '../../../../../platform/http/refusal.ts';
import type { LineItem } from '../../../order-flow/contract/editing.ts';
import { mostOfOneItem } from '../../../order-flow/values/fields.ts';

export type StoredLine = Selectable<OrderLines>;
export type Product = Columns<'products', 'id' | 'sku' | 'name' | 'upc' | 'image_url'>;

/** What a save does to an order's lines. `unknown`: items whose line is not on the order. */
export type LineEdits = {
  changed: { line: StoredLine; to: number }[];
  removed: StoredLine[];
  added: { product: Product; quantity: number }[];
  unknown: { id: number; isDelete: boolean }[];
};

/**
 * Plans the edit of lines from the items of a save and the stored lines; pure. A product that is on the order already raises its
 * line, even where the same save changes that line's quantity; where the save removes the line, or the line is sold in packs of it,
 * the product becomes a new line.
 * @throws Invalid, by the index of the item, for values that no order can have
 */
export function planLines(lines: StoredLine[], products: Product[], items: LineItem[]): LineEdits {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const quantities = new Map<number, number>();
  const removed = new Set<number>();
  const added = new Map<Product, number>();
  const unknown: LineEdits['unknown'] = [];
  const numbered = items.map((item, at) => ({ ...item, at }));
  for (const item of numbered.filter((item) => !isNew(item))) {
    const line = byId.get(item.id as number);
    if (!line) unknown.push({ id: item.id as number, isDelete: item.isDelete ?? false });
    else if (line.is_charge) refuseCharge(line, item);
    else if (item.isDelete) removed.add(line.id);
    else if (item.quantity !== undefined) quantities.set(line.id, item.quantity);
  }
  for (const item of numbered.filter((item) => isNew(item) && !item.isDelete)) {
    const product = productOf(item, products);
    const line = lines.find(
      ({ id, product_id, is_charge, units_per_sale }) =>
        product_id === product.id && !is_charge && !removed.has(id) && !(units_per_sale > 1),
    );
    const before = line ? Math.max(0, quantities.get(line.id) ?? line.quantity) : (added.get(product) ?? 0);
    const raised = before + (item.quantity ?? 1);
    if (raised > mostOfOneItem) throw wrong(item, `${product.sku} would come to more than 1,000,000 units.`);
    if (line) quantities.set(line.id, raised);
    else added.set(product, raised);
  }
  const changed = lines.flatMap((line) => {
    const to = quantities.get(line.id);
    return to === undefined || to === line.quantity || removed.has(line.id) ? [] : [{ line, to }];
  });
  const edits = {
    changed,
    removed: lines.filter(({ id }) => removed.has(id)),
    added: [...added].map(([product, quantity]) => ({ product, quantity })),
    unknown,
  };
  keepsOne(lines, edits);
  return edits;
}

export const isNew = ({ id, isNewItem }: LineItem) => isNewItem === true || id === null || id === undefined;

type NumberedItem = LineItem & { at: number };

const wrong = ({ at }: NumberedItem, sentence: string) => invalid({ [`lineItems.${at}`]: [sentence] });

function productOf(item: NumberedItem, products: Product[]): Product {
  const { product_id, sku } = item;
  if (!product_id && !sku) throw wrong(item, 'A new line needs a product.');
  const product = products.find((each) => (product_id ? each.id === product_id : each.sku === sku));
  if (!product) throw wrong(item, product_id ? 'This product does not exist.' : `There is no product ${sku}.`);
  return product;
}

/** A list that names every line may include charges, unchanged. */
function refuseCharge(line: StoredLine, item: NumberedItem): void {
  const isAsItWas = !item.isDelete && (item.quantity === undefined || item.quantity === line.quantity);
  if (!isAsItWas) throw wrong(item, `${line.name || 'This line'} is a charge of the channel and cannot be changed here.`);
}

function keepsOne(lines: StoredLine[], { removed, added }: Omit<LineEdits, 'unknown' | 'changed'>): void {
  const goods = lines.filter(({ is_charge }) => !is_charge).length;
  if (goods === 0 && added.length > 0)
    throw invalid({ lineItems: ['Every line of this order is a charge: the channel is asked to close it, and it takes no goods.'] });
  if (removed.length > 0 && goods === removed.length && added.length === 0)
    throw invalid({ lineItems: ['An order keeps at least one line. To send nothing, cancel the order.'] });
}
