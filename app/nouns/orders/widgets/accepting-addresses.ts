import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction, FieldsProps } from '../../../ui/list/declaration.ts';

/** What it needs comes when addresses are to be accepted, rather than with the list: what is said of it, too. */
const load = () => import('./accept-fields.tsx');

/** Writes incomplete addresses of orders as it was suggested; `reload` reloads their list. */
export const acceptingAddresses = (reload: () => void): BulkAction => ({
  label: 'Accept addresses',
  text: null,
  needs: 'seen',
  Fields: lazily<FieldsProps>(load),
  run: async (_, { seen = '' }) => (await load()).acceptSeen(seen, reload),
});
