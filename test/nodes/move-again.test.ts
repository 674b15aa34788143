import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveAccount } from '../../bin/distribute/move-account.ts';
import { type Product, startProduct } from '../faults/product.ts';
import { runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed, nodesOfAccounts, type OnNodes } from './cluster.ts';
import { agree, size, web, withPort } from './two-accounts.ts';

const root = join(import.meta.dirname, '../..');
const mover = `from pg_stat_activity where datname = current_database() and application_name = 'crossdock-move-account'`;

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('moving an account to another node, interrupted and run again, of those at CITUS_URL', () => {
  let database: OnNodes | undefined;
  let product: Product | undefined;
  const url = () => database?.url ?? '';
  const sql = (text: string, values: unknown[] = []) => onCluster(url(), text, values);
  beforeAll(async () => {
    database = await createDistributed();
    product = await startProduct(web, { everySeconds: 3, databaseUrl: database.url });
  }, 300_000);
  afterAll(async () => {
    await product?.stop();
    await database?.drop();
  });

  /** A process that moves the account, once it does what a statement finds. */
  async function beginMove(account: number, port: number, at: string, isThere: string) {
    const args = ['bin/crossdock.ts', 'move-account', String(account), `127.0.0.1:${port}`];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, DATABASE_URL: url() }, stdio: 'ignore' });
    await expect.poll(() => onCluster(at, isThere), { timeout: 300_000 }).not.toEqual([]);
    return child;
  }

  test('it is taken back, and then moves all the same, while orders flow', { timeout: 1_500_000 }, async () => {
    if (!product) throw new Error('There is no product.');
    const account = product.seller.accountId;
    const nodeOf = async () => Number((await sql(nodesOfAccounts, [[account]]))[0]?.node);
    const before = await nodeOf();
    const [other] = await sql('select nodeport as port from pg_dist_node where groupid <> 0 and nodeport <> $1', [before]);
    const port = Number(other?.port);
    const strike = async () => {
      await beginMove(account, port, url(), `select 1 ${mover} and query like '%split%'`);
      await expect(moveAccount(url(), account, `127.0.0.1:${port}`, () => undefined)).rejects.toThrow('Another move has been going on');
      await sql(`select pg_terminate_backend(pid) ${mover}`);
      await expect.poll(() => sql(`select 1 ${mover}`)).toEqual([]);
      const killed = await beginMove(account, port, withPort(url(), port), copies);
      killed.kill('SIGKILL');
      await expect.poll(() => sql(`select 1 ${mover}`)).toEqual([]);
      expect(await nodeOf()).toBe(before);
      await moveAccount(url(), account, `127.0.0.1:${port}`, () => undefined);
    };
    agree(await runRound(product, { name: 'an interrupted move', strike }, 'I', size, 300_000));
    expect(await nodeOf()).toBe(port);
    expect(product.crashes()).toBe(0);
    // Of what was begun nothing is left, on no node.
    await expect.poll(() => sql('select object_name from pg_dist_cleanup'), { timeout: 90_000 }).toEqual([]);
    expect(await sql(leftOnNodes)).toEqual([{ left: '0' }, { left: '0' }]);
  });
});

/** On the node that the rows are copied to. */
const copies = 'select 1 from pg_subscription s join pg_database d on d.oid = s.subdbid where d.datname = current_database()';
const leftOnNodes = `
  select result as left from run_command_on_workers($$
    select (select count(*) from pg_replication_slots where database = current_database()) + (select count(*) from pg_publication)
      + (select count(*) from pg_subscription s join pg_database d on d.oid = s.subdbid where d.datname = current_database())$$)`;
