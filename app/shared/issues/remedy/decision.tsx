import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Panel } from './panel.tsx';
import { useSend } from './use-panel.ts';

type Option<Choice> = { value: Choice; label: string; description?: string };

type Props<Choice extends string, Decided> = {
  title: React.ReactNode;
  impact: React.ReactNode;
  /** What is decided about, above the choices. */
  children?: React.ReactNode;
  options: readonly Option<Choice>[];
  decide: (choice: Choice) => Promise<Decided>;
  onClose: () => void;
  onDone: (decided: Decided) => Promise<void>;
};

/** The form of a remedy that only a person can decide. Chooses nothing beforehand. */
export function Decision<Choice extends string, Decided>({
  title,
  impact,
  children,
  options,
  decide,
  onClose,
  onDone,
}: Props<Choice, Decided>) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice !== null) await onDone(await decide(choice));
    });
  return (
    <Panel title={title} impact={impact} verb="Save decision" busy={busy} failure={failure} onSend={save} onClose={onClose}>
      {children}
      <Radio.Group
        aria-label="Decision"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        error={missing && (options.length === 2 ? 'Choose one of the two' : 'Choose one')}
      >
        <Stack gap={8}>
          {options.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
