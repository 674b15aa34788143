import type { AlertAction } from '../../../ui/alerts/alerts.ts';

/** The undo of a run beside the alert of what was done; what it takes comes when it is pressed. None where there is nothing to undo. */
export const undoAction = (runId: number | null, reload?: () => void): AlertAction | undefined =>
  runId === null
    ? undefined
    : { label: 'Undo', run: async () => (await import('./report-outcome.ts')).undoRun(runId, reload).finally(() => reload?.()) };
