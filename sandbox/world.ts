import { createWarehouseAccount, type WarehouseAccount } from './amware/account.ts';
import type { NewItem } from './amware/catalogue.ts';
import { type Hook, notifyHook } from './amware/webhooks.ts';
import { type AdvisorAccount, createAdvisorAccount } from './channel-advisor/account.ts';
import type { Clock } from './clock.ts';
import { demoAdvisors, demoClients, demoCompanies, demoSellers, type Live, type SandboxOptions } from './config.ts';
import { createCourier } from './deliver.ts';
import type { FaultBook } from './faults.ts';
import type { Journal, Table } from './journal.ts';
import type { Account } from './kit/stand-in.ts';
import { createNetsuiteAccount, type NetsuiteAccount } from './netsuite/account.ts';
import { sampleCatalogue } from './retail/catalogue.ts';
import { createFeeder, type Feeder } from './retail/feeder.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { createSellerAccount, type SellerAccount } from './ship-station/account.ts';
import { notifySubscribers } from './ship-station/webhooks.ts';
import { standIns } from './stand-ins.ts';

/** The data and scheduled work of the stand-ins. A reset creates a new one. */
export type World = {
  sellers: SellerAccount[];
  advisors: AdvisorAccount[];
  clients: WarehouseAccount[];
  companies: NetsuiteAccount[];
  /** The accounts of the stand-ins that the kit makes, by the name of each. */
  others: ReadonlyMap<string, readonly Account[]>;
  /** By the client's key. */
  hooks: Table<Hook>;
  feeder: Feeder;
  schedule: Schedule;
  stop: () => void;
};

export type WorldParts = { options: SandboxOptions; live: Live; journal: Journal; clock: Clock; faults: FaultBook; origin: () => string };

export async function createWorld({ options, live, journal, clock, faults, origin }: WorldParts): Promise<World> {
  const schedule = createSchedule(clock);
  const couriers = openCouriers(faults, schedule, clock);
  const limitOf = () => live.limits.shipStation;
  const sellers = (options.sellers ?? demoSellers).map((seller) => createSellerAccount(seller, journal, clock, limitOf));
  for (const seller of sellers) notifySubscribers(seller, origin, couriers.shipStation.deliver);

  const advisors = (options.advisors ?? demoAdvisors).map((application) =>
    createAdvisorAccount(application, {
      ...{ journal, clock, deliver: couriers.channelAdvisor.deliver, limitOf: () => live.limits.channelAdvisor },
    }),
  );

  const clients = warehouseClients({ options, live, journal, clock }, schedule);
  const hooks = journal.table<Hook>('amware/hooks');
  for (const client of clients) notifyHook(client, () => hooks.rows.get(client.apiKey), couriers.amware.deliver, schedule, clock);
  if (options.catalogue !== 'empty') await stockSample(clients, options.goods);

  const companies = (options.companies ?? demoCompanies).map((company) =>
    createNetsuiteAccount(company, { clock, folder: options.dataDir, most: () => live.limits.netsuite }),
  );

  const feeder = createFeeder({
    ...{ journal, clock, schedule, seller: sellers[0] as SellerAccount, advisor: advisors[0] as AdvisorAccount },
    takeItems(items: NewItem[]) {
      for (const { catalogue } of clients) catalogue.take(items);
    },
  });
  const others = openOthers({ live, journal, clock, faults, origin }, schedule);
  if (options.catalogue !== 'empty') await stockOthers(others.accounts, options.goods);
  const stop = () => {
    schedule.stop();
    others.stop();
    for (const courier of Object.values(couriers)) courier.stop();
    for (const company of companies) company.stop();
  };
  return { sellers, advisors, clients, companies, others: others.accounts, hooks, feeder, schedule, stop };
}

/** Of the stand-ins that are written by hand. */
const openCouriers = (...parts: [FaultBook, Schedule, Clock]) => ({
  shipStation: createCourier('ship_station', ...parts),
  amware: createCourier('amware', ...parts),
  channelAdvisor: createCourier('channel_advisor', ...parts),
});

/** How long people at the stand-ins of the kit wait with each step, unless the pace says that they wait for a test. */
const usualStepMs = 4_000;

/** Each has a courier of its own: faults of webhooks are a vendor's. */
function openOthers({ live, journal, clock, faults, origin }: Omit<WorldParts, 'options'>, schedule: Schedule) {
  const couriers = standIns.map(({ name }) => createCourier(name, faults, schedule, clock));
  const opened = standIns.map(({ name, path, open }, at) => {
    const { deliver } = couriers[at] as (typeof couriers)[0];
    const stepMs = live.pace.open === null ? null : usualStepMs;
    const world = { clock, schedule, journal, deliver, stepMs, address: () => origin() + path, limitOf: () => live.limits[name] };
    return [name, open(world)] as const;
  });
  return {
    accounts: new Map<string, readonly Account[]>(opened),
    stop: () => {
      for (const courier of couriers) courier.stop();
    },
  };
}

function warehouseClients(
  { options, live, journal, clock }: Pick<WorldParts, 'options' | 'live' | 'journal' | 'clock'>,
  schedule: Schedule,
) {
  const parts = {
    ...{ journal, clock, schedule },
    limitOf: () => live.limits.amware,
    pace: () => live.pace,
    deliveries: () => live.deliveries,
    cancelWins: () => live.cancelWins,
  };
  return (options.clients ?? demoClients).map((client) => createWarehouseAccount(client, parts));
}

async function stockOthers(accounts: World['others'], goods?: number) {
  const items = (await sampleCatalogue()).slice(0, goods).map(({ sku, name, units = 0 }) => ({ sku, name, units }));
  for (const { name, stock } of standIns) for (const account of accounts.get(name) ?? []) stock?.(account, items);
}

/** Only a new warehouse gets the sample's goods: after a restart it has its own stock. */
async function stockSample(clients: WarehouseAccount[], goods?: number) {
  for (const { catalogue, items } of clients) if (items.rows.size === 0) catalogue.take((await sampleCatalogue()).slice(0, goods));
}
