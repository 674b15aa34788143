import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../ui/blocks/section.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { requireTwoFactor } from '../../accounts/two-factor/contract.ts';
import type { TwoFactorInTeam } from '../contract.ts';

type Props = { twoFactor: TwoFactorInTeam; people: number };

/** Whether everybody must sign in with a code too, and who has not set that up. */
export function TwoFactorRule({ twoFactor: { required, without, keys }, people }: Props) {
  /** What is asked: what somebody else decides meanwhile does not turn the question round. */
  const [question, setQuestion] = useState<'require' | 'free' | null>(null);
  const save = useSave();
  return (
    <Section
      title="Two-factor sign-in"
      actions={
        <Button variant="default" onClick={() => setQuestion(required ? 'free' : 'require')}>
          {required ? 'Make it optional' : 'Require it of everyone'}
        </Button>
      }
    >
      <Text maw={640}>
        {required ? requiredOfAll : 'Everyone chooses for themselves.'} <span className="soft">{whoHasNone(without, people)}</span>
      </Text>
      {question && (
        <ConfirmDialog
          title={question === 'free' ? 'Make two-factor sign-in optional?' : 'Require two-factor sign-in of everyone?'}
          text={
            question === 'free'
              ? 'Those who have it keep it, and may turn it off.'
              : `${whatFollows(without)}. ${whatStops(keys)}Nobody can turn it off.`
          }
          verb={question === 'free' ? 'Make it optional' : 'Require it'}
          run={() => save(requireTwoFactor, { body: { required: question === 'require' } })}
          onClose={() => setQuestion(null)}
        />
      )}
    </Section>
  );
}

const requiredOfAll = 'Required of everyone: signing in takes a code from an authenticator app too.';

const whatFollows = (without: readonly string[]) =>
  without.length === 0 ? 'Everyone has it already' : `${namesOf(without)} must set it up before they go on`;

const whatStops = (keys: readonly string[]) =>
  keys.length === 0 ? '' : `Until then these keys and agents are refused: ${namesOf(keys)}. `;

function whoHasNone(without: readonly string[], people: number): string {
  if (without.length === 0) return 'Everyone has it on.';
  return without.length === people ? 'Nobody has it on yet.' : `Without it: ${namesOf(without)}.`;
}

const mostNamed = 5;

/** The names, or the first of many and how many more. */
function namesOf(names: readonly string[]): string {
  const named = names.slice(0, mostNamed);
  return new Intl.ListFormat('en').format(names.length > mostNamed ? [...named, `${names.length - mostNamed} more`] : named);
}
