import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { CopyDecision } from '../../all-accounts/widgets/copy-decision.tsx';
import { StoppedBand } from './stopped-band.tsx';

const copy = { why: 'copy', sentence: 'Nothing is sent from this installation.' } as const;

test('the band shows why nothing is sent, and super admins where they decide about a copy', () => {
  expect(rendered(<StoppedBand stopped={null} mayDecide />)).not.toContain('sent');
  const band = (stopped: Parameters<typeof StoppedBand>[0]['stopped'], mayDecide: boolean) =>
    rendered(<StoppedBand stopped={stopped} mayDecide={mayDecide} />);
  expect(band(copy, false)).toContain(copy.sentence);
  // What is over in a moment is not said at once.
  expect(band({ why: 'starting', sentence: copy.sentence }, true)).not.toContain(copy.sentence);
  expect(band({ why: 'unrecognised', sentence: copy.sentence }, true)).toContain(copy.sentence);
  expect([band(copy, true), band(copy, false), band({ ...copy, why: 'compared' }, true)].map((text) => text.includes('Decide'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('the decision shows why this is taken for a copy', () => {
  const text = rendered(<CopyDecision reason="Its data were used before, but not with these files." />);
  expect(text).toContain('Its data were used before, but not with these files.');
  expect(text).toContain('This one lives');
});
