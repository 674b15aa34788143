import pg from 'pg';
import { startCluster } from './cluster.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';

const writers = [1, 4, 16];
const listeners = 3;
const rounds = 4;
const roundMs = 2_500;
/** As long as an announcement of twenty orders. */
const message = JSON.stringify({ accountId: 1, topic: 'orders', ids: Array.from({ length: 20 }, (_, at) => 1_000_000 + at) });

/**
 * Commits a second of small transactions, each of which announces what it wrote, as those of the product do (`pg_notify`, which takes a lock
 * of the whole server at commit); the floor are the same commits without it, in turns. As many sessions listen as two webs and a worker have.
 */
export const benchmark: Benchmark = {
  name: 'announcements',
  about: `commits a second that announce themselves, by ${writers.join(', ')} writers, ${listeners} sessions listening; beside commits that do not`,
  async run() {
    const cluster = await startCluster();
    const pool = new pg.Pool({ connectionString: cluster.url, max: Math.max(...writers) });
    const heard = Array.from({ length: listeners }, () => new pg.Client(cluster.url));
    try {
      await cluster.owner.query('create table written (id bigint generated always as identity primary key, writer int not null)');
      for (const client of heard) await client.connect().then(() => client.query('listen crossdock'));
      const figures: Figure[] = [];
      for (const count of writers) figures.push(await inTurns(pool, count));
      return figures;
    } finally {
      await Promise.all([pool.end(), ...heard.map((client) => client.end())]);
      await cluster.stop();
    }
  },
};

async function inTurns(pool: pg.Pool, count: number): Promise<Figure> {
  const [plain, announced]: [number[], number[]] = [[], []];
  await commits(pool, count, true);
  for (let round = 0; round < rounds; round++) {
    plain.push(await commits(pool, count, false));
    announced.push(await commits(pool, count, true));
  }
  const of = { bench: 'announcements', case: `${count} writer${count > 1 ? 's' : ''}`, metric: 'commits_per_s' };
  return beside({ ...of, value: quantile(announced, 0.5), floor: quantile(plain, 0.5), goal: 'names what NOTIFY costs' });
}

/** How many a second, of so many writers that write one row each time. */
async function commits(pool: pg.Pool, count: number, announce: boolean): Promise<number> {
  let done = 0;
  const ends = performance.now() + roundMs;
  const write = async (writer: number) => {
    const client = await pool.connect();
    while (performance.now() < ends) {
      await Promise.all([
        client.query('begin'),
        client.query('insert into written (writer) values ($1)', [writer]),
        announce && client.query('select pg_notify($1, $2)', ['crossdock', message]),
        client.query('commit'),
      ]);
      done += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return done / (roundMs / 1_000);
}
