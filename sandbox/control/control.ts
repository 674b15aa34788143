import type { z } from 'zod';
import type { WarehouseAccount } from '../amware/account.ts';
import type { AdvisorAccount } from '../channel-advisor/account.ts';
import type { Live } from '../config.ts';
import type { FaultBook } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Account, StandIn } from '../kit/stand-in.ts';
import type { NetsuiteAccount } from '../netsuite/account.ts';
import type { Feeder } from '../retail/feeder.ts';
import type { SellerAccount } from '../ship-station/account.ts';
import type { World } from '../world.ts';
import type { hookBody, settingsBody } from './bodies.ts';
import { type SandboxState, type SandboxSummary, stateOf, summaryOf } from './state.ts';

/** The controls of `/control`, for tests in the same process. */
export type Control = {
  faults: FaultBook;
  /** Limits, pace and latency as they are now. */
  live: Live;
  set: (changes: z.infer<typeof settingsBody>) => Live;
  /** An account by its key; the first one without. */
  seller: (key?: string) => SellerAccount;
  advisor: (applicationId?: string) => AdvisorAccount;
  client: (apiKey?: string) => WarehouseAccount;
  company: (accountId?: string) => NetsuiteAccount;
  /** An account of a stand-in that the kit makes, by its key; the first one without. */
  of: <A extends Account>(standIn: StandIn<A>, key?: string) => A;
  replay: () => Feeder;
  /** Sets the address of a webhook. */
  listen: (hook: z.infer<typeof hookBody>) => void;
  state: () => SandboxState;
  summary: () => SandboxSummary;
  /** Deletes orders, shipments, faults and positions. */
  reset: () => Promise<void>;
  /** Runs what is due after a test has moved the clock. */
  runDue: () => void;
};

export type ControlParts = { faults: FaultBook; live: Live; journal: Journal; world: () => World; renew: () => Promise<void> };

export function createControl({ faults, live, journal, world, renew }: ControlParts): Control {
  const seller = (key?: string) => found(world().sellers, (one) => key === undefined || one.key === key, key);
  const advisor = (id?: string) => found(world().advisors, (one) => id === undefined || one.applicationId === id, id);
  const client = (apiKey?: string) => found(world().clients, (one) => apiKey === undefined || one.apiKey === apiKey, apiKey);
  const company = (id?: string) => found(world().companies, (one) => id === undefined || one.accountId === id, id);
  return {
    faults,
    live,
    seller,
    advisor,
    client,
    company,
    // A stand-in's accounts are those that it opened.
    of: <A extends Account>({ name }: StandIn<A>, wanted?: string) =>
      found([...(world().others.get(name) ?? [])] as A[], ({ key }) => wanted === undefined || key === wanted, wanted),
    replay: () => world().feeder,
    state: () => stateOf(world()),
    summary: () => summaryOf(world()),
    runDue: () => world().schedule.runDue(),
    set: ({ limits, ...changes }) => {
      Object.assign(live, defined(changes));
      Object.assign(live.limits, defined(limits ?? {}));
      return live;
    },
    listen: ({ target, account, url, secret }) => {
      if (target === 'amware') world().hooks.put(client(account).apiKey, { url, secret });
      else seller(account).subscribe({ targetUrl: url, event: 'ORDER_NOTIFY', storeId: null, friendlyName: null });
    },
    reset: async () => {
      faults.clear();
      world().feeder.stop();
      for (const { books } of world().companies) books.clear();
      world().stop();
      journal.clear();
      await renew();
    },
  };
}

function defined(changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function found<T>(list: T[], fits: (one: T) => boolean, key: string | undefined): T {
  const one = list.find(fits);
  if (!one) throw new Error(`The sandbox has no account with the key ${key}.`);
  return one;
}
