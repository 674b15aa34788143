import { expect, test } from 'vitest';
import { worded, wordedWith } from '../../test/worded.ts';
import { judge, learned, rejection } from './refusals.ts';

const now = new Date('2026-11-20T10:00:00Z');
const said = (code: string, detail = 'It is so.') => ({ title: 'Bad Request', 'o:errorDetails': [{ detail, 'o:errorCode': code }] });
const judged = (status: number, body: unknown) => judge({ status, headers: {}, body }, { now });

test.each([429, 400])('too many at once is no refusal, by whatever status it comes (%i)', (status) => {
  expect(judged(status, said('CONCURRENCY_LIMIT_EXCEEDED'))).toEqual({
    ...{ kind: 'retry', limited: true, at: new Date('2026-11-20T10:00:02Z') },
    reason: worded('NetSuite has too many requests of this account at once.'),
  });
});

test.each([
  ['RCRD_HAS_BEEN_CHANGED', 'It is so.'],
  ['USER_ERROR', 'Error while accessing a resource. Record has been changed'],
])('what somebody saves at the same moment is tried again (%s)', (code, detail) => {
  expect(judged(400, said(code, detail))).toMatchObject({ kind: 'retry', at: new Date('2026-11-20T10:00:02Z'), changed: true });
});

test('a permission that lacks is one, by whatever status it comes', () => {
  expect(judged(400, said('INSUFFICIENT_PERMISSION', 'You need Items.'))).toMatchObject({
    kind: 'forbidden',
    reason: wordedWith('You need Items.'),
  });
});

test('only NetSuite itself can say that there is no such record', () => {
  expect(judged(404, said('NONEXISTENT_ID'))).toBeUndefined();
  for (const body of ['<h1>Not Found</h1>', null, {}, []]) expect(judged(404, body)).toMatchObject({ kind: 'retry' });
});

test('all else is left to the status', () => {
  expect([judged(400, said('USER_ERROR')), judged(500, null), judged(200, said('CONCURRENCY_LIMIT_EXCEEDED'))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('the reason is what NetSuite says', () => {
  expect(rejection(400, said('USER_ERROR', 'Error while accessing a resource. This record already exists.'))).toEqual({
    code: 'invalid',
    reason: worded('This record already exists (400).'),
  });
  expect(rejection(405, { title: 'Method Not Allowed' })).toEqual({ code: 'other', reason: worded('Method Not Allowed (405).') });
  expect(rejection(400, 'no').reason).toEqual({ code: 'refused', status: 400 });
});

test('how many may run at once is learned from the reply that says so, and from no other', () => {
  const of = (body: unknown, status = 200) => learned({ status, headers: {}, body });
  expect(of({ accountConcurrencyLimit: 15, unallocatedConcurrencyLimit: 9, limitType: 'accountLimit' })).toEqual({ limit: 9 });
  expect(of({ integrationConcurrencyLimit: 3 })).toEqual({ limit: 3 });
  expect([of({ items: [] }), of('no'), of({ accountConcurrencyLimit: 15 }, 403)]).toEqual([{}, {}, {}]);
});
