import type { WarehouseShipment } from '../contract.ts';
import type { ShipBobOrder, ShipBobShipment } from './wire.ts';

/** What a shipment holds of one product: of one lot, and for a line of the order. */
export type Part = WarehouseShipment['lines'][number];
export type Line = { lineReference: string; sku: string; quantity: number; shipped: number };

export const isGone = ({ status }: ShipBobShipment) => status === 'Cancelled';
export const hasLeft = ({ status }: ShipBobShipment) => status === 'Completed';
const living = ({ shipments }: ShipBobOrder) => shipments.filter((shipment) => !isGone(shipment));

/** Of a bundle a shipment holds the parts, and does not say how many of it. */
export const bundleIn = ({ products }: ShipBobShipment): string | null => {
  const bundle = products.find(({ inventory_items }) => new Set(inventory_items.map(({ id }) => id)).size > 1);
  return bundle ? skuOf(bundle) : null;
};

/** What we called it is what we compare; what ShipBob calls it is the same for products that it knew before. */
const skuOf = ({ reference_id, sku }: { reference_id: string | null; sku: string | null }): string => reference_id ?? sku ?? '';

const contentsOf = ({ products }: ShipBobShipment): Omit<Part, 'lineReference'>[] =>
  products.flatMap((product) =>
    product.inventory_items.map(({ lot, quantity, expiration_date, serial_numbers }) => ({
      ...{ sku: skuOf(product), lot, quantity },
      ...(expiration_date ? { expiresOn: expiration_date.toISOString().slice(0, 10) } : {}),
      ...(serial_numbers.length > 0 ? { serials: serial_numbers } : {}),
    })),
  );

export const lineTag = (line: string) => `Crossdock line ${line}`;

/**
 * The order's lines. ShipBob keeps what was ordered and, of each shipment, what is packed, which is what goes out: where nothing of the
 * order was cancelled, each shipment says what it holds of each product, and a SKU is on one line alone, that counts.
 */
export function linesOf(order: ShipBobOrder): Line[] {
  const called = new Map(order.tags.map(({ name, value }) => [name, value]));
  const lines = order.products.map((product) => ({
    lineReference: called.get(lineTag(product.external_line_id ?? '')) ?? product.external_line_id ?? skuOf(product),
    ...{ sku: skuOf(product), quantity: product.quantity, shipped: 0 },
  }));
  const packed = order.shipments.flatMap(contentsOf);
  const isWhole = packed.length > 0 && order.shipments.every((shipment) => !isGone(shipment) && saysAll(shipment));
  const counted = isWhole ? lines.map((line) => asPacked(line, lines, packed)).filter(({ quantity }) => quantity > 0) : lines;
  for (const part of partsOf(order, counted).flatMap(({ shipment, parts }) => (hasLeft(shipment) ? parts : []))) {
    const line = counted.find(({ lineReference }) => lineReference === part.lineReference);
    if (line) line.shipped += part.quantity;
  }
  return counted;
}

const saysAll = (shipment: ShipBobShipment) =>
  shipment.products.length > 0 &&
  shipment.products.every(({ inventory_items }) => inventory_items.length > 0) &&
  bundleIn(shipment) === null;

function asPacked(line: Line, lines: readonly Line[], packed: readonly Omit<Part, 'lineReference'>[]): Line {
  if (lines.filter(({ sku }) => sku === line.sku).length > 1) return line;
  return { ...line, quantity: packed.reduce((sum, { sku, quantity }) => sum + (sku === line.sku ? quantity : 0), 0) };
}

/**
 * What each shipment holds, by the lines that it serves. Shipments say SKUs and not lines, so each line of a SKU is filled in turn,
 * always in the same order: a shipment that was read once holds the same when it is read again.
 */
export function partsOf(order: ShipBobOrder, lines: readonly Line[]): { shipment: ShipBobShipment; parts: Part[] }[] {
  const open = lines.map(({ lineReference, sku, quantity }) => ({ lineReference, sku, left: quantity }));
  const inTurn = living(order).toSorted((a, b) => Number(a.id) - Number(b.id));
  return inTurn.map((shipment) => ({ shipment, parts: contentsOf(shipment).flatMap((content) => fill(content, open)) }));
}

type Open = { lineReference: string; sku: string; left: number }[];

function fill(content: Omit<Part, 'lineReference'>, open: Open): Part[] {
  const { sku, quantity, serials } = content;
  const mine = open.filter((line) => line.sku === sku);
  const parts: Part[] = [];
  let rest = quantity;
  for (const [at, line] of mine.entries()) {
    // More than was ordered belongs to the last.
    const taken = at === mine.length - 1 ? rest : Math.min(rest, line.left);
    if (taken <= 0) continue;
    line.left -= taken;
    rest -= taken;
    const from = quantity - rest - taken;
    const numbers = serials && { serials: serials.slice(from, from + taken) };
    parts.push({ ...content, ...numbers, lineReference: line.lineReference, quantity: taken });
  }
  return mine.length === 0 && quantity > 0 ? [{ ...content, lineReference: sku }] : parts;
}
