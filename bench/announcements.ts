import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startCluster } from './cluster.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';

const writers = [1, 4, 16];
const listeners = 3;
const rounds = 3;
const roundMs = 2_500;
let announced = 1_000_000;
/** As long as an announcement of twenty orders, and like no other: PostgreSQL joins those of a transaction that are the same. */
const nextMessage = () => JSON.stringify({ accountId: 1, topic: 'orders', ids: Array.from({ length: 20 }, () => ++announced) });
/** How long an announcer collects what was committed. */
const joinedMs = 5;

/** Announces what was committed, from a session of its own. */
type Announcer = { announce: () => void; end: () => Promise<void> };
/** When a transaction announces itself: never, within it, or once it has committed. */
type When = 'never' | 'within' | 'after';

/**
 * Commits a second of small transactions, each of which announces what it wrote, as those of the product do (`pg_notify`, which takes a lock
 * of the whole server at commit); the floor are the same commits without it, in turns. Beside them commits that are announced once they are
 * there, all of five milliseconds in one statement of another session. As many sessions listen as two webs and a worker have.
 */
export const benchmark: Benchmark = {
  name: 'announcements',
  about: `commits a second that announce themselves, by ${writers.join(', ')} writers, ${listeners} sessions listening; beside commits that do not`,
  async run() {
    const cluster = await startCluster();
    const pool = new pg.Pool({ connectionString: cluster.url, max: Math.max(...writers) });
    const heard = Array.from({ length: listeners }, () => new pg.Client(cluster.url));
    const announcer = await openAnnouncer(cluster.url);
    try {
      await cluster.owner.query('create table written (id bigint generated always as identity primary key, writer int not null)');
      for (const client of heard) await client.connect().then(() => client.query('listen crossdock'));
      const figures: Figure[] = [];
      for (const count of writers) figures.push(...(await inTurns(pool, count, announcer)));
      return figures;
    } finally {
      await announcer.end();
      await Promise.all([pool.end(), ...heard.map((client) => client.end())]);
      await cluster.stop();
    }
  },
};

async function openAnnouncer(url: string): Promise<Announcer> {
  const client = new pg.Client(url);
  await client.connect();
  let waiting: string[] = [];
  let sending: Promise<unknown> | undefined;
  const send = async () => {
    await pause(joinedMs);
    const messages = waiting;
    waiting = [];
    sending = undefined;
    await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', ['crossdock', messages]);
  };
  return {
    announce() {
      waiting.push(nextMessage());
      sending ??= send();
    },
    end: async () => {
      await sending;
      await client.end();
    },
  };
}

async function inTurns(pool: pg.Pool, count: number, announcer: Announcer): Promise<Figure[]> {
  const measured: Record<When, number[]> = { never: [], within: [], after: [] };
  await commits(pool, count, 'within', announcer);
  for (let round = 0; round < rounds; round++)
    for (const when of Object.keys(measured) as When[]) measured[when].push(await commits(pool, count, when, announcer));
  const of = { bench: 'announcements', metric: 'commits_per_s', floor: quantile(measured.never, 0.5) };
  const name = `${count} writer${count > 1 ? 's' : ''}`;
  return [
    beside({ ...of, case: name, value: quantile(measured.within, 0.5), goal: 'names what NOTIFY costs' }),
    beside({ ...of, case: `${name}, after the commit`, value: quantile(measured.after, 0.5), goal: 'what joining them would gain' }),
  ];
}

/** How many a second, of so many writers that write one row each time. */
async function commits(pool: pg.Pool, count: number, when: When, announcer: Announcer): Promise<number> {
  let done = 0;
  const ends = performance.now() + roundMs;
  const write = async (writer: number) => {
    const client = await pool.connect();
    while (performance.now() < ends) {
      await Promise.all([
        client.query('begin'),
        client.query('insert into written (writer) values ($1)', [writer]),
        when === 'within' && client.query('select pg_notify($1, $2)', ['crossdock', nextMessage()]),
        client.query('commit'),
      ]);
      if (when === 'after') announcer.announce();
      done += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return done / (roundMs / 1_000);
}
