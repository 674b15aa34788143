import { resolve } from 'node:path';
import { z } from 'zod';
import type { NewItem } from '../amware/catalogue.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import type { SellerAccount } from '../ship-station/account.ts';
import { readCatalogue } from './catalogue.ts';
import { type Invoice, readInvoices, samplePath } from './invoices.ts';
import { orderOf } from './orders.ts';

/** `rate` is orders a minute; `immediate` come at once; `startAt` and `limit` count invoices of the file. */
export const replayRequest = z.object({
  file: z
    .string()
    .default(samplePath)
    .transform((path) => resolve(path)),
  rate: z.number().positive().default(20),
  immediate: z.number().int().nonnegative().default(0),
  startAt: z.number().int().nonnegative().default(0),
  limit: z.number().int().positive().optional(),
});
export type ReplayRequest = z.infer<typeof replayRequest>;

/** `position` is how many invoices of the file have been read; `entered` how many of them were new. */
export type ReplayState = ReplayRequest & {
  position: number;
  entered: number;
  running: boolean;
  finished: boolean;
  failure: string | null;
};

export type Feeder = {
  /** Goes on where the same file was left, else begins. */
  start: (request: ReplayRequest) => void;
  stop: () => void;
  state: () => ReplayState | null;
};

export type FeederParts = {
  journal: Journal;
  clock: Clock;
  schedule: Schedule;
  seller: SellerAccount;
  takeItems: (items: NewItem[]) => void;
};

type Feed = { source: AsyncGenerator<Invoice>; end: number; rate: number; due: number };

const shortestTickMs = 100;
const together = 4;

/** Enters the invoices of a sales file as new orders, at a pace, remembering how far it has come. */
export function createFeeder({ journal, clock, schedule, seller, takeItems }: FeederParts): Feeder {
  const table = journal.table<ReplayState>('replay');
  const state = () => table.rows.get('replay') ?? null;
  const change = (changes: Partial<ReplayState>) => table.patch('replay', changes);
  let generation = 0;

  const run = async (mine: number) => {
    const begun = state();
    if (!begun) return;
    const isNew = begun.position === begun.startAt;
    if (isNew) takeItems(await readCatalogue(begun.file));
    const source = skip(readInvoices(begun.file), begun.position);
    const end = begun.limit === undefined ? Number.POSITIVE_INFINITY : begun.startAt + begun.limit;
    const feed = { source, end, rate: begun.rate, due: isNew ? begun.immediate : 0 };
    while (mine === generation && (await feedDue(feed, mine))) await passTime(feed);
    await source.return(undefined);
    if (mine === generation) change({ running: false, finished: true });
  };
  /** Enters what is due by now. False when there is nothing left to come. */
  const feedDue = async (feed: Feed, mine: number): Promise<boolean> => {
    const position = state()?.position ?? 0;
    const left = feed.end - position;
    const count = Math.floor(Math.min(feed.due, left));
    if (count === 0 || (left > together && count < together && gathers(position))) return left > 0;
    const invoices = await take(feed.source, count);
    if (mine === generation) enter(invoices);
    feed.due -= invoices.length;
    return invoices.length === count && left > count;
  };
  const passTime = async (feed: Feed) => {
    const before = clock.now();
    await new Promise<void>((done) => schedule.at(before + Math.max(shortestTickMs, 60_000 / feed.rate), done));
    feed.due += ((clock.now() - before) / 60_000) * feed.rate;
  };
  const enter = (invoices: Invoice[]) => {
    const fresh = invoices.filter(({ number }) => !seller.hasNumber(number));
    if (fresh.length > 0) seller.add(fresh.map(orderOf));
    const { position = 0, entered = 0 } = state() ?? {};
    change({ position: position + invoices.length, entered: entered + fresh.length });
  };
  const go = () => {
    generation += 1;
    run(generation).catch((error: Error) => change({ running: false, failure: error.message }));
  };
  if (state()?.running) go();
  return {
    state,
    start: (request) => {
      const known = state();
      const goesOn = known && !known.finished && known.file === request.file && known.position > known.startAt;
      const position = goesOn ? known.position : request.startAt;
      table.put('replay', { ...request, position, entered: goesOn ? known.entered : 0, running: true, finished: false, failure: null });
      go();
    },
    stop: () => {
      generation += 1;
      change({ running: false });
    },
  };
}

/** Now and then orders are kept back, to arrive together: so a buyer's two orders can be seen to be combined. */
function gathers(position: number): boolean {
  return hash(`together:${position}`) % 5 === 0;
}

async function* skip(invoices: AsyncGenerator<Invoice>, count: number): AsyncGenerator<Invoice> {
  let passed = 0;
  for await (const invoice of invoices) if (++passed > count) yield invoice;
}

async function take(invoices: AsyncGenerator<Invoice>, count: number): Promise<Invoice[]> {
  const taken: Invoice[] = [];
  while (taken.length < count) {
    const next = await invoices.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}
