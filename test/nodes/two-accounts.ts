import { expect, onTestFinished } from 'vitest';
import { type Product, startProduct } from '../faults/product.ts';
import { type Result, runRound } from '../faults/round.ts';
import type { Fault } from '../faults/strikes.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, nextAccountElsewhere, nodesOfAccounts } from './cluster.ts';

/** Whether the servers at CITUS_URL may be killed, which have to be of this machine: so it is asked for by itself. */
export const mayKill = !!citusUrl && process.env.CITUS_STRIKES === '1';
/** What is torn down after a test that kills servers takes longer. */
export const patienceMs = 120_000;
export const size = { orders: 30, perSecond: 2, booked: 3, bought: 3 };
export const web = ['test/faults/web.ts'];

export const portOf = (url: string): number => Number(new URL(url).port);
export const withPort = (url: string, port: number): string => Object.assign(new URL(url), { port: String(port) }).href;

const undisturbed: Fault = { name: 'none', strike: async () => undefined };

export type OnANode = { product: Product; port: number };

/** The product, until the test ends, on a distributed database, with two accounts that lie on two nodes. */
export async function startTwoAccounts(url: string): Promise<[OnANode, OnANode]> {
  const first = await startProduct(web, { everySeconds: 3, databaseUrl: url });
  onTestFinished(first.stop, patienceMs);
  await onCluster(url, nextAccountElsewhere, [first.seller.accountId]);
  const products = [first, await first.beside('example.org')] as const;
  const nodes = await onCluster(url, nodesOfAccounts, [products.map(({ seller }) => seller.accountId)]);
  const [one, two] = nodes.map(({ node }) => Number(node));
  return [
    { product: products[0], port: one ?? 0 },
    { product: products[1], port: two ?? 0 },
  ];
}

/** Orders of both flow, while something happens to the first: all sides agree in the end, for both. */
export async function bothAgree(struck: Product, other: Product, fault: Fault, round: string): Promise<void> {
  const rounds = [runRound(struck, fault, round, size, 300_000), runRound(other, undisturbed, `${round}2`, size, 300_000)];
  for (const result of await Promise.all(rounds)) agree(result);
  expect(struck.crashes()).toBe(0);
}

export function agree({ verdict, seconds }: Result): void {
  expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
  expect(seconds).not.toBeNull();
}

/**
 * A person of the account adds departments, one after the other, until `end`. What was confirmed is there for good: `end` returns the names.
 */
export async function saveOn({ seller }: Product): Promise<{ end: () => Promise<string[]> }> {
  const confirmed: string[] = [];
  let goesOn = true;
  const saving = (async () => {
    for (let at = 1; goesOn; at++) {
      const name = `Team ${at}`;
      await seller.call('POST', '/api/departments', { name }).then(
        () => confirmed.push(name),
        () => undefined,
      );
    }
  })();
  await expect.poll(() => confirmed.length, { timeout: 30_000 }).toBeGreaterThan(5);
  return {
    async end() {
      goesOn = false;
      await saving;
      return confirmed;
    },
  };
}

export async function departments({ read, seller }: Product): Promise<string[]> {
  const rows = await read<{ name: string }>('select name from departments where account_id = $1', [seller.accountId]);
  return rows.map(({ name }) => name);
}
