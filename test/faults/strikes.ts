import { setTimeout as pause } from 'node:timers/promises';
import type { FaultKind, FaultRequest } from '../../sandbox/faults.ts';
import type { Product } from './product.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** A fault while orders are in flight. `strike` resolves when the fault ends; recovery is up to the product. */
export type Fault = { name: string; strike: (product: Product) => Promise<unknown> };

const windowMs = 6_000;

/** Of the database and the files. */
export const fullDisk: Fault = {
  name: 'a full disk',
  async strike({ disk }) {
    await disk?.fill();
    await pause(windowMs);
    await disk?.empty();
  },
};

export const faults: Fault[] = [
  outside('429 with Retry-After', '429'),
  outside('429 without Retry-After', '429_bare'),
  outside('500', '500'),
  outside('hang', 'hang'),
  outside('slow', 'slow', { ms: 1_500 }),
  outside('drop after accepting a submit', 'drop_after_accept', { write: 'submit', probability: 0.5 }, ['warehouse']),
  outside('drop after accepting a confirmation', 'drop_after_accept', { operation: 'mark_as_shipped', probability: 0.5 }, ['ship_station']),
  outside('drop after accepting a fulfilment or receipt', 'drop_after_accept', { operation: 'transform', probability: 0.5 }, ['netsuite']),
  outside('drop after accepting a change of stock', 'drop_after_accept', { operation: 'adjust_inventory', probability: 0.5 }, ['netsuite']),
  outside('drop after accepting an announcement', 'drop_after_accept', { write: 'announce', probability: 0.5 }, ['warehouse']),
  outside('duplicate', 'duplicate', { probability: 0.7 }),
  outside('out of order', 'out_of_order', { probability: 0.7 }),
  outside('malformed', 'malformed', { probability: 0.5 }),
  outside('truncated', 'truncated', { probability: 0.5 }),
  {
    name: 'expired credentials, then a reconnect',
    async strike(product) {
      await outside('', 'expired_credentials').strike(product);
      await product.seller.reconnectAll();
    },
  },
  { name: 'kill -9 of web', strike: ({ web }) => thrice(() => web.signal('SIGKILL')) },
  { name: 'kill -9 of a worker', strike: ({ workers }) => thrice((turn) => workers[turn % 2]?.signal('SIGKILL')) },
  {
    name: 'kill -9 of every worker',
    strike: ({ workers }) =>
      thrice(() => {
        for (const worker of workers) worker.signal('SIGKILL');
      }),
  },
  { name: 'kill -9 of the database', strike: (product) => thrice(() => endDatabase(product, 'SIGKILL')) },
  { name: 'a database restart', strike: (product) => thrice(() => endDatabase(product, 'SIGINT')) },
  fullDisk,
  {
    name: 'a worker stopped for longer than a lease',
    async strike({ workers }) {
      workers[0]?.signal('SIGSTOP');
      await pause(38_000);
      workers[0]?.signal('SIGCONT');
    },
  },
];

/** Several at once, for a short suite: four faults of the other sides, and each process ends once. */
export const atOnce: Fault = {
  name: 'a bad day',
  async strike(product) {
    const { control } = product.sandbox;
    const { connector: target, writes } = product.warehouse;
    const unwell = (request: Partial<FaultRequest> & Pick<FaultRequest, 'kind' | 'target'>) =>
      control.faults.add({ durationMs: 3_000, ...request });
    unwell({ target: 'ship_station', operation: 'mark_as_shipped', kind: 'drop_after_accept', probability: 0.5 });
    unwell({ target, operation: writes.submit, kind: 'drop_after_accept', probability: 0.5 });
    unwell({ target, operation: writes.announce, kind: 'drop_after_accept', probability: 0.5 });
    unwell({ target: 'netsuite', operation: 'transform', kind: 'drop_after_accept', probability: 0.5 });
    unwell({ target, kind: 'truncated', probability: 0.2 });
    unwell({ target: 'ship_station', kind: '500', probability: 0.2 });
    product.workers[0]?.signal('SIGKILL');
    await pause(1_500);
    endDatabase(product, 'SIGKILL');
    product.web.signal('SIGKILL');
    await pause(1_500);
    control.faults.clear();
  },
};

function outside(
  name: string,
  kind: FaultKind,
  { write, ...how }: Partial<FaultRequest> & { write?: keyof Warehouse['writes'] } = {},
  targets: (FaultRequest['target'] | 'warehouse')[] = ['ship_station', 'netsuite', 'warehouse'],
): Fault {
  return {
    name,
    async strike({ sandbox: { control }, warehouse }) {
      for (const each of targets) {
        const target = each === 'warehouse' ? warehouse.connector : each;
        control.faults.add({ target, kind, durationMs: windowMs, ...how, ...(write && { operation: warehouse.writes[write] }) });
      }
      await pause(windowMs);
      control.faults.clear();
    },
  };
}

/** Three times, two seconds apart: the second strikes during the recovery from the first. */
async function thrice(strike: (turn: number) => void): Promise<void> {
  for (const turn of [0, 1, 2]) {
    strike(turn);
    await pause(2_000);
  }
}

/** It may be down already, from the strike before. */
export function endDatabase({ postgres }: Product, signal: NodeJS.Signals): void {
  const pid = postgres.pid();
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
