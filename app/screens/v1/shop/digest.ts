import { createHash } from 'node:crypto';
import { inOneOrder } from '../../../people/keys/repeating/once.ts';

/** Of an order as it was sent, whatever the order of its fields. */
export const digestOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body, inOneOrder)).digest('base64url');
