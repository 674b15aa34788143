import { resolve } from 'node:path';
import { z } from 'zod';
import type { NewItem } from '../amware/catalogue.ts';
import type { AdvisorAccount } from '../channel-advisor/account.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import type { SellerAccount } from '../ship-station/account.ts';
import { toWall } from '../wall-clock.ts';
import { advisorOrderOf, isSoldByAdvisor } from './advisor-orders.ts';
import { readCatalogue } from './catalogue.ts';
import { createRetailEdits, type RetailEdit, type RetailEdits } from './edits.ts';
import { type Invoice, readInvoices, samplePath } from './invoices.ts';
import { orderOf } from './orders.ts';

/**
 * `rate` is orders a minute; `immediate` come at once; `startAt` and `limit` count invoices of the file. An order has the
 * date of its invoice, or with `asOfNow` the current one: orders that arrive together are dated one by one at the rate.
 * `editedPercent` of ShipStation's are split, merged or deleted there while they flow.
 * `channelAdvisorPercent` of the sales are ChannelAdvisor's, none unless it is given; the others are ShipStation's. The default is the
 * sample, 40 at once, then 20 a minute.
 */
export const replayRequest = z.object({
  file: z
    .string()
    .default(samplePath)
    .transform((path) => resolve(path)),
  rate: z.number().positive().default(20),
  immediate: z.number().int().nonnegative().default(40),
  startAt: z.number().int().nonnegative().default(0),
  limit: z.number().int().positive().optional(),
  asOfNow: z.boolean().default(false),
  channelAdvisorPercent: z.number().int().min(0).max(100).optional(),
  editedPercent: z.number().int().min(0).max(100).optional(),
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
  /** Continues the same file where it stopped, otherwise starts it. */
  start: (request: ReplayRequest) => void;
  stop: () => void;
  state: () => ReplayState | null;
  /** What was done to orders at the channel. */
  edits: () => RetailEdit[];
};

export type FeederParts = {
  journal: Journal;
  clock: Clock;
  schedule: Schedule;
  seller: SellerAccount;
  advisor: AdvisorAccount;
  takeItems: (items: NewItem[]) => void;
};

/** Enters the invoices of a sales file as new orders, at a rate, and stores its position. */
export function createFeeder(parts: FeederParts): Feeder {
  const table = parts.journal.table<ReplayState>('replay');
  const edits = createRetailEdits(parts);
  const state = () => table.rows.get('replay') ?? null;
  const change = (changes: Partial<ReplayState>) => table.patch('replay', changes);
  let generation = 0;
  const go = () => {
    generation += 1;
    const mine = generation;
    const feed: Feed = { ...parts, edits, state, change, isCurrent: () => mine === generation };
    run(feed).catch((error: Error) => feed.isCurrent() && change({ running: false, failure: error.message }));
  };
  if (state()?.running) go();
  return {
    state,
    edits: edits.done,
    start: (request) => {
      const before = state();
      const goesOn = before && !before.finished && before.file === request.file && before.position > before.startAt;
      const position = goesOn ? before.position : request.startAt;
      table.put('replay', { ...request, position, entered: goesOn ? before.entered : 0, running: true, finished: false, failure: null });
      go();
    },
    stop: () => {
      generation += 1;
      change({ running: false });
    },
  };
}

/** One run over a file; no longer current once another was started or it was stopped. */
type Feed = FeederParts & {
  edits: RetailEdits;
  state: () => ReplayState | null;
  change: (changes: Partial<ReplayState>) => void;
  isCurrent: () => boolean;
};

const shortestTickMs = 100;
const together = 4;

async function run(feed: Feed) {
  const replay = feed.state();
  if (!replay) return;
  const isNew = replay.position === replay.startAt;
  if (isNew) feed.takeItems(await readCatalogue(replay.file));
  const source = invoicesAfter(replay.file, replay.position);
  const end = replay.limit === undefined ? Number.POSITIVE_INFINITY : replay.startAt + replay.limit;
  let due = isNew ? replay.immediate : 0;
  while (feed.isCurrent()) {
    const position = feed.state()?.position ?? end;
    const count = dueNow(due, position, end);
    const invoices = await take(source, count);
    if (feed.isCurrent()) enter(feed, invoices);
    due -= invoices.length;
    if (invoices.length < count || position + count >= end) break;
    due += await passTime(feed, replay.rate);
  }
  await source.return(undefined);
  if (feed.isCurrent()) feed.change({ running: false, finished: true });
}

/** Some orders are held back and arrive together, so that a buyer's two orders are combined. */
function dueNow(due: number, position: number, end: number): number {
  const count = Math.floor(Math.min(due, end - position));
  const gathers = hash(`together:${position}`) % 5 === 0 && end - position > together;
  return gathers && count < together ? 0 : count;
}

function enter({ seller, advisor, edits, clock, state, change }: Feed, invoices: Invoice[]) {
  const { position = 0, entered = 0, rate = 1, asOfNow = false, channelAdvisorPercent = 0, editedPercent = 0 } = state() ?? {};
  const dated = invoices.map((invoice, at) =>
    asOfNow ? { ...invoice, date: toWall('Europe/London', clock.now() - ((invoices.length - 1 - at) * 60_000) / rate) } : invoice,
  );
  const fresh = dated.filter(({ number }) => !seller.hasNumber(number) && !advisor.orders.hasNumber(number));
  const [marketplace, shop] = [true, false].map((is) => fresh.filter((one) => isSoldByAdvisor(one, channelAdvisorPercent) === is));
  if (shop?.length) edits.plan(seller.add(shop.map(orderOf)), editedPercent);
  if (marketplace?.length) advisor.orders.add(marketplace.map(advisorOrderOf));
  if (invoices.length > 0) change({ position: position + invoices.length, entered: entered + fresh.length });
}

/** Waits until the next order is due. Returns how many are due by then. */
async function passTime({ clock, schedule }: Feed, rate: number): Promise<number> {
  const before = clock.now();
  await new Promise<void>((done) => schedule.at(before + Math.max(shortestTickMs, 60_000 / rate), done));
  return ((clock.now() - before) / 60_000) * rate;
}

async function* invoicesAfter(file: string, count: number): AsyncGenerator<Invoice> {
  let passed = 0;
  for await (const invoice of readInvoices(file)) if (++passed > count) yield invoice;
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
