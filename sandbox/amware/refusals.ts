import { carrierOf, warehouses } from './methods.ts';
import type { OrderBody } from './wire.ts';

/** A reply outside 2xx, in the contract's words. */
export type Refusal = { status: number; code: string; message: string; field?: string };

/** What is wrong with an order before stock is looked at; null when nothing is. */
export function refusalOf(body: OrderBody, knows: (sku: string) => boolean): Refusal | null {
  const refuse = (code: string, message: string, field: string): Refusal => ({ status: 422, code, message, field });
  const unknown = body.lines.findIndex(({ sku }) => !knows(sku));
  if (unknown >= 0) return refuse('unknown_sku', `SKU ${body.lines[unknown]?.sku} is not one of your items.`, `lines[${unknown}].sku`);
  if (new Set(body.lines.map(({ line_reference }) => line_reference)).size < body.lines.length)
    return refuse('invalid', 'Two lines have the same line_reference.', 'lines');
  if (carrierOf(body.method_code) === null)
    return refuse('unknown_method', `We do not ship by ${body.method_code || 'an empty method'}.`, 'method_code');
  if (body.warehouse_id !== null && !warehouses.some(({ id }) => id === body.warehouse_id))
    return refuse('invalid', `There is no warehouse ${body.warehouse_id}.`, 'warehouse_id');
  const field = missingOfAddress(body.ship_to);
  return field === null
    ? null
    : refuse('bad_address', `The address cannot be delivered to: ${field} is missing or wrong.`, `ship_to.${field}`);
}

function missingOfAddress(address: OrderBody['ship_to']): string | null {
  for (const field of ['name', 'line1', 'city'] as const) if (address[field].trim() === '') return field;
  if (!isCountry(address.country)) return 'country';
  if (address.postal_code.trim() === '' && !withoutPostcodes.has(address.country)) return 'postal_code';
  return null;
}

const withoutPostcodes = new Set(['AE', 'HK', 'BS', 'QA', 'PA', 'AG', 'AW', 'BO', 'BW', 'FJ', 'GH', 'JM', 'UG', 'ZW']);
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that are regions to the library, but no countries to a carrier. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && regions.of(code) !== undefined;
}
