import { openDatabase } from '../platform/db.ts';
import type { Benchmark, Figure } from './figure.ts';
import { openFilled } from './filled/filled.ts';
import { sizes } from './filled/webs.ts';
import { planCases } from './plans/cases.ts';
import { readingOf } from './plans/explained.ts';

/** The plan tests of `npm test`, at full size: what each list, count, search and figure reads of 20,000 and of 2,000,000 orders. */
export const benchmark: Benchmark = {
  name: 'plans',
  about: 'pages of 8 kB and rows that each list, count, search and figure reads; it ends with an error when one reads more than it may',
  async run() {
    const { databases } = await openFilled(sizes, process.argv.includes('--keep'));
    const figures: Figure[] = [];
    const tooMuch: string[] = [];
    for (const { orders, url } of databases) {
      const database = openDatabase({ url, connections: 2, name: 'crossdock-plans' });
      for (const { name, most, ask } of planCases(orders)) {
        const { pages, rows, walked } = await readingOf(database, ask);
        const about = { bench: 'plans', case: name, rows: orders, goal: `≤ ${most.toLocaleString('en-US')}` };
        figures.push({ ...about, metric: 'pages', value: pages }, { ...about, metric: 'rows', value: rows });
        if (pages > most || rows > most || walked.length > 0) tooMuch.push(`${name}: ${pages} pages, ${rows} rows, ${walked.join(', ')}`);
      }
      await database.close();
    }
    if (tooMuch.length > 0) throw new Error(`Too much is read:\n${tooMuch.join('\n')}`);
    return figures;
  },
};
