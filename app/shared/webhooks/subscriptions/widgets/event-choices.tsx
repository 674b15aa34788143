import { Checkbox, Input, Stack } from '@mantine/core';
import { type EventType, events } from '../../events/event-types.ts';
import classes from './event-choices.module.css';

const nounOf = (type: string) => type.slice(0, type.indexOf('.'));
const groups = [...Map.groupBy(events, ([type]) => nounOf(type)).values()];
const titles: Record<string, string> = { order: 'Orders', issue: 'Issues', stock: 'Stock', purchase_order: 'Purchase orders' };

type Props = { chosen: readonly string[]; error: string | undefined; onChange: (types: EventType[]) => void };

/** Which events are sent, by the noun that they are about. */
export function EventChoices({ chosen, error, onChange }: Props) {
  const types = events.map(([type]) => type);
  const choose = (some: readonly EventType[], isOn: boolean) =>
    onChange(types.filter((type) => (some.includes(type) ? isOn : chosen.includes(type))));
  return (
    <Stack gap="sm">
      {groups.map((group) => {
        const all = group.map(([type]) => type);
        const on = all.filter((type) => chosen.includes(type)).length;
        const title = titles[nounOf(all[0] as string)];
        return (
          <Stack key={title} gap={6} role="group" aria-label={title}>
            <Checkbox
              label={`All events of ${title?.toLowerCase()}`}
              fw={500}
              checked={on === all.length}
              indeterminate={on > 0 && on < all.length}
              onChange={(event) => choose(all, event.currentTarget.checked)}
            />
            <div className={classes.events}>
              {group.map(([type, meaning]) => (
                <Checkbox
                  key={type}
                  label={type}
                  description={meaning}
                  checked={chosen.includes(type)}
                  onChange={(event) => choose([type], event.currentTarget.checked)}
                />
              ))}
            </div>
          </Stack>
        );
      })}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}
