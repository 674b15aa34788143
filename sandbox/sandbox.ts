import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { agentPrograms } from './agents/routes.ts';
import { amware } from './amware/routes.ts';
import { channelAdvisor } from './channel-advisor/routes.ts';
import { type Clock, systemClock } from './clock.ts';
import { type Live, liveOf, type SandboxOptions } from './config.ts';
import { type Control, createControl } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { createFaultBook, type FaultBook } from './faults.ts';
import { openJournal } from './journal.ts';
import { netsuite } from './netsuite/routes.ts';
import { type Stand, serveOnDemand } from './on-demand.ts';
import { backOffice } from './ship-station/back-office.ts';
import { shipStation } from './ship-station/routes.ts';
import { standIns } from './stand-ins.ts';
import { createWorld, type World } from './world.ts';

/** `origin` is like `http://127.0.0.1:4817`; each stand-in is under its vendor's name, as `/ship-station`, the controls under `/control`. */
export type Sandbox = { origin: string; control: Control; stop: () => Promise<void> };

/** Starts stand-ins for the channels, NetSuite and the warehouse, on loopback only. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? systemClock;
  const live = liveOf(options);
  const faults = createFaultBook(clock);
  const journal = await openJournal(options.dataDir);
  let origin = '';
  const renew = () => createWorld({ options, live, journal, clock, faults, origin: () => origin });
  let world: World = await renew();
  const control = createControl({
    faults,
    live,
    journal,
    world: () => world,
    renew: async () => {
      world = await renew();
    },
  });
  const server = serveOnDemand([
    ...standsOf({ faults, clock, live, world: () => world, origin: () => origin }),
    { path: '/control', register: (app) => controlRoutes(app, { control }) },
  ]);
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    world.stop();
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
    await journal.stop();
  };
  return { origin, control, stop };
}

type Means = { faults: FaultBook; clock: Clock; live: Live; world: () => World; origin: () => string };

/** Each vendor under its name. */
function standsOf({ faults, clock, live, world, origin }: Means): Stand[] {
  const given = { faults, clock, origin, latencyMs: () => live.latencyMs };
  return [
    {
      path: '/ship-station',
      async register(app) {
        await app.register(shipStation, { ...given, accounts: () => world().sellers });
        await app.register(backOffice, { accounts: () => world().sellers });
      },
    },
    { path: '/channel-advisor', register: (app) => channelAdvisor(app, { ...given, accounts: () => world().advisors }) },
    { path: '/amware', register: (app) => amware(app, { ...given, accounts: () => world().clients }) },
    { path: '/netsuite', register: (app) => netsuite(app, { ...given, accounts: () => world().companies }) },
    { path: '/agents', register: (app) => agentPrograms(app, given) },
    ...standIns.map(({ name, path, register }): Stand => {
      const accounts = () => world().others.get(name) ?? [];
      return { path, register: (app) => register(app, { ...given, accounts }) };
    }),
  ];
}
