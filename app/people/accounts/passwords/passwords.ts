import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(
  scrypt as (password: string, salt: Buffer, length: number, cost: object, done: (error: Error | null, key: Buffer) => void) => void,
);

/** Source: OWASP Password Storage Cheat Sheet, scrypt: 2^17 blocks of 8, once. 128 MB and a quarter of a second each. */
const owasp = 17;
const cost = { r: 8, p: 1, maxmem: 2 ** 28 };
const keyLength = 32;

/** A password as it is stored: its cost, the salt, and the key that is derived from both. Only tests may choose a lower cost. */
export async function hashPassword(password: string, bits = owasp): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt${bits}:${salt.toString('base64url')}:${(await keyOf(password, salt, bits)).toString('base64url')}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [kind = '', salt = '', key = ''] = hash.split(':');
  const bits = /^scrypt(1\d)$/.exec(kind)?.[1];
  if (!bits) return false;
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64url'), Number(bits)), Buffer.from(key, 'base64url'));
}

/** What people type as one character may be stored as one or as two. */
const keyOf = (password: string, salt: Buffer, bits: number) =>
  derive(password.normalize('NFKC'), salt, keyLength, { ...cost, N: 2 ** bits });
