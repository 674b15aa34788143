import { expect, test } from 'vitest';
import { CallError } from '../../../../platform/call.ts';
import { rendered } from '../../../../test/rendered.tsx';
import { LinkFailed } from './link-failed.tsx';

const page = (status: number, errorMessage: string) =>
  rendered(
    <LinkFailed what="This invitation" error={new CallError(status, { errorMessage })} onRetry={() => undefined}>
      Sign in
    </LinkFailed>,
  );

test('only of a link that the server does not know it is said that it no longer works', () => {
  const ended = page(404, 'It was used already.');
  for (const each of ['This invitation no longer works', 'It was used already.', 'Sign in']) expect(ended).toContain(each);
  expect(ended).not.toContain('Try again');
  const lost = page(0, 'The server did not respond.');
  for (const each of ['This invitation could not be opened', 'The server did not respond.', 'Try again']) expect(lost).toContain(each);
  expect(lost).not.toMatch(/no longer works|Sign in/);
});
