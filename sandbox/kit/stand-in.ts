import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { newCounters } from '../counters.ts';
import type { Deliver } from '../deliver.ts';
import type { FaultBook } from '../faults.ts';
import { type Caller, type Door, openDoor } from '../front-door.ts';
import type { Journal } from '../journal.ts';
import { createBucket, createBuckets, createLimit, createRunning, type Meter, type Rate } from '../limit.ts';
import type { Schedule } from '../schedule.ts';
import { type Collection, type Kept, openCollection, openNumbers } from './collection.ts';
import { type Files, fileRoutes, openFiles, type StoredFile } from './files.ts';
import type { KitName } from './names.ts';
import type { SignIn } from './sign-in.ts';
import { createTokens, type TokenForm, type Tokens, tokenEndpoint } from './tokens.ts';

/** How long a record waits for each step that people there do by themselves; null: until somebody does it. */
export type Pace = { stepMs: number | null };

/** What the kit gives each account of a stand-in beside what it keeps itself. */
export type Account = Caller & { key: string; tokens: Tokens; pace: Pace; files: Files; now: () => number };

/** What an account is made of. */
export type Parts = {
  clock: Clock;
  schedule: Schedule;
  /** Sends webhooks, with the faults of the operation `webhook`. */
  deliver: Deliver;
  /** Where the stand-in is, as `http://127.0.0.1:4817/woocommerce`. */
  address: () => string;
  /** Records that outlive a restart; their numbers begin with `firstId`. */
  collection: <T extends object>(name: string, firstId?: number) => Collection<T>;
  /** Counts what is no record of its own, as lines; returns the next number. */
  numbers: (name: string, firstId: number) => () => number;
  pace: Pace;
  files: Files;
};

/**
 * `window`: so many in so many seconds, from the first on. `bucket`: it fills up steadily; `buckets`: one for each operation. `running`: so
 * many at once.
 */
export type Limit =
  | { kind: 'window'; most: number; seconds: number }
  | { kind: 'bucket'; capacity: number; perSecond: number }
  | { kind: 'buckets'; of: Record<string, Rate> }
  | { kind: 'running'; most: number };

/** What a test or a person enters, changes and removes by `/control/NAME/COLLECTION`, as somebody in the vendor's own screens. */
export type Entry<A> = {
  fields: z.ZodType<object>;
  /** Without it nobody enters one: it comes from the caller alone. */
  add?: (account: A, fields: never) => { id: number | string };
  /** Null: there is no such record. */
  change?: (account: A, id: string, changes: never) => object | null;
  remove?: (account: A, id: string) => boolean;
};

export type Settings<A> = { fields: z.ZodObject; set: (account: A, changes: never) => object };

export type Declaration<C extends { key: string }, A extends object> = Omit<
  Door<A & Account>,
  keyof Surroundings | 'target' | 'identify'
> & {
  name: KitName;
  /** As `/woocommerce`. */
  path: string;
  /** The demo's accounts; `key` tells them apart, in the state and for the controls. */
  accounts: C[];
  /** An account with its data. Called anew after a reset. */
  open: (credentials: C, parts: Parts) => A;
  signIn: SignIn<C & A & Account>;
  /** Where credentials are exchanged for tokens, and how many seconds these live. */
  tokens?: TokenForm<C & A & Account> & { livesS: number };
  limits?: Limit[];
  routes: (app: FastifyInstance, accountOf: (request: FastifyRequest) => C & A & Account) => void;
  /** It has files at addresses that sign themselves in, and refuses a token in this header beside. They count for no limit. */
  files?: { tokenHeader: string };
  /** What is not found, and what cannot be read, in the vendor's words. */
  notFound: object;
  broken: (message: string) => object;
  entries?: Record<string, Entry<C & A & Account>>;
  /** What an administrator switches there, by `PATCH /control/NAME`. */
  settings?: Settings<C & A & Account>;
  /** Of a warehouse: takes what the sample's shop sells, where it has no goods yet. */
  stock?: { of: (account: C & A & Account) => { all: () => object[] }; take: (account: C & A & Account, one: Goods) => void };
  /** The account's rows, to compare with Crossdock. */
  rows: (account: C & A & Account) => object;
};

export type Goods = { sku: string; name: string; units: number };
type Surroundings = { faults: FaultBook; latencyMs: () => number };
export type World = Pick<Parts, 'clock' | 'schedule' | 'deliver' | 'address'> & {
  journal: Journal;
  /** How long people wait, unless a test says it of an account. */
  stepMs: number | null;
  /** The settings of a running sandbox: a number in place of the first limit, null for none; undefined leaves it. */
  limitOf: () => number | null | undefined;
};

/** A stand-in, as the sandbox and its controls use it. `A`: its accounts. */
export type StandIn<A extends Account = Account> = {
  name: KitName;
  path: string;
  open: (world: World) => A[];
  register: (app: FastifyInstance, parts: Surroundings & { accounts: () => readonly Account[] }) => Promise<void>;
  entries: Record<string, Entry<never>>;
  settings: Settings<never> | undefined;
  stock: ((account: Account, goods: Goods[]) => void) | undefined;
  rows: (account: Account) => object;
};

/** Settings that are kept as they are: an account has them in `site`. */
export const siteSettings = (fields: z.ZodObject): Settings<{ site: object }> => ({
  fields,
  set: ({ site }, changes: object) => Object.assign(site, changes),
});

/** Makes a stand-in of what a vendor is like. */
export function standIn<C extends { key: string }, A extends object>(declaration: Declaration<C, A>): StandIn<C & A & Account> {
  const { name, path, accounts, open, entries = {}, settings, stock, rows, limits = [], tokens } = declaration;
  return {
    ...{ name, path, entries, settings, register: (app, parts) => register(app, declaration, parts) },
    open: (world) =>
      accounts.map((credentials) => {
        const tableName = (table: string) => `${name}/${credentials.key}/${table}`;
        const pace = { stepMs: world.stepMs };
        const collection = <T extends object>(table: string, firstId = 1) =>
          openCollection(world.journal.table<Kept<T>>(tableName(table)), world.clock, firstId);
        const files = openFiles(collection<StoredFile>('files'), world.address);
        const parts: Parts = {
          ...{ ...world, pace, files, collection },
          numbers: (table, firstId) => openNumbers(world.journal.table(tableName(table)), firstId),
        };
        const { standing, running } = metersOf(limits, world);
        return {
          ...credentials,
          ...open(credentials, parts),
          ...{ counters: newCounters(), pace, files, standing, ...(running && { running: createRunning(running) }), now: world.clock.now },
          tokens: createTokens(world.journal.table(tableName('tokens')), world.clock, () => tokens?.livesS ?? 0),
        };
      }),
    // The sandbox gives a stand-in its own accounts alone.
    stock:
      stock &&
      ((account, goods) => {
        const warehouse = account as C & A & Account;
        if (stock.of(warehouse).all().length === 0) for (const one of goods) stock.take(warehouse, one);
      }),
    rows: (account) => rows(account as C & A & Account),
  };
}

function metersOf(limits: Limit[], { clock, limitOf }: World): { standing: Meter; running: (() => number | null) | undefined } {
  const mostOf = (usual: number) => () => {
    const set = limitOf();
    return set === undefined ? usual : set;
  };
  const running = limits.find((limit) => limit.kind === 'running');
  const counted = limits.find((limit) => limit.kind !== 'running');
  return { standing: counted ? meterOf(counted) : () => null, running: running && mostOf(running.most) };

  function meterOf(limit: Exclude<Limit, { kind: 'running' }>): Meter {
    if (limit.kind === 'buckets') return createBuckets(clock, limit.of, limitOf);
    if (limit.kind === 'bucket') return createBucket(clock, mostOf(limit.capacity), limit.perSecond);
    return createLimit(clock, mostOf(limit.most), limit.seconds * 1000);
  }
}

async function register<C extends { key: string }, A extends object>(
  app: FastifyInstance,
  declaration: Declaration<C, A>,
  parts: Surroundings & { accounts: () => readonly Account[] },
): Promise<void> {
  const { name: target, refusals, own, silentLimit, limitHeaders, named, tokens, routes, files, signIn, notFound, broken } = declaration;
  const accounts = () => parts.accounts() as (C & A & Account)[];
  const door = {
    ...parts,
    target,
    refusals,
    ...(own && { own }),
    ...(silentLimit && { silentLimit }),
    ...(limitHeaders && { limitHeaders }),
  };
  app.setNotFoundHandler({}, (_request, reply) => reply.code(404).send(notFound));
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(broken(error.message)),
  );
  if (tokens) await app.register(async (scope) => tokenEndpoint(scope, tokens, { ...door, accounts }));
  if (files)
    await app.register(async (scope) => {
      openDoor<C & A & Account>(scope, { ...door, identify: () => accounts()[0] ?? null, unlimited: true });
      fileRoutes(scope, accounts, files.tokenHeader);
    });
  await app.register(async (scope) => {
    const accountOf = openDoor<C & A & Account>(scope, {
      ...door,
      ...(named && { named }),
      identify: (request) => signIn(request, accounts()),
    });
    // Callers go by it, so it has to be the clock that records are dated by.
    scope.addHook('preHandler', (request, reply, done) => {
      reply.header('date', new Date(accountOf(request).now()).toUTCString());
      done();
    });
    routes(scope, accountOf);
  });
}
