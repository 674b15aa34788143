import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { KeyOfCall, SignedIn } from '../../../../platform/signed-in.ts';
import type { Directory } from '../../accounts/people/directory.ts';
import { digestOf, type KeyParts, readKey } from '../key-text.ts';
import { isWithin } from '../networks.ts';
import { failures } from './failures.ts';
import { type KnownKey, knownKeys } from './known-keys.ts';
import { readStoredKey, type StoredKey } from './store.ts';

/** A call with a key: the key and its maker, as a person is known who is signed in. */
export type SignedInByKey = SignedIn & { key: KeyOfCall };

/** Finds the key of a request. Cached for a few seconds, so that a program that calls again and again is read once. */
export type Keys = {
  /** @throws Refusal 401, 403, 429 */
  find: (request: Pick<FastifyRequest, 'headers' | 'ip' | 'url'>) => Promise<SignedInByKey>;
  /** Drops what is known of a key in this process: it was revoked, changed, or its maker was. */
  forget: (handle: string) => void;
  /** The same of all: nobody knows which were. */
  forgetAll: () => void;
};

/** How long another process may accept a key that was revoked here, in ms, when it does not hear of it. */
const knownMs = 5_000;

/** `baseUrl`: where people and agents reach the product. */
type Options = { baseUrl: string; strictSupers?: boolean; now?: () => number };

export function openKeys(directory: Directory, { baseUrl, strictSupers = false, now = Date.now }: Options): Keys {
  const keysByHandle = knownKeys((handle) => readStoredKey(directory, handle, strictSupers), now);
  const failed = failures(now);
  return {
    async find({ headers, ip, url }) {
      const text = bearerOf(headers.authorization);
      const parts = readBearer(text);
      // Nothing is looked up, so nothing is guessed: an agent asks without a token first, to learn where people consent.
      if (!parts) throw text === '' ? noKey() : mistyped();
      const called = now();
      if (!keysByHandle.has(parts.handle)) failed.check(ip);
      let found = await keysByHandle.read(parts.handle, called - knownMs);
      if (!isProved(found, parts) && found.at < called) {
        // It may have been given this secret since: an agent uses its new token at once.
        failed.check(ip);
        found = await keysByHandle.read(parts.handle, called);
      }
      const { key, age } = found;
      if (key === null || !isProved(found, parts)) {
        failed.note(ip);
        throw refuse(401, 'unknown_key', `This ${parts.isToken ? 'token has ended, or' : 'key'} is not known here.`, challenge);
      }
      return signedInBy(requireWorking(key, { ip, age, at: baseUrl + url.split('?', 1)[0] }));
    },
    forget: keysByHandle.forget,
    forgetAll: keysByHandle.forgetAll,
  };
}

type Bearer = KeyParts & { isToken: boolean };

/** A key, or the token of an agent: neither stands for the other. */
function readBearer(text: string): Bearer | null {
  const [key, token] = [readKey(text), readKey(text, 'access')];
  const parts = key ?? token;
  return parts && { ...parts, isToken: token !== null };
}

const bearerOf = (header = '') => /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
const challenge = { 'www-authenticate': 'Bearer realm="Crossdock"' };
const noKey = () => refuse(401, 'no_key', 'Send a key: `Authorization: Bearer xdk_…`. A session does not count here.', challenge);
const mistyped = () =>
  refuse(401, 'mistyped_key', 'This is no key, or a mistyped one: its last characters do not fit the others.', challenge);

/** Compared where there is nothing to compare with, so that it takes as long as with a key that there is. */
const nobodys = [{ digest: digestOf(''), seconds_left: null }];

const isProved = ({ key, age }: KnownKey, { secret, isToken }: Bearer): boolean =>
  isSecretOf(key, secret, age) && (key?.audience !== null) === isToken;

/** `age`: how long ago it was read, in seconds. */
function isSecretOf(key: StoredKey | null, secret: string, age: number): boolean {
  const given = Buffer.from(digestOf(secret));
  let fits = false;
  for (const { digest, seconds_left } of key?.secrets ?? nobodys) {
    const isSame = timingSafeEqual(Buffer.from(digest), given);
    fits ||= isSame && (seconds_left === null || seconds_left > age);
  }
  return fits && key !== null;
}

/** Whoever has the secret is told why it does not work. @throws Refusal 401, 403 */
function requireWorking(key: StoredKey, { ip, age, at }: { ip: string; age: number; at: string }): StoredKey {
  const called = `The ${key.audience === null ? 'key' : 'access of'} ${key.name}`;
  if (key.audience !== null && key.audience !== at)
    throw refuse(401, 'wrong_audience', `${called} is to ${key.audience} alone.`, challenge);
  if (key.is_revoked) throw refuse(401, 'key_revoked', `${called} was revoked.`, challenge);
  if (key.seconds_left !== null && key.seconds_left <= age) throw refuse(401, 'key_expired', `${called} has expired.`, challenge);
  if (!isWithin(ip, key.networks)) throw refuse(403, 'wrong_network', `${called} does not work from the address ${ip}.`);
  if (key.is_suspended) throw refuse(403, 'suspended', 'This account is suspended. Write to the people who run Crossdock.');
  if (key.is_paused)
    throw refuse(403, 'key_paused', `The key ${key.name} is paused: its maker left the account. An account admin may take it over.`);
  return key;
}

const signedInBy = (key: StoredKey): SignedInByKey => ({
  sessionId: 0,
  userId: key.user_id,
  accountId: key.account_id,
  role: key.role ?? 'user',
  name: key.maker,
  email: key.email,
  timezone: key.timezone,
  dateStyle: key.date_style,
  pageSize: key.page_size,
  accountName: key.account_name,
  actingAs: false,
  needsTwoFactor: key.needs_two_factor,
  key: {
    ...{ id: key.id, name: key.name, scopes: key.scopes, version: key.version },
    ...(key.audience !== null && { isAgent: true }),
    ...(key.shop_id !== null && { shopId: Number(key.shop_id) }),
  },
});
