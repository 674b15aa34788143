import { buildWhatIsStale } from '../../bin/start/build.ts';
import { aligned } from '../faults/table.ts';
import { poolerIsHere } from '../pooler.ts';
import { edges } from './edges.ts';
import { isGood, type Played, playEdge } from './play.ts';

/** Every edge in turn, or those whose names contain the first argument; the second is how many orders are sold at each step. Ends with a table, and with 1 when it does not hold. */
const [only = '', size = '60'] = process.argv.slice(2);

await buildWhatIsStale(() => console.log('Building the pages …'));
const results: Played[] = [];
for (const edge of edges.filter(({ name }) => name.includes(only))) {
  if (edge.isPooled && !poolerIsHere) {
    console.log(`${edge.name}: skipped, there is no PgBouncer`);
    continue;
  }
  const stage = { webArgs: ['bin/crossdock.ts', 'web'], everySeconds: 3 };
  const played = await playEdge(edge, { orders: Number(size), bought: Math.ceil(Number(size) / 10) }, stage, 180_000).catch(
    (error: Error): Played => ({
      ...{ edge: edge.name, orders: 0, bought: 0, decisions: {}, seconds: null },
      verdict: { beyond: [], elsewhere: [], lost: [error.message] },
    }),
  );
  results.push(played);
  const { beyond, elsewhere, lost } = played.verdict;
  console.log(
    [`${edge.name}: ${isGood(played) ? 'agrees' : 'does not agree'}`, ...[...beyond, ...elsewhere, ...lost].slice(0, 12)].join('\n  '),
  );
}
const columns = [
  'edge',
  'orders',
  'purchase orders',
  'decisions',
  'seconds until agreement',
  'beyond what was sold',
  'to somebody else',
  'lost',
];
const rows = results.map(({ edge, orders, bought, decisions, seconds, verdict: { beyond, elsewhere, lost } }) => [
  ...[edge, String(orders), String(bought), inWords(decisions), seconds?.toFixed(1) ?? 'never'],
  ...[beyond, elsewhere, lost].map(({ length }) => String(length)),
]);
console.log(`\n${aligned(columns, rows)}`);

function inWords(decisions: Record<string, number>): string {
  const all = Object.entries(decisions);
  return all.length === 0 ? 'none' : all.map(([what, times]) => (times > 1 ? `${what} (${times})` : what)).join(', ');
}

process.exit(results.every(isGood) ? 0 : 1);
