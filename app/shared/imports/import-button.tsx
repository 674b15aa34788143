import { OpenButton } from '../../ui/dialog/open-button.tsx';
import { partAhead } from '../../ui/lazily.tsx';
import type { ImportedEntity } from './contract.ts';

type Props = { entity: ImportedEntity; disabled?: boolean; children?: React.ReactNode };

const [ImportDialog, prepare] = partAhead(() => import('./import-dialog.tsx'));

/** Opens the dialog that imports a file. */
export const ImportButton = ({ entity, disabled = false, children = `Import ${entity.title.toLowerCase()}` }: Props) => (
  <OpenButton disabled={disabled} prepare={prepare} dialog={(close) => <ImportDialog entity={entity} onClose={close} />}>
    {children}
  </OpenButton>
);
