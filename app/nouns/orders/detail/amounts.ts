/** Sums of money, exact: amounts are decimal texts with up to four places, as the database writes them. Browser-safe. */

type Priced = { unit_price: string; quantity: number };

const places = 4;

/** The prices of these lines, each times its quantity, charges left out. */
export function subtotalOf(lines: readonly (Priced & { is_charge: boolean })[]): string {
  return write(sum(lines.filter(({ is_charge }) => !is_charge).map(worth)));
}

/** What a line costs in all. */
export const lineTotal = (line: Priced): string => write(worth(line));

/** What the channel sold of these lines. */
export const soldWorth = (lines: readonly (Priced & { source_quantity: number | null })[]): string =>
  write(sum(lines.map(({ unit_price, quantity, source_quantity }) => worth({ unit_price, quantity: source_quantity ?? quantity }))));

type Sold = {
  total_cost: string;
  lines: readonly (Priced & { source_quantity: number | null })[];
  events: readonly { undone: boolean; removed_worth: string | null }[];
};

/**
 * What an order comes to with these lines: the channel's total, less what the channel sold of the lines, plus what they are now.
 * Tax, postage and whatever else the total holds stay as they are.
 */
export function totalWith({ total_cost, lines: stored, events }: Sold, lines: readonly Priced[] = stored): string {
  const removed = events.map(({ undone, removed_worth }) => (undone || removed_worth === null ? 0n : read(removed_worth)));
  return write(read(total_cost) - read(soldWorth(stored)) - sum(removed) + sum(lines.map(worth)));
}

const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

const worth = ({ unit_price, quantity }: Priced) => read(unit_price) * BigInt(quantity);

function read(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return amount.startsWith('-') ? -units : units;
}

function write(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
