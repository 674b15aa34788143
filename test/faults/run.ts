import { buildWhatIsStale } from '../../bin/start/build.ts';
import { stoppedWhenKilled } from './child.ts';
import { importThrough } from './imports/import-through.ts';
import { type ImportStrike, importStrikes } from './imports/strikes.ts';
import { startProduct } from './product.ts';
import { atTheEnd, countOf, type Result, runRound, type Sold, watch } from './round.ts';
import { faults, fullDisk } from './strikes.ts';
import { type ImportRow, importTableOf, isGood, tableOf, troubleIn } from './table.ts';
import { type Channel, connectChannel, runChannelRound } from './trade/channel-round.ts';
import { channels } from './trade/channels.ts';
import { connectMarketplace, runMarketRound } from './trade/marketplace.ts';
import { runPagesRound } from './trade/pages.ts';
import { runSplitRound } from './trade/split-by-hand.ts';
import { warehouseRounds, warehouses } from './warehouse-rounds.ts';

/**
 * Every fault in turn, or those whose names contain the first argument. The second is how many orders are sold at each, the third how
 * many purchase orders flow beside them: a tenth as many unless said. Files are imported at the end: `imports` does that alone, and
 * `warehouse` what follows, the same by way of the other warehouses (`warehouse: extensiv: kill` some of it). Ends with tables; with 1 when
 * they do not hold, or nothing has such a name.
 */
const [only = '', size = '300', purchases = String(Math.ceil(Number(size) / 10))] = process.argv.slice(2);

await buildWhatIsStale(() => console.log('Building the pages …'));
const webArgs = ['bin/crossdock.ts', 'web'];
const product = stoppedWhenKilled(await startProduct(webArgs, { onSmallDisk: true }));
if (!product.disk) console.log('Only root of Linux can fill a disk: that fault is left out.');
console.log(`Logs are in ${product.folder} while this runs.`);
const results: Result[] = [];
const imports: ImportRow[] = [];
const everything: Sold = { sales: [], booked: [], bought: [] };
try {
  for (const [index, fault] of faults.filter(({ name }) => name.includes(only) && (product.disk || name !== fullDisk.name)).entries()) {
    const { sales, booked, bought, ...result } = await runRound(product, fault, `F${index + 1}`, {
      orders: Number(size),
      perSecond: 50,
      booked: Math.ceil(Number(size) / 10),
      bought: Number(purchases),
    });
    everything.sales.push(...sales);
    everything.booked.push(...booked);
    everything.bought.push(...bought);
    results.push(result);
    print(result);
  }
  if ('split by hand'.includes(only)) {
    results.push(await runSplitRound(product, 'P', 30, 60_000));
    print(results.at(-1) as Result);
  }
  if ('between pages'.includes(only)) {
    results.push(await runPagesRound(product, 'Q', 60_000));
    print(results.at(-1) as Result);
  }
  if ('marketplace'.includes(only)) results.push(await throughTheQueue());
  for (const channel of channels) if (`channel: ${channel.connector}`.includes(only)) results.push(await through(channel));
  for (const each of Object.values(importStrikes))
    if (`imports: ${each.name}`.includes(only) && (product.disk || each !== importStrikes.disk)) await importWhile(each);
  // Later faults must not have changed orders that agreed before. The stock of what left last is told a moment later.
  const settled = await watch(product, everything, Date.now(), 60_000);
  results.push({ fault: atTheEnd, orders: countOf(everything), ...settled, crashes: 0 });
} finally {
  await product.stop();
}
for (const warehouse of warehouses) results.push(...(await warehouseRounds(warehouse, webArgs, only, print)));
const nothingRan = imports.length === 0 && results.every(({ fault }) => fault.endsWith(atTheEnd));
if (nothingRan) console.error(`No fault has a name with “${only}”.`);
console.log(`\n${tableOf(results)}`);
console.log(troubleIn(results));
if (imports.length > 0) console.log(`\n${importTableOf(imports)}`);
process.exit(!nothingRan && results.every(isGood) && imports.every(({ trouble }) => trouble.length === 0) ? 0 : 1);

function print(result: Result): void {
  console.log(tableOf([result]).split('\n').at(-1));
  if (!isGood(result)) console.log(troubleIn([result]));
}

/** Imports a file that is struck by the same in each of its phases. */
async function importWhile(strike: ImportStrike): Promise<void> {
  const before = product.crashes();
  const result = await importThrough(product, `I${imports.length + 1}`, {
    upload: strike,
    check: strike,
    apply: strike,
    index: strike,
    undo: strike,
  });
  const crashed = product.crashes() - before;
  if (crashed > 0) result.trouble.push(`${crashed} processes ended that nobody struck`);
  imports.push({ struck: strike.name, ...result });
  console.log([...importTableOf(imports.slice(-1)).split('\n').slice(-1), ...result.trouble].join('\n'));
}

/** A channel whose replies break, and whose writes break off after they took effect. Its connection rests between tries. */
async function through(channel: Channel): Promise<Result> {
  await connectChannel(product, channel, 3);
  const { verdict, seconds } = await runChannelRound(product, channel, 60, 900_000);
  const result = { fault: `channel: ${channel.connector}`, orders: 60, seconds, verdict, crashes: 0 };
  console.log(tableOf([result]).split('\n').at(-1));
  return result;
}

/** A queue whose sign-in, acknowledgements and fulfilments fail. Its connection rests between tries, so it takes minutes to agree. */
async function throughTheQueue(): Promise<Result> {
  await connectMarketplace(product, 3);
  const { verdict, seconds } = await runMarketRound(product, 60, 900_000);
  const result = { fault: 'marketplace: its queue fails', orders: 60, seconds, verdict, crashes: 0 };
  console.log(tableOf([result]).split('\n').at(-1));
  return result;
}
