import { OpenButton } from '../../../ui/dialog/open-button.tsx';
import { partAhead } from '../../../ui/lazily.tsx';
import type { ExportedList } from './export-dialog.tsx';

const [ExportDialog, prepare] = partAhead(() => import('./export-dialog.tsx'));

/** Opens the dialog that exports a list of items. */
export const ExportButton = ({ list }: { list: ExportedList }) => (
  <OpenButton prepare={prepare} dialog={(close) => <ExportDialog list={list} onClose={close} />}>
    Export
  </OpenButton>
);
