import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createSessionFor, createUser } from '../../app/people/accounts/people.ts';
import { sessionCookie } from '../../app/people/accounts/sessions/cookie.ts';
import { type Running, start } from '../processes.ts';
import { secretKey } from '../shop.ts';
import { type Filling, openFilled } from './filled.ts';
import type { Floor } from './floor-server.ts';
import type { Visit } from './visit.ts';

/** The product's web process and the floor's, on the same filled database. */
export type Pair = {
  orders: number;
  url: string;
  web: Running;
  /** The server of both databases. */
  databasePid: () => number | undefined;
  /** A request of the signed-in person of account 1. */
  ask: (path: string | ((turn: number) => string), accept?: string) => Visit;
  floor: (name: string, values?: (turn: number) => (string | number)[]) => Visit;
};
export type Pairs = { small: Pair; large: Pair };

/** How many orders the measured account has, in each of the two databases. */
export const sizes = [20_000, Number(process.env.BENCH_ORDERS_LARGE ?? 2_000_000)];
const firstPort = Number(process.env.BENCH_PORT ?? 39_171);

/** Runs `work` with the product on 20,000 and on 2,000,000 orders, or on another filling of two sizes, and ends all processes. */
export async function withPairs<T>(
  floors: Floor[],
  work: (pairs: Pairs) => Promise<T>,
  of: { sizes: number[]; filling?: Filling } = { sizes },
): Promise<T> {
  const { databases, pid } = await openFilled(of.sizes, process.argv.includes('--keep'), of.filling);
  const running: Running[] = [];
  const pair = async ({ orders, url }: { orders: number; url: string }, port: number): Promise<Pair> => {
    const origin = `http://127.0.0.1:${port}`;
    const cookie = await signedIn(url, origin);
    const web = await start(['bin/crossdock.ts', 'web'], {
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      PORT: String(port),
      LOG_LEVEL: 'error',
    });
    const floor = await start(['bench/filled/floor-server.ts', url, String(port + 100), JSON.stringify(floors)], {});
    running.push(web, floor);
    return {
      ...{ orders, url, web, databasePid: pid },
      ask: (path, accept) => ({
        address: (turn) => origin + (typeof path === 'string' ? path : path(turn)),
        cookie,
        ...(accept && { accept }),
      }),
      floor: (name, values) => ({
        address: (turn) =>
          `http://127.0.0.1:${port + 100}/${name}?${(values?.(turn) ?? []).map((value) => `v=${encodeURIComponent(value)}`).join('&')}`,
      }),
    };
  };
  try {
    const [small, large] = databases.map((database, at) => ({ database, port: firstPort + at }));
    if (!small || !large) throw new Error('There are two sizes.');
    return await work({ small: await pair(small.database, small.port), large: await pair(large.database, large.port) });
  } finally {
    await Promise.all(running.map((process) => process.stop()));
  }
}

let people = 0;

async function signedIn(url: string, origin: string): Promise<string> {
  const directory = openDirectory(url, 1);
  people += 1;
  const email = `bench-${Date.now()}-${people}@example.com`;
  const userId = await createUser(directory, { email, name: 'Bench', role: 'admin', accountId: 1 });
  const cookie = await createSessionFor(directory, sessionCookie([secretKey], origin), userId);
  await directory.close();
  return cookie;
}
