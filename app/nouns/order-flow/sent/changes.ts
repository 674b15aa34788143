import type { WarehouseOrder } from '../../../../connectors/contract.ts';

/** What the warehouse has, and what it should have instead, in words. */
export type Change = { was: string; is: string };

/**
 * How two messages about a warehouse order differ. Of the lines those with these ids are compared, because what travels together is
 * told order by order; all where none are given.
 */
export function changesOf(was: WarehouseOrder, is: WarehouseOrder, lineIds?: ReadonlySet<string>): Change[] {
  const mine = ({ lines }: WarehouseOrder) => lines.filter(({ lineReference }) => !lineIds || lineIds.has(lineReference));
  const changes: Change[] = [];
  const [had, has] = [goodsOf(mine(was)), goodsOf(mine(is))];
  const skus = [...new Set([...had.keys(), ...has.keys()])].filter((sku) => had.get(sku) !== has.get(sku));
  if (skus.length > 0) changes.push({ was: goodsInWords(had, skus), is: goodsInWords(has, skus) });
  else if (linesOf(mine(was)) !== linesOf(mine(is))) changes.push({ was: 'the lines as they were', is: 'the same goods by other lines' });
  if (was.methodCode !== is.methodCode)
    changes.push({ was: `method ${was.methodCode}`, is: is.methodCode ? `method ${is.methodCode}` : 'no method' });
  if (was.warehouseId !== is.warehouseId) changes.push({ was: placeOf(was), is: placeOf(is) });
  for (const [name, value] of values(was, is))
    if (value.was !== value.is) changes.push({ was: inQuotes(name, value.was), is: inQuotes(name, value.is) });
  return changes;
}

/** "12 × CUP instead of 2 × CUP": what was sent, and what should have been. */
export const insteadOf = (changes: readonly Change[]): string => changes.map(({ was, is }) => `${was} instead of ${is}`).join(', ');

type Lines = WarehouseOrder['lines'];

function goodsOf(lines: Lines): Map<string, number> {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
}

/** So many SKUs of an order are named. */
const mostNamed = 5;

function goodsInWords(goods: ReadonlyMap<string, number>, skus: readonly string[]): string {
  const all = skus.flatMap((sku) => (goods.has(sku) ? `${goods.get(sku)?.toLocaleString('en-US')} × ${sku}` : []));
  // One more would take as many words as its own.
  if (all.length <= mostNamed + 1) return all.join(' and ') || 'nothing';
  return `${all.slice(0, mostNamed).join(', ')} and ${all.length - mostNamed} more SKUs`;
}

const linesOf = (lines: Lines) =>
  JSON.stringify(
    lines.map(({ lineReference, sku, quantity }) => [lineReference, sku, quantity]).toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

const placeOf = ({ warehouseId }: WarehouseOrder) => (warehouseId === null ? 'a warehouse of its choice' : `warehouse ${warehouseId}`);

/** What rules may set beside the goods, the method and the warehouse. */
function values(was: WarehouseOrder, is: WarehouseOrder): Map<string, { was: string | null; is: string | null }> {
  const sides = (pick: (order: WarehouseOrder) => string | null | undefined) => ({ was: pick(was) ?? null, is: pick(is) ?? null });
  const names = [...new Set([...Object.keys(was.fields), ...Object.keys(is.fields)])];
  return new Map([
    ['note', sides(({ note }) => note)],
    ['company', sides(({ shipTo }) => shipTo.company)],
    ['phone', sides(({ shipTo }) => shipTo.phone)],
    ['e-mail', sides(({ shipTo }) => shipTo.email)],
    ...names.map((name) => [name.replaceAll('_', ' '), sides(({ fields }) => fields[name])] as const),
  ]);
}

/** So much of a value is shown. */
const longest = 40;
const inQuotes = (name: string, value: string | null) =>
  value === null ? `no ${name}` : `${name} “${value.length > longest ? `${value.slice(0, longest)}…` : value}”`;
