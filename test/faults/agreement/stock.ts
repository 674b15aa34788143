import type { Product } from '../product.ts';
import { buffer, offeredAt, offers, said } from '../stock-watch.ts';
import type { Verdict } from './sides.ts';

/**
 * Compares the warehouse's shelves, what Crossdock says that it sent, and what NetSuite offers. Falsely marked: at some time more was sent or
 * offered than there was. Doubled: more is offered than there is.
 */
export async function compareStock({ read, seller, sandbox, warehouse, stock }: Product): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  const [sent, pushes] = [
    await read<{ sku: string; quantity: number | null }>(said, [seller.accountId]),
    await read<Push>(pushed, [seller.accountId]),
  ];
  const [shelves, there] = [warehouse.shelves(sandbox.control), offeredAt(sandbox)];
  for (const { sku, of, units } of offers) {
    const right = Math.max(0, Math.floor(((shelves[of] ?? 0) - buffer) / units));
    const [ours, theirs] = [sent.find((each) => each.sku === sku)?.quantity, there[sku] ?? 0];
    if (theirs > right) verdict.doubled.push(`${sku}: NetSuite offers ${theirs}, of ${right} (sent: ${ours})`);
    else if (theirs !== right || ours !== right) verdict.lost.push(`${sku}: NetSuite offers ${theirs}, not ${right} (sent: ${ours})`);
  }
  const claims = [
    ...pushes.map(({ sku, quantity, at }) => ({ what: 'sent', sku, quantity, at: at.getTime() })),
    ...stock.offers.flatMap(({ at, units }) => offers.map(({ sku }) => ({ what: 'offered', sku, quantity: units[sku] ?? 0, at }))),
  ];
  for (const { what, sku, quantity, at } of claims) {
    const offer = offers.find((each) => each.sku === sku);
    const most = offer && stock.most(offer.of, at);
    if (offer && most !== undefined && quantity > 0 && quantity * offer.units + buffer > most)
      verdict.false.push(`${sku}: ${quantity} ${what}, with ${most} of ${offer.of} there`);
  }
  return verdict;
}

type Push = { sku: string; quantity: number; at: Date };

const pushed = `
  select cp.connector_product_sku as sku, s.quantity, s.at from stock_pushes s
  join connector_products cp on cp.account_id = $1 and cp.id = s.connector_product_id
  join connections c on c.account_id = $1 and c.id = cp.connection_id where s.account_id = $1 and c.connector = 'netsuite' and s.outcome = 'sent' and s.at > now() - interval '1 minute'`;
