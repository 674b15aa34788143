import { Group, Stack } from '@mantine/core';
import { href, Link } from 'react-router';
import { cancelImportCall } from '../../../../shared/imports/contract.ts';
import { RunProgress } from '../../../../shared/runs/run-progress.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import type { ShownImport } from '../shown-import.ts';

/** How far a listing report is, where it was uploaded: a person may give it up, or leave. */
export function RunningReport({ shown: { id, run, run_id, file_name } }: { shown: ShownImport }) {
  const save = useSave({ rereadsRefused: true });
  return (
    <Stack gap={8} pt={16}>
      <Group justify="space-between" gap="4px 16px">
        <Link to={href('/imports/:id', { id: String(id) })}>{file_name}</Link>
        <SubmitButton variant="default" size="xs" run={() => save(cancelImportCall, { params: { id }, body: { run_id } })}>
          Cancel
        </SubmitButton>
      </Group>
      {run && <RunProgress run={run} />}
    </Stack>
  );
}
