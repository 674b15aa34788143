import { expect, test } from 'vitest';
import { primeWaits } from '../../../connectors/amazon/reasons.ts';
import { sentAndRefunded } from '../../../connectors/http/sent-and-refunded.ts';
import { rendered } from '../../../test/rendered.tsx';
import { RemedyButton } from '../../shared/issues/remedy/remedy-button.tsx';
import { cancelText } from './widgets/remedies/cancel.tsx';

const shown = (type: 'changed_after_release' | 'changed_beside_edits' | 'cancel_reply' | 'unreadable', orders: number, subject = 'order') =>
  rendered(
    <RemedyButton issue={{ type, orders, order_id: 1, sentence: 'It changed.', subject, connection_id: 1, slug: 'shop', seen: '1.x' }} />,
  );

test.each([
  ['changed_after_release', 'Keep as sent'],
  ['changed_beside_edits', 'Keep as edited'],
  ['cancel_reply', 'Mark as replied'],
  ['unreadable', 'Cancel'],
] as const)('of several orders with %s none is decided about unseen: there is “%s” of one alone', (type, label) => {
  expect(shown(type, 1)).toContain(label);
  expect(shown(type, 3)).not.toContain(label);
});

test('of a parcel that a channel refuses somebody may have told it by hand; of several, or of another refusal, nobody has', () => {
  const button = (of: object) =>
    rendered(
      <RemedyButton
        issue={{ type: 'rejected_by_channel', sentence: 'No.', subject: 'confirm', order_id: 1, connection_id: 1, slug: 'shop', ...of }}
      />,
    );
  for (const type of ['rejected_by_channel', 'retries_exhausted']) expect(button({ type })).toContain('Mark as told by hand');
  for (const of of [{ orders: 2 }, { subject: 'decide_cancel' }, { type: 'rejected_by_warehouse' }])
    expect(button(of)).not.toContain('Mark as told by hand');
  expect(button({})).toContain('Try again');
});

test('of an order of Prime the settings are shown that have it go on, and nobody cancels it by one press', () => {
  const button = shown('unreadable', 1, `status:${primeWaits}`);
  expect(button).toContain('See connection');
  expect(button).not.toContain('Cancel');
});

test('of an order sent and refunded in part no setting decides: its button cancels it, as its issue says', () => {
  const button = shown('unreadable', 1, `status:${sentAndRefunded}`);
  expect(button).toContain('Cancel');
  expect(button).not.toContain('See connection');
});

test.each(['parcel:P1', 'sale'])(
  'of an order that may be here again because of %s nothing is kept by one press: it is asked',
  (subject) => {
    const button = shown('changed_after_release', 1, subject);
    expect(button).toContain('Decide');
    expect(button).not.toContain('Keep as sent');
  },
);

test('of an order that leaves from no building, or several, one is chosen; of a purchase order on its page', () => {
  const button = (of: object) =>
    rendered(
      <RemedyButton issue={{ type: 'unmapped_location', sentence: 'Choose one.', subject: '', connection_id: 1, slug: 'shop', ...of }} />,
    );
  expect(button({ order_id: 1 })).toContain('Choose building');
  expect(button({ order_id: 1, orders: 2 })).not.toContain('Choose building');
  expect(button({ purchase_order_id: 1 })).toContain('Open purchase order');
});

test('who cancels one of many orders that are stopped reads which it is, before what becomes of it', () => {
  const here = { atWarehouse: false, disconnected: null };
  expect(cancelText({ ...here, about: 'Line 1 (21777) asks for -10 units, which cannot be shipped.' })).toMatch(
    /^Line 1 \(21777\) asks for -10 units, which cannot be shipped\. It is not sent to the warehouse/,
  );
  expect(cancelText(here)).toMatch(/^It is not sent to the warehouse/);
});
