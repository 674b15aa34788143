import { Button, Group, Stack } from '@mantine/core';
import { Section } from '../../../ui/blocks/section.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { Ago } from '../../../ui/time/relative-time.tsx';
import type { Connection } from '../contract.ts';
import { changeImportChoiceCall, type ImportChoice } from './contract.ts';

type Props = { connection: Pick<Connection, 'slug' | 'name'>; choices: readonly ImportChoice[]; mayMap: boolean };

/** Which connections have the same orders as this one, whose are sent, and how to choose again. */
export function ImportChoices({ connection, choices, mayMap }: Props) {
  if (choices.length === 0) return null;
  return (
    <Section title="Same orders in two connections">
      <Stack gap={12}>
        {choices.map((choice) => (
          <Choice key={choice.other_id} connection={connection} choice={choice} mayMap={mayMap} />
        ))}
      </Stack>
    </Section>
  );
}

type ChoiceProps = Omit<Props, 'choices'> & { choice: ImportChoice };

function Choice({ connection: { slug, name }, choice, mayMap }: ChoiceProps) {
  const { other_id, other_name, other_connected, keeps_own, decided_by, decided_at } = choice;
  const save = useSave();
  const [kept, left] = keeps_own ? [name, other_name] : [other_name, name];
  const change = () =>
    save(changeImportChoiceCall, { params: { name: slug, other: other_id }, body: { keeps: keeps_own ? 'other' : 'own' } });
  return (
    <Group justify="space-between" align="start" gap="8px 16px">
      <div>
        <p>
          Of orders that {other_name} has too, those of <strong>{kept}</strong> are sent.
        </p>
        <p className="soft">
          Chosen <Ago at={decided_at} />
          {decided_by && ` by ${decided_by}`}.{!other_connected && ` ${other_name} is disconnected.`}
        </p>
      </div>
      {(other_connected || !keeps_own) && (
        <WithQuestion
          button={(ask) => (
            <Button variant="default" disabled={!mayMap} onClick={ask}>
              Send those of {left} instead
            </Button>
          )}
          title={`Send the orders of ${left} instead?`}
          text={`This is for orders that come from now on. Orders that are here already stay as they are, so that each is sent once: those of ${kept} go on, and those of ${left} stay history.`}
          verb={`Send those of ${left}`}
          run={change}
        />
      )}
    </Group>
  );
}
