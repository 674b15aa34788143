import type { Failure } from '../contract.ts';
import type { EdgeFault } from '../scripted-edge.ts';
import { now } from './candidate.ts';

type Expected = (write: boolean) => Partial<Failure>;
export type Fault = [EdgeFault, Expected];

/** A fault, and the typed failure that it must become. `maybeDone` only for writes that may have been carried out. */
export const faults: Fault[] = [
  ['unauthorized', () => ({ kind: 'reconnect' })],
  ['payment_required', () => ({ kind: 'reconnect' })],
  ['forbidden', () => ({ kind: 'forbidden' })],
  ['not_found', () => ({ kind: 'not_found' })],
  ['conflict', () => ({ kind: 'rejected' })],
  ['unprocessable', () => ({ kind: 'rejected', code: 'invalid' })],
  ['too_many', () => ({ kind: 'retry', maybeDone: false, limited: true })],
  ['too_many_for_7_s', () => ({ kind: 'retry', maybeDone: false, limited: true, at: new Date(now.getTime() + 7000) })],
  ['server_error', (write) => ({ kind: 'retry', maybeDone: write })],
  ['redirect', (write) => ({ kind: 'retry', maybeDone: write })],
  ['hang', (write) => ({ kind: 'retry', maybeDone: write })],
  ['drop', (write) => ({ kind: 'retry', maybeDone: write })],
  ['truncated', (write) => ({ kind: 'retry', maybeDone: write })],
  ['malformed', (write) => ({ kind: 'retry', maybeDone: write })],
  ['wrong_type', (write) => ({ kind: 'retry', maybeDone: write })],
  ['wrong_shape', (write) => ({ kind: 'retry', maybeDone: write })],
];
