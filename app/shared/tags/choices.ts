import { page } from '../../../platform/http/page.ts';
import type { Option } from '../../ui/list/declaration.ts';
import { withoutTags } from './contract.ts';
import { listTags } from './tags.ts';

/** The tags of the account, as choices of a filter, and "None". */
export const loader = page('work', async ({ tenant }): Promise<Option[]> => {
  const tags = await listTags(tenant);
  return [{ value: withoutTags, label: 'None' }, ...tags.map(({ id, name }) => ({ value: String(id), label: name }))];
});
