import { Checkbox, Group, Stack } from '@mantine/core';
import { type WindowEntity, windowLabels } from '../../../../base/scheduled-entities.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { TimeOfDaySelect } from '../../../../ui/time/time-of-day-select.tsx';
import type { WindowSettings, WindowState } from '../contract.ts';

type Props = {
  entity: WindowEntity;
  settings: Required<WindowSettings>;
  state: WindowState | undefined;
  wrong: Record<string, string[]>;
  disabled: boolean;
  onChange: (changes: WindowSettings) => void;
};

/** Whether an entity has a time window, and from when to when. */
export function WindowFields({ entity, settings, state, wrong, disabled, onChange }: Props) {
  const [use, start, end] = [`use_time_window_${entity}`, `start_sync_time_window_${entity}`, `end_sync_time_window_${entity}`] as const;
  const label = windowLabels[entity];
  return (
    <Stack gap={8}>
      <Checkbox
        label={`${label}: call in a time window only`}
        checked={settings[use]}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ [use]: currentTarget.checked })}
      />
      {settings[use] && (
        <Group gap={12} align="flex-start" pl={26}>
          <TimeOfDaySelect
            label="Start time"
            aria-label={`Start time of ${label.toLowerCase()}`}
            value={settings[start]}
            disabled={disabled}
            error={wrong[start]?.[0]}
            onChange={(value) => onChange({ [start]: value })}
          />
          <TimeOfDaySelect
            label="End time"
            aria-label={`End time of ${label.toLowerCase()}`}
            value={settings[end]}
            disabled={disabled}
            error={wrong[end]?.[0]}
            onChange={(value) => onChange({ [end]: value })}
          />
        </Group>
      )}
      {state && !state.open && <Closed opensAt={state.opens_at} />}
    </Stack>
  );
}

function Closed({ opensAt }: { opensAt: WindowState['opens_at'] }) {
  return (
    <p className="soft" style={{ paddingLeft: 26 }}>
      Closed now.{' '}
      {opensAt ? (
        <>
          Opens <RelativeTime at={opensAt} />.
        </>
      ) : (
        'It does not open within two days.'
      )}
    </p>
  );
}
