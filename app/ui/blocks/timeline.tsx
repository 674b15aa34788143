import '@mantine/core/styles/Timeline.layer.css';
import { Box, Group, Timeline as Line, Text } from '@mantine/core';
import { glide } from '../live/glide.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import classes from './timeline.module.css';

export type TimelineEntry = {
  key: string | number;
  at: Date | string | number;
  /** One sentence. */
  text: React.ReactNode;
  /** Who or what did it. */
  by?: string | null;
  tone?: 'grey' | 'blue' | 'green' | 'red' | 'amber' | 'teal';
  detail?: React.ReactNode;
};

/** A list of events with their times, in the given order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Line ref={glide} pos="relative" role="list" bulletSize={8} lineWidth={1} classNames={classes}>
      {entries.map(({ key, at, text, by, tone = 'grey', detail }) => (
        <Line.Item key={key} role="listitem" color={`var(--${tone})`}>
          <Group wrap="nowrap" align="start" gap={12} fz="sm">
            <Box flex={1} miw={0}>
              <p>
                {text}
                {by && <span className="faint"> · {by}</span>}
              </p>
              {detail}
            </Box>
            <Text size="xs" c="var(--text-faint)" lh="19px">
              <RelativeTime at={at} />
            </Text>
          </Group>
        </Line.Item>
      ))}
    </Line>
  );
}
