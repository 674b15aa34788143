import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, quantile } from '../figure.ts';

const kept = new Agent({ keepAlive: true, maxSockets: 1 });

/** The server, and the address of each turn. */
export type Visit = { address: (turn: number) => string; cookie?: string; accept?: string; key?: (turn: number) => string };
export type Reply = { status: number; ms: number; firstByteMs: number; text: string };

/** One request over a kept connection, like a browser's. */
export function visit({ address, cookie, accept = 'application/json', key }: Visit, turn: number, agent = kept): Promise<Reply> {
  const began = performance.now();
  const who = { ...(cookie && { cookie }), ...(key && { authorization: `Bearer ${key(turn)}` }) };
  return new Promise((resolve, reject) => {
    get(address(turn), { agent, headers: { accept, ...who } }, (response) => {
      const firstByteMs = performance.now() - began;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - began, firstByteMs, text: Buffer.concat(chunks).toString() }),
      );
    }).on('error', reject);
  });
}

const warmUp = Number(process.env.BENCH_WARM_UP ?? 60);
const turns = Number(process.env.BENCH_TURNS ?? 500);

/**
 * Sends requests to each in turn, so that other load on the machine affects all alike, and every second time in the opposite order: the
 * first to read a row also reads its pages from the disk. A turn begins no sooner than `everyMs` after the one before. Returns the times of
 * each in ms.
 * @throws when a reply is not the expected one.
 */
export async function askInTurn<Key extends string>(
  all: Record<Key, Visit>,
  expected = [200],
  everyMs = 0,
): Promise<Record<Key, number[]>> {
  const names = Object.keys(all) as Key[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Key, number[]>;
  for (let turn = -warmUp, next = 0; turn < turns; turn++) {
    if (everyMs > 0) await pause(Math.max(0, next - performance.now()));
    next = performance.now() + everyMs;
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const { status, ms, text } = await visit(all[name], turn + warmUp);
      if (!expected.includes(status)) throw new Error(`${all[name].address(turn + warmUp)} replied ${status}: ${text.slice(0, 300)}`);
      if (turn >= 0) times[name].push(ms);
    }
  }
  return times;
}

type Beside = { bench: string; case: string; goal: string; rows: { small: number; large: number } };

/** p50 and p99 of both sizes with their floors, and the growth from the small to the large one. */
export function figuresOf(times: Record<'small' | 'large' | 'floorOfSmall' | 'floor', number[]>, { rows, ...about }: Beside): Figure[] {
  return ([0.5, 0.99] as const).flatMap((share) => {
    const metric = share === 0.5 ? 'p50_ms' : 'p99_ms';
    const [small, large] = [quantile(times.small, share), quantile(times.large, share)];
    const [floorOfSmall, floor] = [quantile(times.floorOfSmall, share), quantile(times.floor, share)];
    return [
      { ...about, rows: rows.small, metric, value: small, floor: floorOfSmall, ratio: small / floorOfSmall },
      { ...about, rows: rows.large, metric, value: large, floor, ratio: large / floor, growth: large / small },
    ];
  });
}
