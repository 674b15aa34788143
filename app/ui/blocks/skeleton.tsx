import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton as Bar, Stack } from '@mantine/core';
import classes from './skeleton.module.css';

/** Placeholder for up to ten rows while they load, shown after 200 ms. */
export function Skeleton({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <Stack gap={26} py={13} className={classes.late} role="status" aria-label={label}>
      {widths.slice(0, rows).map((width) => (
        <Bar key={width} width={width} height={10} animate={false} />
      ))}
    </Stack>
  );
}

const widths = ['72%', '58%', '81%', '46%', '66%', '77%', '52%', '84%', '61%', '49%'];
