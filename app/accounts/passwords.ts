import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(
  scrypt as (password: string, salt: Buffer, length: number, cost: object, done: (error: Error | null, key: Buffer) => void) => void,
);

/** Source: OWASP Password Storage Cheat Sheet, scrypt: 2^17 blocks of 8, once. 128 MB and a quarter of a second each. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const keyLength = 32;

/** A password as it is stored: the salt, and the key that is derived from both. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt17:${salt.toString('base64url')}:${(await keyOf(password, salt)).toString('base64url')}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [kind, salt = '', key = ''] = hash.split(':');
  if (kind !== 'scrypt17') return false;
  return timingSafeEqual(await keyOf(password, Buffer.from(salt, 'base64url')), Buffer.from(key, 'base64url'));
}

/** What people type as one character may be stored as one or as two. */
const keyOf = (password: string, salt: Buffer) => derive(password.normalize('NFKC'), salt, keyLength, cost);
