import { ActionIcon, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { PlainForm, useSending } from '../../../ui/plain-form.tsx';
import classes from './column-chooser.module.css';
import { moved, withOrWithout } from './order-of-columns.ts';

type Props = {
  columns: readonly { key: string; title: string }[];
  shown: readonly string[];
  usual: readonly string[];
  use: (chosen: string[]) => Promise<unknown>;
  onClose: () => void;
};

/** Chooses columns and their order. The first column links to the row and stays first. */
export default function ColumnChooser({ columns, shown, usual, use, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(shown);
  const { busy, send } = useSending(async (close: () => void) => {
    await use([...chosen]);
    close();
  });
  return (
    <Dialog title="Columns" size={440} closable={!busy} onClose={onClose}>
      {(close) => (
        <PlainForm send={() => send(close)}>
          <Stack gap={12}>
            <Chooser columns={columns} chosen={chosen} onChange={setChosen} />
            <Group justify="space-between" gap={8}>
              <Button variant="subtle" ml={-12} onClick={() => setChosen(usual)}>
                Usual columns
              </Button>
              <DialogButtons onCancel={close} leavable={!busy}>
                <SubmitButton busy={busy}>Show these columns</SubmitButton>
              </DialogButtons>
            </Group>
          </Stack>
        </PlainForm>
      )}
    </Dialog>
  );
}

type ChooserProps = Pick<Props, 'columns'> & { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void };

function Chooser({ columns, chosen, onChange }: ChooserProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focus, setFocus] = useState<{ on: string } | null>(null);
  const [announcement, announce] = useState('');
  // An element that moves in the document loses its focus.
  useEffect(() => {
    if (focus) list.current?.querySelector<HTMLElement>(`[data-focus="${focus.on}"]`)?.focus();
  }, [focus]);
  const titleOf = (key: string) => columns.find((column) => column.key === key)?.title ?? key;
  const move = (key: string, by: -1 | 1, on: string) => {
    const next = moved(chosen, key, by);
    onChange(next);
    setFocus({ on });
    announce(`${titleOf(key)} is column ${next.indexOf(key) + 1} of ${next.length}`);
  };
  const rest = columns.map(({ key }) => key).filter((key) => !chosen.includes(key));
  return (
    <>
      <Text size="xs" c="dimmed" className={classes.help}>
        Alt with <kbd>↑</kbd> <kbd>↓</kbd> moves a column.
      </Text>
      <ul ref={list} className={classes.list} aria-label="Columns">
        {[...chosen, ...rest].map((key, place) => (
          <Item
            key={key}
            name={key}
            title={titleOf(key)}
            place={place}
            count={chosen.length}
            onTick={() => {
              onChange(withOrWithout(chosen, key));
              setFocus({ on: `tick-${key}` });
            }}
            onMove={(by, on) => move(key, by, on)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

type ItemProps = {
  name: string;
  title: string;
  place: number;
  /** How many columns are shown; the entries after them are hidden. */
  count: number;
  onTick: () => void;
  onMove: (by: -1 | 1, on: string) => void;
};

function Item({ name, title, place, count, onTick, onMove }: ItemProps) {
  const isShown = place < count;
  const first = place === 0;
  const onKeyDown = ({ key, altKey, preventDefault }: { key: string; altKey: boolean; preventDefault: () => void }) => {
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (!altKey || by === 0 || !isShown || first) return;
    preventDefault();
    onMove(by, `tick-${name}`);
  };
  const step = (by: -1 | 1, word: string, Icon: typeof IconArrowUp) => (
    <ActionIcon
      size={28}
      aria-label={`Move ${title} ${word}`}
      aria-disabled={by < 0 ? place <= 1 : place >= count - 1}
      data-focus={`${word}-${name}`}
      onClick={() => onMove(by, `${word}-${name}`)}
    >
      <Icon size={15} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
  return (
    <li className={classes.item} data-shown={isShown || undefined} data-divided={place === count || undefined}>
      <Checkbox
        flex={1}
        label={title}
        checked={isShown}
        disabled={first}
        data-focus={`tick-${name}`}
        data-autofocus={place === 1 || undefined}
        onChange={onTick}
        onKeyDown={(event) => onKeyDown({ key: event.key, altKey: event.altKey, preventDefault: () => event.preventDefault() })}
      />
      {isShown && !first && (
        <Group gap={2}>
          {step(-1, 'up', IconArrowUp)}
          {step(1, 'down', IconArrowDown)}
        </Group>
      )}
    </li>
  );
}
