import type { OrderLine } from '../../../../order-flow/lines/line.ts';
import { mostOfOneItem } from '../../../../order-flow/values/fields.ts';

/** A warehouse product to add to an order. */
export type Product = { id: number; sku: string; name: string; image_url: string | null; quantity_available: number | null };
/** A typed quantity; null when it is not a number. */
export type Quantity = number | null;
/** The edit of a line, with its quantity from when it began. The line is kept whole, because someone else may remove it. */
type Wish = { quantity: Quantity; isGoing: boolean; over: number; line: OrderLine };
export type Added = { product: Product; quantity: Quantity };
export type LinesDraft = { readonly wishes: Readonly<Record<number, Wish>>; readonly added: readonly Added[] };
/** `theirs`: the quantity that someone else stored since, null when they removed the line; until the person chooses. */
export type LineState = { line: OrderLine; quantity: Quantity; isGoing: boolean; isChanged: boolean; theirs?: number | null };

export const noEdits: LinesDraft = { wishes: {}, added: [] };

export const isWhole = (quantity: Quantity): quantity is number =>
  quantity !== null && Number.isInteger(quantity) && quantity >= 1 && quantity <= mostOfOneItem;

/** All editable lines, then edited ones that someone else removed since. */
export function stateOfLines({ wishes }: LinesDraft, lines: readonly OrderLine[]): LineState[] {
  const goods = lines.filter(({ is_charge }) => !is_charge);
  const here = new Set(goods.map(({ id }) => id));
  const gone = Object.values(wishes).filter(({ line, isGoing }) => !here.has(line.id) && !isGoing);
  return [
    ...goods.map((line) => stateOfLine(wishes[line.id], line)),
    ...gone.map(({ line, quantity }) => ({ line, quantity, isGoing: false, isChanged: true, theirs: null })),
  ];
}

function stateOfLine(wish: Wish | undefined, line: OrderLine): LineState {
  if (!wish) return { line, quantity: line.quantity, isGoing: false, isChanged: false };
  const { quantity, isGoing, over } = wish;
  const isChanged = isGoing || quantity !== line.quantity;
  return { line, quantity, isGoing, isChanged, ...(isChanged && over !== line.quantity && { theirs: line.quantity }) };
}

export function setQuantity(draft: LinesDraft, line: OrderLine, quantity: Quantity): LinesDraft {
  return wish(draft, line, { quantity, isGoing: false });
}

export function removeLine(draft: LinesDraft, line: OrderLine): LinesDraft {
  return wish(draft, line, { isGoing: true });
}

export function undoRemoval(draft: LinesDraft, line: OrderLine): LinesDraft {
  return wish(draft, line, { isGoing: false });
}

/** Raises the line of a product that is on the order, restores a line that was marked for removal, or adds a new line. */
export function addProduct(draft: LinesDraft, lines: readonly OrderLine[], product: Product, quantity: number): LinesDraft {
  const line = lines.find(({ product_id, is_charge, units_per_sale }) => product_id === product.id && !is_charge && units_per_sale === 1);
  if (line) {
    const { quantity: before, isGoing } = stateOfLine(draft.wishes[line.id], line);
    return setQuantity(draft, line, isGoing ? quantity : raised(before, quantity));
  }
  const before = draft.added.find((added) => added.product.id === product.id);
  if (!before) return { ...draft, added: [...draft.added, { product, quantity }] };
  return setAdded(draft, product.id, raised(before.quantity, quantity));
}

export function setAdded(draft: LinesDraft, productId: number, quantity: Quantity): LinesDraft {
  return { ...draft, added: draft.added.map((each) => (each.product.id === productId ? { ...each, quantity } : each)) };
}

export function dropAdded(draft: LinesDraft, productId: number): LinesDraft {
  return { ...draft, added: draft.added.filter(({ product }) => product.id !== productId) };
}

/** Keeps one's own change: over their quantity, or as a new line where they removed it. */
export function keepMyLine(draft: LinesDraft, lines: readonly OrderLine[], { line, quantity }: LineState): LinesDraft {
  const now = lines.find(({ id }) => id === line.id);
  const mine = draft.wishes[line.id];
  if (now && mine) return { ...draft, wishes: { ...draft.wishes, [line.id]: { ...mine, over: now.quantity, line: now } } };
  const product = productOf(line);
  return product ? addProduct(takeTheirLine(draft, line), lines, product, quantity ?? line.quantity) : draft;
}

export function takeTheirLine(draft: LinesDraft, { id }: OrderLine): LinesDraft {
  const { [id]: _, ...wishes } = draft.wishes;
  return { ...draft, wishes };
}

/** The line items that a save sends. */
export function lineItemsOf(draft: LinesDraft, lines: readonly OrderLine[]) {
  const changed = stateOfLines(draft, lines).filter(({ isChanged }) => isChanged);
  return [
    ...changed.map(({ line: { id }, quantity, isGoing }) => (isGoing ? { id, isDelete: true } : { id, quantity: quantity ?? 1 })),
    ...draft.added.map(({ product, quantity }) => ({ id: null, product_id: product.id, quantity: quantity ?? 1, isNewItem: true })),
  ];
}

/** The lines as a save would leave them, with their prices; what is added here has none. A quantity that is no number counts as before. */
export function linesAfter(draft: LinesDraft, lines: readonly OrderLine[]): OrderLine[] {
  const states = new Map(stateOfLines(draft, lines).map((state) => [state.line.id, state]));
  return lines.flatMap((line) => {
    const { quantity, isGoing } = states.get(line.id) ?? { quantity: line.quantity, isGoing: false };
    return isGoing ? [] : [{ ...line, quantity: isWhole(quantity) ? quantity : line.quantity }];
  });
}

/** Whether there is too little stock. Zero in stock may mean that nobody has counted yet: then the server decides. */
export function isShort(
  { quantity_available: available, quantity_shipped, units_per_sale, isOutOfStock }: OrderLine,
  quantity: Quantity,
): boolean {
  if (available === null || (available === 0 && !isOutOfStock)) return false;
  return ((quantity ?? 0) - quantity_shipped) * units_per_sale > available;
}

const raised = (before: Quantity, by: number) => Math.min(mostOfOneItem, (isWhole(before) ? before : 0) + by);

function wish(draft: LinesDraft, line: OrderLine, changes: Partial<Wish>): LinesDraft {
  const before = draft.wishes[line.id] ?? { quantity: line.quantity, isGoing: false, over: line.quantity };
  const next = { ...before, ...changes, line };
  const isAsItWas = !next.isGoing && next.quantity === line.quantity && next.over === line.quantity;
  return isAsItWas ? takeTheirLine(draft, line) : { ...draft, wishes: { ...draft.wishes, [line.id]: next } };
}

function productOf({ product_id, mapped_sku_js, sku, mapped_name, name, imageUrl, quantity_available }: OrderLine): Product | null {
  if (product_id === null) return null;
  return { id: product_id, sku: mapped_sku_js ?? sku, name: mapped_name ?? name, image_url: imageUrl, quantity_available };
}
