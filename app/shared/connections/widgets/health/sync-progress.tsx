import { CloseButton, Flex, Group, Paper } from '@mantine/core';
import type { Run } from '../../../runs/contract.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';

type Props = {
  runs: readonly Run[];
  /** Runs that were started on this page: shown until they end. */
  watched: readonly number[];
  onClose: () => void;
};

/** The progress of requested syncs, also of those started elsewhere or before a reload. */
export function SyncProgress({ runs, watched, onClose }: Props) {
  const syncs = runs.filter(({ id, state, requested_by }) => watched.includes(id) || (state === 'running' && requested_by !== null));
  if (syncs.length === 0) return null;
  const over = syncs.every(({ state }) => state !== 'running');
  return (
    <Paper component="section" withBorder radius={8} bg="transparent" px="md" py="sm" aria-label="Sync">
      <Group justify="space-between" mih={24} mb={8}>
        <h2 aria-live="polite">{over ? headline(syncs) : `Syncing: ${syncs.filter(isOver).length} of ${syncs.length} read`}</h2>
        {over && <CloseButton aria-label="Close" onClick={onClose} />}
      </Group>
      <Flex component="ol" direction="column" gap={10}>
        {syncs.toReversed().map((run) => (
          <li key={run.id}>
            <RunProgress run={run} />
          </li>
        ))}
      </Flex>
    </Paper>
  );
}

const isOver = ({ state }: Run) => state !== 'running';

function headline(syncs: readonly Run[]): string {
  const failed = syncs.filter(({ state }) => state !== 'done').length;
  return failed > 0 ? `${failed} of ${syncs.length} could not be read` : 'Up to date';
}
