import { createHash } from 'node:crypto';

/** Of an order as it was sent, whatever the order of its fields. */
export const digestOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body, inOneOrder)).digest('base64url');

const inOneOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
