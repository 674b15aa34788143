import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [handleLength, secretLength, checkLength] = [12, 43, 6];
/** 43 characters of 62 are more than 256 bits. */
const form = new RegExp(`^(xd[korc])_([0-9A-Za-z]{${handleLength}})_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checkLength}})$`);

/** What a key consists of: the handle finds it, the secret proves it. */
export type KeyParts = { handle: string; secret: string };

/** A key; of an agent its token, what renews that, and the code of a consent. Each counts for what it is alone. */
const prefixes = { key: 'xdk', access: 'xdo', refresh: 'xdr', code: 'xdc' } as const;
export type KeyKind = keyof typeof prefixes;

/**
 * `xdk_`, a handle, a secret and a CRC-32 of what comes before it: scanners for secrets and forms tell a mistyped one without asking
 * us.
 */
export const writeKey = ({ handle, secret }: KeyParts, kind: KeyKind = 'key'): string =>
  withChecksum(`${prefixes[kind]}_${handle}_${secret}`);

/** The parts of the text of a key, or of what else is of this kind; null where it is none, or mistyped. */
export function readKey(text: string, kind: KeyKind = 'key'): KeyParts | null {
  const [, prefix, handle, secret] = form.exec(text) ?? [];
  if (prefix !== prefixes[kind] || handle === undefined || secret === undefined) return null;
  return writeKey({ handle, secret }, kind) === text ? { handle, secret } : null;
}

export const newHandle = (): string => randomText(handleLength);
export const newSecret = (): string => randomText(secretLength);

/** What is stored of a secret. It has 256 random bits, which nobody guesses however quick the digest is: see docs/decisions. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const randomText = (length: number) => Array.from({ length }, () => digits[randomInt(digits.length)]).join('');

function withChecksum(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let place = 0; place < checkLength; place++) {
    check = `${digits[rest % digits.length]}${check}`;
    rest = Math.floor(rest / digits.length);
  }
  return text + check;
}
