import '@mantine/core/styles/Progress.layer.css';
import { Group, Progress, Stack } from '@mantine/core';

type Props = {
  label: string;
  done: number;
  /** Unknown until the other side has told it: the bar is then indeterminate. Not shown once there are more than it told. */
  total?: number | null;
  failed?: number;
  /** Follows what is done in place of the total, as `%`. */
  unit?: string;
  /** After the counts, as in `3 could not be read`. */
  detail?: React.ReactNode;
  /** Where the row around it already names it. */
  hideLabel?: boolean;
};

/** The progress of a long run, with its counts. */
export function ProgressBar({ label, done, total, failed = 0, unit, detail, hideLabel = false }: Props) {
  const share = total ? Math.min(100, (100 * done) / total) : null;
  return (
    <Stack gap={6} fz="sm">
      <Group justify="space-between" gap="0 16px">
        {!hideLabel && <span>{label}</span>}
        <span className="soft figure">
          {done.toLocaleString('en-US')}
          {unit ?? (total && done <= total ? ` of ${total.toLocaleString('en-US')}` : '')}
          {failed > 0 && <span className="lacking"> · {failed.toLocaleString('en-US')} failed</span>}
          {detail && <> · {detail}</>}
        </span>
      </Group>
      {share === null ? (
        <Progress.Root size={4}>
          <Progress.Section value={100} color="var(--accent-text)" animated withAria={false} role="progressbar" aria-label={label} />
        </Progress.Root>
      ) : (
        <Progress size={4} value={share} color="var(--accent-text)" aria-label={label} />
      )}
    </Stack>
  );
}
