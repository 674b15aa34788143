import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { amware } from './amware/routes.ts';
import { channelAdvisor, plainPath } from './channel-advisor/routes.ts';
import { systemClock } from './clock.ts';
import { liveOf, type SandboxOptions } from './config.ts';
import { type Control, createControl } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { createFaultBook } from './faults.ts';
import { openJournal } from './journal.ts';
import { netsuite } from './netsuite/routes.ts';
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
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 50_000_000, rewriteUrl: ({ url }) => plainPath(url ?? '/') });
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
  const latencyMs = () => live.latencyMs;
  await app.register(shipStation, { prefix: '/ship-station', accounts: () => world.sellers, faults, clock, latencyMs });
  await app.register(backOffice, { prefix: '/ship-station', accounts: () => world.sellers });
  await app.register(channelAdvisor, { prefix: '/channel-advisor', accounts: () => world.advisors, faults, latencyMs });
  await app.register(amware, { prefix: '/amware', accounts: () => world.clients, faults, latencyMs });
  await app.register(netsuite, { prefix: '/netsuite', accounts: () => world.companies, faults, clock, latencyMs, origin: () => origin });
  for (const { name, path, register } of standIns)
    await app.register(async (scope) => register(scope, { faults, latencyMs, accounts: () => world.others.get(name) ?? [] }), {
      prefix: path,
    });
  await app.register(controlRoutes, { prefix: '/control', control });
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const stop = async () => {
    world.stop();
    await app.close();
    await journal.stop();
  };
  return { origin, control, stop };
}
