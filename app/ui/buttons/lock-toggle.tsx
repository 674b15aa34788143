import { ActionIcon } from '@mantine/core';
import { IconLock, IconLockOpen2 } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { useRevalidator } from 'react-router';
import { showError } from '../alerts/alerts.ts';
import classes from './lock-toggle.module.css';

export type Lock = { locked: boolean; toggle: () => void };

/** A lock as the server has it, and the call that sets it: changes at once, and back when the server refuses. */
export function useLock(saved: boolean, turn: (locked: boolean) => Promise<unknown>): Lock {
  const [locked, show] = useOptimistic(saved);
  const { revalidate } = useRevalidator();
  const toggle = () =>
    startTransition(async () => {
      show(!saved);
      try {
        await turn(!saved);
        await revalidate();
      } catch (error) {
        showError(error);
      }
    });
  const isRunning = locked !== saved;
  return { locked, toggle: () => !isRunning && toggle() };
}

/** The lock in the header of an order. `means`: what locking does, in the words of its page; stands beside it while it is pointed at. */
export function LockToggle({ lock: { locked, toggle: turn }, means }: { lock: Lock; means?: string }) {
  const label = lockLabel(locked);
  const Icon = locked ? IconLock : IconLockOpen2;
  const toggle = (
    <ActionIcon
      size={30}
      variant={locked ? 'light' : 'subtle'}
      color={locked ? 'var(--amber)' : 'gray'}
      aria-label={label}
      aria-pressed={locked}
      title={label}
      aria-description={means}
      onClick={turn}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
  if (!means || locked) return toggle;
  return (
    <span className={classes.explained}>
      {toggle}
      <span className={classes.means} aria-hidden>
        {means}
      </span>
    </span>
  );
}

export const lockLabel = (locked: boolean) => (locked ? 'Unlock order' : 'Lock Order');
