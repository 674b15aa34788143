import { Button, Text } from '@mantine/core';
import { Section } from '../../../ui/blocks/section.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { thisLivesCall } from '../contract.ts';

/**
 * For a super admin, where this installation is a copy, or has one that is worked with: which one lives. Until that is said, nothing is
 * sent from here.
 */
export function CopyDecision({ reason }: { reason: string }) {
  const save = useSave();
  return (
    <Section title="Which installation lives?" actions={<ThisLives decide={() => save(thisLivesCall, {})} />}>
      <Text maw={720} mb={24}>
        Nothing is sent from this installation, for no account. {reason}{' '}
        <span className="soft">If the other one lives, leave this as it is.</span>
      </Text>
    </Section>
  );
}

const ThisLives = ({ decide }: { decide: () => Promise<void> }) => (
  <WithQuestion
    button={(ask) => <Button onClick={ask}>This one lives</Button>}
    title="Does this installation live from now on?"
    text="First make sure that the other installation has stopped for good: two that send ship every order twice. Every account here is then compared with its channels and its warehouse, and goes on sending by itself."
    verb="This one lives"
    danger
    run={decide}
  />
);
