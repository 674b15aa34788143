import { expect, test } from 'vitest';
import { CallError, isRefused } from '../../../platform/call.ts';
import { errorMessage, fieldMessages, responseText } from './error-message.ts';

const general = 'There was an error processing your request';

test.each([
  ['the server said it', new CallError(409, { errorMessage: 'This order is locked.', code: 'locked' }), 'This order is locked.'],
  [
    'fields are joined',
    new CallError(422, { name: ['Required.'], email: ['Email address must be valid', 'Too long.'] }),
    'Required. Email address must be valid Too long.',
  ],
  ['an empty message is none', new CallError(500, { errorMessage: '' }), general],
  ['an error page', new CallError(502, '<html>'), general],
  ['no call at all', new TypeError('x is undefined'), general],
])('%s', (_case, error, sentence) => {
  expect(errorMessage(error)).toBe(sentence);
});

test.each([
  ['a text as it is', new CallError(502, ' upstream is restarting\n'), 'upstream is restarting'],
  ['what the server said', new CallError(409, { errorMessage: 'This order is locked.' }), 'This order is locked.'],
  ['no page', new CallError(502, '<html>Bad gateway</html>'), general],
  ['nothing', new CallError(502, ''), general],
])('a save shows %s', (_case, error, sentence) => {
  expect(responseText(error)).toBe(sentence);
});

test('only a 422 has messages by field', () => {
  expect(fieldMessages(new CallError(422, { name: ['Required.'], code: 'invalid' }))).toEqual({ name: ['Required.'] });
  expect(fieldMessages(new Error('x'))).toEqual({});
});

test('a refusal is told apart by its code, and a misspelt code does not compile', () => {
  const error = new CallError(409, { errorMessage: 'Ann changed this.', code: 'changed_meanwhile' });
  expect(isRefused(error, 'changed_meanwhile')).toBe(true);
  // @ts-expect-error: there is no such code
  expect(isRefused(error, 'changed_meanwile') || error.code === 'changed_meanwile').toBe(false);
});
