import { Box, Group } from '@mantine/core';
import { useId } from 'react';
import { glide } from '../live/glide.ts';
import classes from './section.module.css';

type Props = {
  title: string;
  count?: number;
  actions?: React.ReactNode;
  /** By which an address leads to it. */
  anchor?: string;
  children: React.ReactNode;
};

/** A part of a page under its own heading: a rule and white space, no box. */
export function Section({ title, count, actions, anchor, children }: Props) {
  const id = useId();
  return (
    <Box component="section" miw={0} aria-labelledby={id} {...(anchor && { id: anchor })}>
      <Group justify="space-between" gap="0 12px" mih={36} mb={6} className={classes.head}>
        <h2 id={id}>
          {title}
          {count !== undefined && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
        </h2>
        {actions && (
          <Group gap={8} py={4} className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  );
}

/** A page of two columns: the main part on the left, facts on the right; stacked on narrow screens. */
export function Columns({ children, side }: { children: React.ReactNode; side: React.ReactNode }) {
  return (
    <div className={classes.columns}>
      <div ref={glide} className={classes.column}>
        {children}
      </div>
      <aside ref={glide} className={classes.column}>
        {side}
      </aside>
    </div>
  );
}
