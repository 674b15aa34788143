import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from './product.ts';

const rows = 4_500;
const lookMs = 100;

/** Where each phase is in its middle: behind its second chunk of rows. */
const middles = {
  check: 'before insert on import_chunks for each row when (new.chunk = 2)',
  apply: 'before insert on import_changes for each row',
};

type Imported = { id: string; state: string; attempt: number; applied: number; problem: string | null };

/** What became of an import whose workers were killed in the middle of its check, and in the middle of applying it. */
export type KilledImport = {
  /** How many workers had begun each phase by its end. */
  attempts: number[];
  import: Omit<Imported, 'id' | 'attempt'>;
  /** Products of the file, different SKUs of them, and changes that an undo would take back. */
  stored: { products: number; skus: number; changes: number };
};

/** Imports a file of products, and kills -9 both workers while they wait in the middle of each phase. */
export async function importThroughKills(product: Product): Promise<KilledImport> {
  const file = `sku,name\n${Array.from({ length: rows }, (_, at) => `KILLED-${at},A name\n`).join('')}`;
  const attempts: number[] = [];
  await killWithin(product, 'check', () => product.seller.upload('/api/upload-csv/2?preview=1', file));
  const checked = await reached(product, 'checked');
  attempts.push(checked.attempt);
  await killWithin(product, 'apply', () => product.seller.call('POST', `/api/imports/${checked.id}/apply`));
  const { id, attempt, ...ended } = await reached(product, 'applied');
  attempts.push(attempt - checked.attempt);
  const [stored] = await product.read<KilledImport['stored']>(
    `select count(*)::int as products, count(distinct sku)::int as skus,
       (select sum(json_array_length(c.rows::json))::int from import_changes c where c.account_id = $1 and c.import_id = $2) as changes
     from products where account_id = $1 and sku like 'KILLED-%'`,
    [product.seller.accountId, id],
  );
  return { attempts, import: ended, stored: stored as KilledImport['stored'] };
}

/** Starts a phase, and kills the workers when one of them waits in its middle. */
async function killWithin(product: Product, phase: keyof typeof middles, start: () => Promise<unknown>): Promise<void> {
  const gate = new pg.Client({ connectionString: product.postgres.url });
  await gate.connect();
  try {
    await gate.query('select pg_advisory_lock(77)');
    await gate.query(`create or replace function wait_here() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$`);
    await gate.query(`create trigger gate ${middles[phase]} execute function wait_here()`);
    await start();
    await until(async () => {
      const { rows: waiting } = await gate.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return waiting.length > 0 || undefined;
    });
    for (const worker of product.workers) worker.signal('SIGKILL');
  } finally {
    // What the dead worker had sent is undone when the database replies to it.
    await gate.query('select pg_advisory_unlock(77)');
    await gate.query(`drop trigger gate on ${phase === 'check' ? 'import_chunks' : 'import_changes'}`);
    await gate.end();
  }
}

const reached = ({ read, seller }: Product, state: string): Promise<Imported> =>
  until(async () => {
    const [row] = await read<Imported>(
      'select id, state, attempt, applied, problem from imports where account_id = $1 order by id desc limit 1',
      [seller.accountId],
    );
    return row && [state, 'failed'].includes(row.state) ? row : undefined;
  });

/** The caller's test has a limit. */
async function until<T>(found: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    await pause(lookMs);
  }
}
