import { Stack } from '@mantine/core';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { asSentence } from '../../../ui/words/as-sentence.ts';
import type { NotMailed } from './not-mailed.ts';

/** Whom the last mail did not reach, why, and what mends it: those together that have it in common. */
export function NotMailedNotices({ refused }: { refused: readonly NotMailed[] }) {
  if (refused.length === 0) return null;
  const alike = Map.groupBy(refused, (each) => `${asSentence(each.reason)} ${remedyOf(each)}`);
  return (
    <Stack gap={8} mb={16}>
      {[...alike].map(([why, [first, ...others]]) => (
        <Notice key={why} tone={first?.state === 'waits' ? 'warning' : 'danger'}>
          {namesOf([first, ...others].flatMap((each) => each?.email ?? []))} could not be mailed <Ago at={first?.attempted_at ?? 0} />:{' '}
          {why}
        </Notice>
      ))}
    </Stack>
  );
}

const mostNamed = 5;
function namesOf(emails: readonly string[]): string {
  const more = emails.length - mostNamed;
  return emails.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '');
}

function remedyOf({ state, isMember }: Pick<NotMailed, 'state' | 'isMember'>): string {
  if (state === 'waits') return 'The mail is tried again for a day.';
  if (state === 'given_up')
    return 'It was tried for a day and given up; the next notification is mailed again. Tell whoever runs Crossdock if it stays so.';
  if (isMember) return 'Ask whoever runs their mail to let ours in, or invite them with another address. Until then the bell tells them.';
  return 'Correct the address where it is named, or ask whoever runs its mail to let ours in.';
}
