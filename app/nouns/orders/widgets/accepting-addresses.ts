import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction, FieldsProps } from '../../../ui/list/declaration.ts';

/** What it needs comes when addresses are to be accepted, rather than with the list. */
const load = () => import('./accept-fields.tsx');

/** Writes incomplete addresses of orders as it was suggested; `reload` reloads their list. */
export const acceptingAddresses = (reload: () => void): BulkAction => ({
  label: 'Accept addresses',
  text: 'Incomplete addresses are written as shown, where it is certain that this is the same place. It can be undone while it stands.',
  needs: 'seen',
  Fields: lazily<FieldsProps>(load),
  run: async (_, { seen = '' }) => (await load()).acceptSeen(seen, reload),
});
