import { Group } from '@mantine/core';
import type { ImportState } from '../../../../shared/imports/contract.ts';
import classes from './steps.module.css';

const steps = ['File', 'Columns', 'Check', 'Applied'] as const;

/** Where each state is among the steps. */
const places: Record<ImportState, number> = {
  ...{ mapping: 1, checking: 2, checked: 2, applying: 3, applied: 3, undoing: 3, undone: 3 },
  ...{ failed: 2, cancelled: 2 },
};

/** What the last step is called while it is not simply applied. */
const lastWords: Partial<Record<ImportState, string>> = { applying: 'Applying', undoing: 'Undoing', undone: 'Undone' };

/** The four steps of an import, and which of them it has come to. */
export function Steps({ state }: { state: ImportState }) {
  return (
    <Group component="ol" gap="4px 10px" className={classes.steps} aria-label="Steps">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === places[state] ? 'step' : undefined} data-done={place < places[state] || undefined}>
          <span className={classes.number}>{place + 1}</span> {(step === 'Applied' && lastWords[state]) || step}
        </li>
      ))}
    </Group>
  );
}
