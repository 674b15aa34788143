import { expect, test } from 'vitest';
import { rendered } from '../../../../../../test/rendered.tsx';
import { Changes } from './changes.tsx';

test('a status of the channel is written in words in the history', () => {
  const words = rendered(<Changes changes={{ source_status: { from: 'awaiting_shipment', to: 'on_hold' } }} />);
  expect(words).toContain('awaiting shipment');
  expect(words).toContain('on hold');
});
