import { buildWhatIsStale } from '../../bin/start/build.ts';
import { compare } from './agreement.ts';
import type { Sale } from './fates.ts';
import { startProduct } from './product.ts';
import { type Result, runRound } from './round.ts';
import { faults } from './strikes.ts';
import { isGood, tableOf, troubleIn } from './table.ts';

/** Every fault in turn, or those whose names contain the first argument. Ends with a table; with 1 when it does not hold. */
const [only = '', orders = '300'] = process.argv.slice(2);

await buildWhatIsStale(() => console.log('Building the pages …'));
const product = await startProduct(['bin/crossdock.ts', 'web']);
console.log(`Logs are in ${product.folder} while this runs.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop().then(() => process.exit(1)));
const results: Result[] = [];
const everything: Sale[] = [];
try {
  for (const [index, fault] of faults.filter(({ name }) => name.includes(only)).entries()) {
    const { sales, ...result } = await runRound(product, fault, `F${index + 1}`, { orders: Number(orders), perSecond: 50 });
    everything.push(...sales);
    results.push(result);
    console.log(tableOf([result]).split('\n').at(-1));
    if (!isGood(result)) console.log(troubleIn([result]));
  }
  // Later faults must not have changed orders that agreed before.
  const verdict = await compare(product, everything);
  results.push({ fault: 'all of them, at the end', orders: everything.length, seconds: 0, verdict, crashes: 0 });
} finally {
  await product.stop();
}
console.log(`\n${tableOf(results)}`);
console.log(troubleIn(results));
process.exit(results.every(isGood) ? 0 : 1);
