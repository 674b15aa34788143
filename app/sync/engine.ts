import { bufferedExchanges } from '../connections/calls/exchanges.ts';
import type { Engine } from '../engine.ts';
import type { Parts } from '../parts.ts';

/** The engine of a web process, which tries connections and reads webhooks; the flow itself runs in workers. */
export function engineOf({ database, log, seal, files, env }: Parts): Engine {
  const known = engines.get(database);
  if (known) return known;
  const sandboxOrigin = env.sandboxOrigin ?? null;
  const made: Engine = { database, log, seal, files, sandboxOrigin, now: () => new Date(), exchanges: bufferedExchanges(database, log) };
  engines.set(database, made);
  return made;
}

// One a process, so that its exchange log is flushed together.
const engines = new WeakMap<Parts['database'], Engine>();
