import { page } from '../../../../platform/http/page.ts';
import type { Option } from '../../../ui/list/declaration.ts';
import { notMapped } from '../../order-flow/contract/filter.ts';
import { listMethods } from './context.ts';

/** The warehouse's shipping methods in use, as choices, and "Not mapped". */
export const loader = page('work', async ({ tenant }): Promise<Option[]> => {
  const methods = await listMethods(tenant);
  return [
    { value: notMapped, label: 'Not mapped' },
    ...methods.map(({ code, name }) => ({ value: code, label: name ? `${name} (${code})` : code })),
  ];
});
