import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSession, isSignedOut, reportFreshness } from './freshness.ts';

const assign = vi.fn();
vi.stubGlobal('window', { location: { assign } });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  assign.mockClear();
  reportFreshness('fresh');
});
afterAll(() => void vi.unstubAllGlobals());

test('what the ended session is refused does not count once a change of session has begun, until the page is left', async () => {
  await changeSession(async () => reportFreshness('signed_out'), '/');
  reportFreshness('signed_out');
  expect(isSignedOut()).toBe(false);
  expect(assign.mock.calls).toEqual([['/']]);
});

test('a session that could not be changed is watched again', async () => {
  const refused = new Error('refused');
  await expect(changeSession(() => Promise.reject(refused), '/')).rejects.toBe(refused);
  reportFreshness('signed_out');
  expect(isSignedOut()).toBe(true);
  expect(assign).not.toHaveBeenCalled();
});

test('whoever stays on a page that asks before it is left is watched again after five seconds', async () => {
  await changeSession(async () => undefined, '/');
  vi.advanceTimersByTime(4_999);
  reportFreshness('signed_out');
  expect(isSignedOut()).toBe(false);
  vi.advanceTimersByTime(1);
  reportFreshness('signed_out');
  expect(isSignedOut()).toBe(true);
});
