import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExpressions, keyOf } from '../test/expressions/find.ts';
import { prove } from '../test/expressions/prove.ts';
import { root } from './stop.mjs';

/**
 * `npm run expressions`: proves that every regular expression of the product is linear, and lists those that are. Each takes seconds: what
 * the list has stays proved. `npm run expressions -- anew` proves all, as after an update of the prover.
 */
const list = join(root, 'test/expressions/proved.json');
const provedBefore = new Set<string>(process.argv[2] === 'anew' ? [] : JSON.parse(readFileSync(list, 'utf8')));
const { expressions } = await findExpressions(root);
const verdicts = expressions.map((each) => ({
  ...each,
  verdict: provedBefore.has(keyOf(each)) ? 'linear' : prove(each.pattern, each.flags),
}));
const proved = verdicts.filter(({ verdict }) => verdict === 'linear').map(keyOf);
writeFileSync(list, `${JSON.stringify(proved.sort(), null, 2)}\n`);
for (const { verdict, places, ...each } of verdicts)
  if (verdict !== 'linear') {
    console.error(`${keyOf(each)} at ${places.join(', ')}: ${verdict}`);
    process.exitCode = 1;
  }
