import { Group, Stack } from '@mantine/core';
import { href, Link, useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { cancelImportCall } from '../../../../shared/imports/contract.ts';
import { RunProgress } from '../../../../shared/runs/run-progress.tsx';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import type { ShownImport } from '../shown-import.ts';

/** How far a listing report is, where it was uploaded: a person may give it up, or leave. */
export function RunningReport({ shown: { id, run, run_id, file_name } }: { shown: ShownImport }) {
  const { revalidate } = useRevalidator();
  const cancel = async () => {
    try {
      const { message } = await call(cancelImportCall, { params: { id }, body: { run_id } });
      showAlert('success', message);
    } finally {
      await revalidate();
    }
  };
  return (
    <Stack gap={8} pt={16}>
      <Group justify="space-between" gap="4px 16px">
        <Link to={href('/imports/:id', { id: String(id) })}>{file_name}</Link>
        <SubmitButton variant="default" size="xs" run={cancel}>
          Cancel
        </SubmitButton>
      </Group>
      {run && <RunProgress run={run} />}
    </Stack>
  );
}
