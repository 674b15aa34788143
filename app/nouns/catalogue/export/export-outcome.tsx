import { Box } from '@mantine/core';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { itemsExportTexts } from './texts.ts';
import type { ExportState } from './use-items-export.ts';

/** What is said while a file is written, and when it is ready. */
export function ExportOutcome({ state }: { state: ExportState }) {
  return (
    <Box aria-live="polite" pt={state.is === 'working' || state.is === 'ready' ? 12 : 0}>
      {state.is === 'working' && <Notice>{itemsExportTexts.working}</Notice>}
      {state.is === 'ready' && <Notice>{itemsExportTexts.ready}</Notice>}
    </Box>
  );
}
