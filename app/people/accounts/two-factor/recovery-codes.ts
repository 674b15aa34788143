import { createHash, randomInt } from 'node:crypto';

const count = 10;
/** None that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 24 letters of 31 are 118 random bits: so many that a plain digest of them is safe. */
const [groups, perGroup] = [6, 4];

/** New recovery codes, as they are shown once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => Array.from({ length: groups }, group).join('-'));
}

const group = () => Array.from({ length: perGroup }, () => letters[randomInt(letters.length)]).join('');

const prefix = 'sha256:';

/** The digest of a recovery code, however it was typed. */
export function digestOf(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return prefix + createHash('sha256').update(plain).digest('base64url');
}

/** What is stored of a code: a digest stays as it is. */
export const storedCode = (code: string) => (code.startsWith(prefix) ? code : digestOf(code));
