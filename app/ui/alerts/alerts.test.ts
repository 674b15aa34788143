import { beforeEach, expect, test, vi } from 'vitest';
import { dismissAlert, leaveAlerts, readAlerts, showAlert, startLeaving } from './alerts.ts';

beforeEach(() => {
  for (const { id } of readAlerts()) dismissAlert(id);
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

const shown = () => readAlerts().map(({ text }) => text);

test('a success takes the failure before it away, and leaves what is about something else', () => {
  showAlert('danger', 'This order is locked.');
  showAlert('info', 'Generated file is ready for download');
  showAlert('success', 'Order successfully saved');
  expect(shown()).toEqual(['Generated file is ready for download', 'Order successfully saved']);
});

test('a success leaves the report of a run of which a part failed, with its undo', () => {
  showAlert('danger', 'Archive: 2 orders done, 1 failed.', 10_000, { label: 'Undo', run: async () => undefined });
  showAlert('success', 'Locked.');
  expect(shown()).toEqual(['Archive: 2 orders done, 1 failed.', 'Locked.']);
});

test('what is said about a page goes with it, unless it was said on the way out or leads on', () => {
  showAlert('success', 'Locked.');
  showAlert('success', 'Linked.', 10_000, { label: 'Undo', run: async () => undefined });
  vi.advanceTimersByTime(2_000);
  showAlert('success', 'The order is deleted.');
  leaveAlerts();
  expect(shown()).toEqual(['Linked.', 'The order is deleted.']);
});

test('what is said on the way out stays, however long the next page takes', () => {
  showAlert('success', 'Locked.');
  vi.advanceTimersByTime(2_000);
  showAlert('success', 'The order is deleted.');
  startLeaving('/orders');
  vi.advanceTimersByTime(5_000);
  startLeaving('/orders');
  leaveAlerts();
  expect(shown()).toEqual(['The order is deleted.']);
  vi.advanceTimersByTime(2_000);
  leaveAlerts();
  expect(shown()).toEqual([]);
});
