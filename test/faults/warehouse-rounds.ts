import { setTimeout as pause } from 'node:timers/promises';
import { stoppedWhenKilled } from './child.ts';
import { startProduct } from './product.ts';
import { atTheEnd, countOf, type Result, runRound, type Sold, watch } from './round.ts';
import { atOnce, type Fault, faults, fullDisk } from './strikes.ts';
import { extensiv } from './warehouses/extensiv.ts';
import { shipBob } from './warehouses/shipbob.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** The warehouses that are for sale. Each takes fewer requests a minute than Amware, so fewer orders flow, and longer. */
export const warehouses: Warehouse[] = [shipBob, extensiv];
const size = { orders: 40, perSecond: 20, bought: 6 };
const deadlineMs = 300_000;

/** Another system of the seller's has sent other goods under the references of two orders. */
const references: Fault = {
  name: 'references that another system has used',
  async strike({ sandbox: { control }, warehouse: { connector, writes } }) {
    const { id } = control.faults.add({ target: connector, operation: writes.submit, kind: 'another_order', times: 2 });
    await pause(10_000);
    control.faults.clear(id);
  },
};

/**
 * Every fault in turn, or those that are named, with orders and purchase orders on the way to this warehouse, in a product of its own.
 * `told`: hears of each result.
 */
export async function warehouseRounds(
  warehouse: Warehouse,
  webArgs: string[],
  only: string,
  told: (result: Result) => void,
): Promise<Result[]> {
  const called = `warehouse: ${warehouse.connector}`;
  const [of, fault = ''] = only.startsWith(`${called}: `) ? [called, only.slice(called.length + 2)] : [only];
  const chosen = [atOnce, references, ...faults].filter(({ name }) => name !== fullDisk.name && name.includes(fault));
  if (!called.includes(of)) return [];
  const product = stoppedWhenKilled(await startProduct(webArgs, { everySeconds: 5, warehouse }));
  const results: Result[] = [];
  const everything: Sold = { sales: [], booked: [], bought: [] };
  const report = (result: Result) => {
    results.push({ ...result, fault: `${warehouse.connector}: ${result.fault}` });
    told(results.at(-1) as Result);
  };
  try {
    for (const [index, fault] of chosen.entries()) {
      const { sales, booked, bought, ...result } = await runRound(product, fault, `W${index + 1}`, size, deadlineMs);
      everything.sales.push(...sales);
      everything.bought.push(...bought);
      report(result);
    }
    const settled = await watch(product, everything, Date.now(), deadlineMs);
    report({ fault: atTheEnd, orders: countOf(everything), ...settled, crashes: 0 });
  } finally {
    await product.stop();
  }
  return results;
}
