import { Box, CloseButton, Flex, Group, Paper } from '@mantine/core';
import { useState } from 'react';
import type { Run } from '../../../runs/contract.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';

type Props = {
  runs: readonly Run[];
  /** Runs that were started on this page: shown until they end. */
  watched: readonly number[];
  /** How many are being started. */
  starting: number;
  onClose: () => void;
};

/** Of a run, in px, whether it is under way or has ended; and between two. */
const lineHeight = 29;
const gap = 10;

/**
 * The progress of requested syncs, also of those started elsewhere or before a reload. What came of them stays until it is closed: what is
 * below moves by nothing that ends by itself.
 */
export function SyncProgress({ runs, watched, starting, onClose }: Props) {
  const [seen, setSeen] = useState<readonly number[]>([]);
  const syncs = runs.filter(
    ({ id, state, requested_by }) => watched.includes(id) || seen.includes(id) || isUnderWay({ state, requested_by }),
  );
  const fresh = syncs.filter((run) => isUnderWay(run) && !seen.includes(run.id)).map(({ id }) => id);
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  if (syncs.length === 0 && starting === 0) return null;
  const close = () => {
    setSeen([]);
    onClose();
  };
  const over = syncs.length > 0 && syncs.every(({ state }) => state !== 'running');
  return (
    <Paper component="section" withBorder radius={8} bg="transparent" px="md" py="sm" aria-label="Sync">
      <Group justify="space-between" mih={24} mb={8}>
        <h2 aria-live="polite">{over ? headline(syncs) : `Syncing: ${syncs.filter(isOver).length} of ${syncs.length || starting} read`}</h2>
        {over && <CloseButton aria-label="Close" onClick={close} />}
      </Group>
      <Flex component="ol" direction="column" gap={gap}>
        {syncs.toReversed().map((run) => (
          <Box component="li" key={run.id} mih={lineHeight}>
            <RunProgress run={run} />
          </Box>
        ))}
        {syncs.length === 0 && <Box component="li" aria-hidden mih={starting * (lineHeight + gap) - gap} />}
      </Flex>
    </Paper>
  );
}

const isUnderWay = ({ state, requested_by }: Pick<Run, 'state' | 'requested_by'>) => state === 'running' && requested_by !== null;

const isOver = ({ state }: Run) => state !== 'running';

function headline(syncs: readonly Run[]): string {
  const failed = syncs.filter(({ state }) => state !== 'done').length;
  return failed > 0 ? `${failed} of ${syncs.length} could not be read` : 'Up to date';
}
