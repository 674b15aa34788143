import { OpenButton } from '../../../ui/dialog/open-button.tsx';
import { partAhead } from '../../../ui/lazily.tsx';
import type { Kind } from '../kinds.ts';

const [EditCategories, prepare] = partAhead(() => import('./edit-categories.tsx'));

/** Opens the categories of a kind. */
export const CategoriesButton = ({ kind }: { kind: Kind }) => (
  <OpenButton prepare={prepare} dialog={(close) => <EditCategories kind={kind} onClose={close} />}>
    Categories
  </OpenButton>
);
