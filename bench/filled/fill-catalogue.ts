import { catalogueTables, categoriesOf, inAllAccounts, type ProductRange } from './catalogue-tables.ts';
import { accounts } from './facts.ts';
import { accountsAndConnections, connected, inTurn, numbersFrom } from './fill.ts';
import type { Filling } from './filled.ts';
import { indexesOff } from './indexes.ts';

const filled = Object.keys(catalogueTables);
const atOnce = 100_000;

/**
 * A catalogue of products, a twentieth as many in each of ten other accounts, each with its stock, and with a channel's item that two of
 * three are linked to.
 */
export const catalogueFilling: Filling = {
  name: 'catalogue',
  sources: ['facts.ts', 'catalogue-tables.ts', 'fill-catalogue.ts', 'fill.ts'],
  fill: fillCatalogue,
};

const workers = 2;

async function fillCatalogue(url: string, products: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: workers }, () => connected(url)));
  const [first] = clients as [(typeof clients)[number]];
  try {
    await accountsAndConnections(first);
    await first.query(`
      insert into categories (account_id, id, kind, name) overriding system value
      select a, (a - 1) * ${categoriesOf} + n, 'products', 'Category ' || n from generate_series(1, ${accounts}) as a, generate_series(1, ${categoriesOf}) as n`);
    const putBack = await indexesOff(first, filled);
    const all = inAllAccounts(products);
    const ranges = Array.from({ length: Math.ceil(all / atOnce) }, (_, at): ProductRange => {
      return { from: 1 + at * atOnce, to: Math.min(all, (at + 1) * atOnce), products };
    });
    await inTurn(
      clients,
      Object.values(catalogueTables).flatMap((statement) => ranges.map(statement)),
    );
    await inTurn(clients, putBack);
    await inTurn(clients, ['categories', ...filled].map(numbersFrom(30 * (all + 1))));
    await inTurn(
      clients,
      filled.map((table) => `vacuum analyze ${table}`),
    );
    await first.query('vacuum analyze');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
