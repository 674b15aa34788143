import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Gates, setGates } from '../gates.ts';
import type { Product } from '../product.ts';
import { until } from '../until.ts';
import type { ImportStrike } from './strikes.ts';
import { troubleInIndex } from './word-index.ts';

/** So many that applying them takes two statements, and that the second creates and changes. */
const [created, changed] = [11_000, 1_000];
const known = Array.from({ length: changed }, (_, at) => `KNOWN-${at}`);

/** Where each phase is in its middle: some of its rows are written, and more are to come. */
const middles = {
  check: 'insert on import_chunks for each row when (new.chunk = 2)',
  apply: `insert on changes for each row when (new.form = 'changed')`,
  index: `insert on product_term_sets for each row when ('middle' = any (new.terms))`,
  undo: `update on products for each row when (old.sku = 'KNOWN-500' and new.name = 'Before')`,
};
type Gated = keyof typeof middles;

export const phases = ['upload', 'check', 'apply', 'index', 'undo'] as const;
export type Phase = (typeof phases)[number];

/** What became of an import that was struck in the middle of each of its phases. */
export type ImportResult = {
  /** Seconds from the end of each strike until the phase was done. */
  seconds: Record<Phase, number>;
  /** How many workers had begun each phase of the import by its end. */
  begun: Partial<Record<Phase, number>>;
  trouble: string[];
};

type Seen = { id: string; state: string; attempt: number; problem: string | null; created: number; changed: number; files: number };

/** Imports a file and takes it back, with a strike in the middle of each phase. Nobody helps it, but who uploads anew what was refused. */
export async function importThrough(product: Product, round: string, strikes: Record<Phase, ImportStrike>): Promise<ImportResult> {
  const gates = await setGates(product, middles);
  const result: ImportResult = { seconds: { upload: 0, check: 0, apply: 0, index: 0, undo: 0 }, begun: {}, trouble: [] };
  try {
    await addKnown(product);
    const journey = { product, round, gates, strikes, result };
    await gates.close('check');
    const id = await upload(journey);
    await phase(journey, 'check', async () => (await see(product, round)).state === 'checked');
    for (const gate of ['apply', 'index'] as const) await gates.close(gate);
    await act(product, id, 'apply');
    await phase(journey, 'apply', async () => (await see(product, round)).state === 'applied');
    await phase(journey, 'index', () => isIndexed(product));
    await gates.close('undo');
    await act(product, id, 'undo');
    await phase(journey, 'undo', async () => (await see(product, round)).state === 'undone');
    if (!(await until(() => isIndexed(product))))
      result.trouble.push(`undo: the index says ${JSON.stringify(await troubleInIndex(product))}`);
  } finally {
    await gates.remove();
  }
  return result;
}

type Journey = { product: Product; round: string; gates: Gates<Gated>; strikes: Record<Phase, ImportStrike>; result: ImportResult };

const name = (round: string) => `${round}.csv`;
const wordOf = (at: number) => (at === created / 2 ? 'The middle' : 'A name');

function halvesOf(round: string): [string, string] {
  const fresh = Array.from({ length: created }, (_, at) => `${round}-${at},${wordOf(at)} of ${round} number ${at}\n`);
  return [`sku,name\n${fresh.join('')}`, known.map((sku) => `${sku},After\n`).join('')];
}

/** Items that the file changes, as they are before. */
async function addKnown({ read, seller }: Product): Promise<void> {
  await read(
    `insert into products (account_id, sku, name) select $1, sku, 'Before' from unnest($2::text[]) as sku on conflict (account_id, sku) do nothing`,
    [seller.accountId, known],
  );
}

/** Uploads the file until it is taken; it is struck the first time, when half of it has been received. Returns the import's id. */
async function upload({ product, round, strikes, result }: Journey): Promise<string> {
  const refusals = new Set<string>();
  const send = (halfway?: () => Promise<void>) =>
    product.seller.upload('/api/upload-csv/2?preview=1', { name: name(round), halves: halvesOf(round), ...(halfway && { halfway }) }).then(
      () => true,
      (error: Error) => {
        refusals.add(error.message);
        return false;
      },
    );
  const filesBefore = await filesIn(product);
  const half = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const first = send(() => {
    half.resolve();
    return rest.promise;
  });
  await half.promise;
  await until(async () => (await filesIn(product)) > filesBefore);
  await strikes.upload.strike(product, async () => rest.resolve());
  const over = Date.now();
  const isTaken = await first;
  const count = async () => (await product.read('select from imports where file_name = $1', [name(round)])).length;
  await until(async () => (await count()) >= 0);
  if ((await count()) > 1 || (isTaken && (await count()) === 0)) result.trouble.push(`upload: ${await count()} imports of one upload`);
  if (!(await until(async () => (await count()) > 0 || send()))) throw new Error(`The file is never taken: ${[...refusals].join('\n')}`);
  result.seconds.upload = (Date.now() - over) / 1000;
  const { id, files } = await see(product, round);
  if (files !== 1) result.trouble.push(`upload: ${files} files of it`);
  return id;
}

const filesIn = async ({ folder, seller }: Product) =>
  (await readdir(join(folder, 'data/files', String(seller.accountId))).catch(() => [])).length;

/** Waits until the phase is in its middle, strikes, and looks on until it is done: at any time nothing of it is there, or all. */
async function phase({ product, round, gates, strikes, result }: Journey, gate: Gated, isDone: () => Promise<boolean>): Promise<void> {
  if (!(await gates.reached(gate))) result.trouble.push(`${gate}: never came to its middle`);
  const { attempt } = await see(product, round);
  await strikes[gate].strike(product, () => gates.open(gate));
  const over = Date.now();
  const odd = new Set<string>();
  const done = await until(async () => {
    const seen = await see(product, round);
    const what = `${seen.created} created and ${seen.changed} changed`;
    if (![`0 created and 0 changed`, `${created} created and ${changed} changed`].includes(what)) odd.add(`${gate}: ${what}`);
    if (seen.problem) odd.add(`${gate}: ${seen.problem}`);
    return (await isDone()) || seen.problem !== null;
  });
  if (!done) odd.add(`${gate}: not done (${JSON.stringify(await see(product, round))})`);
  const seen = await see(product, round);
  const isIn = seen.state === 'applied';
  if (seen.created !== (isIn ? created : 0) || seen.changed !== (isIn ? changed : 0)) odd.add(`${gate}: ${JSON.stringify(seen)}`);
  result.trouble.push(...odd);
  result.seconds[gate] = (Date.now() - over) / 1000;
  result.begun[gate] = 1 + seen.attempt - attempt;
}

async function see({ read, seller }: Product, round: string): Promise<Seen> {
  const [seen] = await read<Seen>(
    `select id, state, attempt, problem, (select count(*)::int from files f where f.account_id = $1 and f.name = i.file_name) as files,
      (select count(*)::int from products where account_id = $1 and sku like $2 || '-%' and name like '% of ' || $2 || ' number %') as created,
      (select count(*)::int from products where account_id = $1 and sku like 'KNOWN-%' and name = 'After') as changed
    from imports i where account_id = $1 and file_name = $3 order by id desc limit 1`,
    [seller.accountId, round, name(round)],
  );
  if (!seen) throw new Error(`There is no import of ${name(round)}.`);
  return seen;
}

/** As a person who tries again while the product is down; what was done already is refused. */
async function act({ seller, read }: Product, id: string, action: 'apply' | 'undo'): Promise<void> {
  const states = { apply: 'applying', undo: 'undoing' };
  await until(async () => {
    await seller.call('POST', `/api/imports/${id}/${action}`).catch(() => undefined);
    return (await read('select from imports where id = $1 and state = $2', [id, states[action]])).length > 0;
  });
}

const isIndexed = async (product: Product) => Object.values(await troubleInIndex(product)).every((count) => count === 0);
