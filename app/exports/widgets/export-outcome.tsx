import { Notice } from '../../ui/notice.tsx';
import { itemsExportTexts } from '../items/texts.ts';
import type { ExportState } from './use-items-export.ts';

/** What is said while a file is written, and when it is ready. */
export function ExportOutcome({ state }: { state: ExportState }) {
  return (
    <div aria-live="polite">
      {state.is === 'working' && <Notice>{itemsExportTexts.working}</Notice>}
      {state.is === 'ready' && <Notice>{itemsExportTexts.ready}</Notice>}
    </div>
  );
}
