import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../../../../ui/blocks/section.tsx';

type LinkedFigure = { label: string; hint: string; to: string; written: string };

/** Figures of one kind of record; each leads to the list of what it counts. */
export function LinkedFigures({ title, figures }: { title: string; figures: readonly LinkedFigure[] }) {
  return (
    <Section title={title}>
      <Group component="dl" align="start" gap="12px 40px">
        {figures.map(({ label, hint, to, written }) => (
          <div key={label} title={hint}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fz="1.125rem" className="figure">
              <Link to={to} aria-label={`${label}: ${written}`}>
                {written}
              </Link>
            </Text>
          </div>
        ))}
      </Group>
    </Section>
  );
}
