import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { publicLookup } from './addresses.ts';
import { inTurn } from './lookups.ts';

/** How long a connection is kept that nobody uses. */
const idleMs = 30_000;

/** Kept connections, by where they may lead. `secureNamed`: to hosts that somebody named, whose name servers nobody knows. */
export function openAgents(timeout = idleMs) {
  const kept = { keepAlive: true, maxSockets: 128, maxFreeSockets: 128, timeout };
  return {
    plain: new PlainAgent(kept),
    secure: new SecureAgent({ ...kept, lookup: publicLookup }),
    secureNamed: new SecureAgent({ ...kept, lookup: inTurn(publicLookup) }),
    secureInside: new SecureAgent(kept),
  };
}
