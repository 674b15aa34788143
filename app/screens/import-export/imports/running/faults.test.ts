import { createWriteStream } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../../platform/tenant.ts';
import { connected } from '../../../../../test/database.ts';
import { importing } from '../../../../../test/imports.ts';
import { runsInWords } from '../../../../../test/in-words.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { wordImport } from '../../../../base/import-outcomes.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';
import { beginPhase } from './phase.ts';

// An import is killed, or meets a full disk, in the middle of each phase: nothing of the phase has happened, and it begins again.

const own = testWeb();
const { send, check, apply, act, work, stateOf } = importing(own);
let ann: Person;
let port = 0;

beforeAll(async () => {
  await own.web.listen({ port: 0, host: '127.0.0.1' });
  port = (own.web.server.address() as AddressInfo).port;
  await own.sql(`
    create function wait_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(77); return new; end $$;
    create sequence tries; grant usage on sequence tries to public;
    create function deadlock_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
      update runs set done = 1000 where id = new.run_id; return new; end $$;
    create function no_space() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device'
      using errcode = 'disk_full'; end $$`);
});
beforeEach(async () => {
  ann = await own.person(await own.account());
});
afterEach(() =>
  own.sql(
    `drop trigger if exists faulty on import_chunks; drop trigger if exists faulty on changes; drop trigger if exists faulty on products;
     drop trigger if exists faulty on imports; alter sequence tries restart`,
  ),
);

/** Where each phase is in its middle: after a chunk, after what was changed, after what was created was deleted again. */
const middles = {
  check: `create trigger faulty before insert on import_chunks for each row when (new.chunk = 1) execute function`,
  apply: `create trigger faulty before insert on changes for each row when (new.form = 'created') execute function`,
  undo: `create trigger faulty before update on products for each row when (old.sku = 'KNOWN') execute function`,
};
const phases = Object.keys(middles) as (keyof typeof middles)[];

/** Two chunks of new products, and one that is known. */
const file = `sku,name\nKNOWN,new\n${Array.from({ length: 2_400 }, (_, at) => `SKU-${at},n`).join('\n')}\n`;
const products = async () => {
  const [counts] = await own.sql<{ n: string; known: string }>(
    `select count(*) filter (where sku <> 'KNOWN') as n, max(name) filter (where sku = 'KNOWN') as known from products
      where account_id = $1`,
    [ann.accountId],
  );
  return [Number(counts?.n), counts?.known];
};
const before = { check: [0, 'old'], apply: [0, 'old'], undo: [2_400, 'new'] };
const after = { check: [0, 'old'], apply: [2_400, 'new'], undo: [0, 'old'] };
const ended = { check: 'checked', apply: 'applied', undo: 'undone' };

/** Ends who waits in the middle of a phase. Returns them. */
const kill = () =>
  own.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 77 and not granted
    and database = (select oid from pg_database where datname = current_database())`);

/** An import that is about to begin this phase. */
async function readyFor(phase: keyof typeof middles): Promise<number> {
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'KNOWN', 'old')`, [ann.accountId]);
  if (phase === 'check') return (await send(ann, file)).json().importId;
  const id = await check(ann, file);
  if (phase === 'undo') await apply(ann, id);
  await act(ann, id, phase);
  return id;
}

test.each(phases)('killed in the middle of the %s: nothing of it has happened, and the next worker does all of it', async (phase) => {
  const id = await readyFor(phase);
  await own.sql(`${middles[phase]} wait_here()`);
  const holder = await connected(own.url);
  try {
    await holder.query('select pg_advisory_lock(77)');
    const working = work(ann, id);
    // It may have ended before the session that ends it says so.
    working.catch(() => undefined);
    await expect.poll(async () => (await kill()).length).toBe(1);
    await expect(working).rejects.toThrow();
  } finally {
    await holder.end();
  }
  expect(await products()).toEqual(before[phase]);
  await work(ann, id);
  expect([await products(), await stateOf(id)]).toMatchObject([
    after[phase],
    { state: ended[phase], created: 2_400, changed: 1, wrong: 0, kept: 0, problem: null },
  ]);
});

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;

test('cancelled while chunks are being checked: nobody waits for them, and none is stored or counted any longer', async () => {
  const id = await readyFor('check');
  await own.sql(`${middles.check} wait_here()`);
  const holder = await connected(own.url);
  try {
    await holder.query('select pg_advisory_lock(77)');
    const working = work(ann, id);
    await expect.poll(async () => (await own.sql(waiting)).length).toBe(1);
    const cancelled = act(ann, id, 'cancel');
    await expect.poll(() => stateOf(id)).toMatchObject({ state: 'cancelled' });
    expect((await cancelled).statusCode).toBe(200);
    await holder.query('select pg_advisory_unlock(77)');
    await working;
  } finally {
    await holder.end();
  }
  expect(await own.sql('select from import_chunks where import_id = $1 and chunk = 1', [id])).toEqual([]);
  const runs = await own.sql('select r.state, r.done from runs r join imports i on i.run_id = r.id where i.id = $1', [id]);
  expect(runs).toEqual([{ state: 'cancelled', done: 0 }]);
});

test.each(['apply', 'undo'] as const)(
  'cancelled in the middle of the %s: nobody waits for it, and nothing of it has happened',
  async (phase) => {
    const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `BULK-${from + at},n`).join('\n');
    const id = await check(ann, `sku,name\n${rows(0, 10_400)}\n`);
    if (phase === 'undo') await apply(ann, id);
    await act(ann, id, phase);
    // In the second of two statements, after the first has stored what it changed.
    const last =
      phase === 'apply'
        ? `before insert on products for each row when (new.sku = 'BULK-10399')`
        : `before delete on products for each row when (old.sku = 'BULK-0')`;
    await own.sql(`create trigger faulty ${last} execute function wait_here()`);
    const holder = await connected(own.url);
    try {
      await holder.query('select pg_advisory_lock(77)');
      const working = work(ann, id);
      await expect.poll(async () => (await own.sql(waiting)).length).toBe(1);
      const cancelled = act(ann, id, 'cancel');
      await expect.poll(() => stateOf(id)).toMatchObject({ state: phase === 'apply' ? 'cancelled' : 'applied' });
      expect((await cancelled).statusCode).toBe(200);
      await holder.query('select pg_advisory_unlock(77)');
      await working;
    } finally {
      // Who waits for somebody here would wait for ever.
      await own.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await holder.end();
    }
    const [run] = runsInWords(
      await own.sql('select state, done, sentence from runs where id = (select run_id from imports where id = $1)', [id]),
    );
    expect([await products(), await stateOf(id), run]).toMatchObject([
      [phase === 'apply' ? 0 : 10_400, null],
      { state: phase === 'apply' ? 'cancelled' : 'applied' },
      { state: 'cancelled', done: 0, sentence: 'Cancelled. Nothing was changed.' },
    ]);
  },
);

test('a chunk that waits holds up no other; killed then, the check begins anew and counts each row once', async () => {
  const id = await readyFor('check');
  await own.sql('create trigger faulty before insert on import_chunks for each row when (new.chunk = 0) execute function wait_here()');
  const holder = await connected(own.url);
  try {
    await holder.query('select pg_advisory_lock(77)');
    const working = work(ann, id);
    working.catch(() => undefined);
    const stored = () => own.sql('select chunk from import_chunks where account_id = $1', [ann.accountId]);
    await expect.poll(stored).toEqual([{ chunk: 1 }]);
    // The other chunk may be stored before this one waits.
    await expect.poll(async () => (await kill()).length).toBe(1);
    await expect(working).rejects.toThrow();
  } finally {
    await holder.end();
  }
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 2_400, changed: 1, wrong: 0, problem: null });
});

test.each(phases)(
  'a disk that is full in the middle of the %s: nothing of it has happened, and with space all of it does',
  async (phase) => {
    const id = await readyFor(phase);
    await own.sql(`${middles[phase]} no_space()`);
    await expect(work(ann, id)).rejects.toThrow('No space left on device');
    expect(await products()).toEqual(before[phase]);
    await own.sql(`drop trigger faulty on ${phase === 'check' ? 'import_chunks' : phase === 'apply' ? 'changes' : 'products'}`);
    await work(ann, id);
    expect([await products(), await stateOf(id)]).toMatchObject([after[phase], { state: ended[phase], problem: null }]);
  },
);

test.each(['apply', 'undo'] as const)('an %s begun anew after a deadlock counts each row once, whatever was reported', async (phase) => {
  const id = await readyFor(phase);
  await own.sql(
    `create trigger faulty before update on imports for each row
       when (old.state <> new.state and new.state = '${ended[phase]}') execute function deadlock_once()`,
  );
  await work(ann, id);
  const run = await own.sql('select r.done from runs r join imports i on i.run_id = r.id where i.id = $1', [id]);
  expect([await products(), run]).toEqual([after[phase], [{ done: 2_401 }]]);
});

test('a disk that stays full ends the import, and says so', async () => {
  const id = await readyFor('apply');
  await own.sql(`${middles.apply} no_space()`);
  for (const _try of [1, 2]) await expect(work(ann, id)).rejects.toThrow();
  await work(ann, id);
  expect([await products(), await stateOf(id)]).toMatchObject([before.apply, { state: 'failed', problem: importTexts.failed }]);
});

test('a disk that is full as what somebody else created is applied anew counts as a failure of the try, and ends none', async () => {
  const id = await readyFor('apply');
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'SKU-7', 'theirs')`, [ann.accountId]);
  await own.sql(`${middles.apply} no_space()`);
  await expect(work(ann, id)).rejects.toThrow('No space left on device');
  expect(await stateOf(id)).toMatchObject({ state: 'applying', problem: null });
  await own.sql('drop trigger faulty on changes');
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', problem: null });
});

test('an undo that a full disk ends says so of the undo, changes nothing, and can be begun again', async () => {
  const id = await readyFor('undo');
  await own.sql(`${middles.undo} no_space()`);
  for (const _try of [1, 2]) await expect(work(ann, id)).rejects.toThrow();
  await work(ann, id);
  expect([await products(), await stateOf(id)]).toMatchObject([
    before.undo,
    { state: 'applied', problem: 'It was not undone: that failed three times, and nothing of it was changed. Try again later.' },
  ]);
  await own.sql('drop trigger faulty on products');
  await act(ann, id, 'undo');
  await work(ann, id);
  expect([await products(), await stateOf(id)]).toMatchObject([after.undo, { state: 'undone', problem: null }]);
});

test.each(phases)('workers that die over the %s five times end it: it says so with what helps, and can be begun again', async (phase) => {
  const id = await readyFor(phase);
  // Each begins it, and is no more.
  for (let kill = 0; kill < 5; kill++) await inTenant(own.web.parts.engine.database, ann, (tenant) => beginPhase(tenant, id));
  await work(ann, id);
  const problem = wordImport({ code: phase === 'undo' ? 'undo_killed' : 'import_killed' });
  expect([await products(), await stateOf(id)]).toMatchObject([before[phase], { state: phase === 'undo' ? 'applied' : 'failed', problem }]);
  if (phase !== 'undo') return;
  await act(ann, id, phase);
  await work(ann, id);
  expect(await products()).toEqual(after[phase]);
});

test('workers that stop in order, and tries that fail, end no import', async () => {
  const id = await readyFor('apply');
  const cutOff = async () => (await own.sql('select cut_off from imports where id = $1', [id]))[0]?.cut_off;
  await own.sql(`${middles.apply} no_space()`);
  await expect(work(ann, id)).rejects.toThrow();
  expect(await cutOff()).toBe(0);
  await own.sql('drop trigger faulty on changes');
  await work(ann, id);
  expect([await products(), await cutOff()]).toEqual([after.apply, 0]);
});

const storedFiles = async () => {
  const { store } = own.web.parts.files;
  const keys: string[] = [];
  for await (const page of store.list(String(ann.accountId), new Date(Date.now() + 60_000))) keys.push(...page);
  return [keys, await own.sql('select id from imports where account_id = $1', [ann.accountId])];
};

test('an upload that breaks off leaves neither a file nor an import', async () => {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nsku,name\n';
  const socket = connect(port, '127.0.0.1');
  const request = [
    ...['POST /api/upload-csv/2?preview=1 HTTP/1.1', 'host: 127.0.0.1', `cookie: ${ann.cookie}`, 'sec-fetch-site: same-origin'],
    ...['x-requested-with: XMLHttpRequest', 'content-type: multipart/form-data; boundary=x', 'content-length: 5000000', '', head],
  ];
  socket.write(request.join('\r\n'));
  socket.write('SKU,a name\n'.repeat(60_000));
  await expect.poll(async () => (await storedFiles())[0]?.length).toBe(1);
  socket.destroy();
  await expect.poll(storedFiles).toEqual([[], []]);
});

test('an upload to a full disk leaves neither a file nor an import, and says that it failed', async () => {
  const { store } = own.web.parts.files;
  const { put } = store;
  // What the system itself replies when a disk is full.
  store.put = async (_key, content) => {
    await pipeline(content, createWriteStream('/dev/full'));
    return 0;
  };
  try {
    const reply = await send(ann, file);
    expect(reply.statusCode).toBe(500);
  } finally {
    store.put = put;
  }
  expect(await storedFiles()).toEqual([[], []]);
  expect((await send(ann, file)).statusCode).toBe(200);
});
