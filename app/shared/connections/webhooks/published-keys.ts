import { type Ask, askApart } from '../../../../connectors/apart/ask.ts';
import type { Delivery, Hints } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askOf, type Connection } from '../calls/session.ts';

/** A vendor changes its key seldom, and may do so in an emergency. */
const keptMs = 24 * 3_600_000;
/** Whoever knows an address can name any key there: for one connection no other is read so soon. */
const pauseMs = 10_000;
const [mostKept, longestName, longestKey] = [500, 500, 20_000];

type Read = { name: string; key: string; until: number };
/** By account and connection: the keys that this process has read, and when it may read another. */
const keysOf = new Map<string, { keys: Read[]; notBefore: number }>();

/**
 * The key that a delivery names; null where its vendor publishes none. `ask`: apart, because strangers cause it.
 * @throws Refusal 401 for no name, 429 while it cannot be read
 */
export async function publishedKey(
  engine: Engine,
  connection: Connection,
  { keys }: Hints,
  delivery: Delivery,
  ask: Ask = askApart,
): Promise<string | null> {
  if (!keys) return null;
  const name = keys.nameIn(delivery);
  if (!name || name.length > longestName) throw refuse(401, 'not_verified', 'It names no key that it is signed with.');
  const place = `${connection.accountId}/${connection.id}`;
  const now = engine.now().getTime();
  const mine = keysOf.get(place) ?? { keys: [], notBefore: 0 };
  const found = mine.keys.find((each) => each.name === name && each.until > now);
  if (found) return found.key;
  if (mine.notBefore > now) throw later;
  mine.notBefore = now + pauseMs;
  remember(place, mine);
  const result = await askOf(engine, connection, { userId: null, question: 'publishedKey', about: name, ask });
  if (!result?.ok || result.value.length > longestKey) throw later;
  mine.keys = [{ name, key: result.value, until: now + keptMs }, ...mine.keys.filter((each) => each.name !== name)].slice(0, 3);
  return result.value;
}

/** The one that was read longest ago makes room. */
function remember(place: string, mine: { keys: Read[]; notBefore: number }): void {
  keysOf.delete(place);
  keysOf.set(place, mine);
  for (const [oldest] of keysOf) if (keysOf.size > mostKept) keysOf.delete(oldest);
}

const later = refuse(429, 'too_many', 'The key that it is signed with cannot be read now. Send it again later.', { 'retry-after': '30' });
