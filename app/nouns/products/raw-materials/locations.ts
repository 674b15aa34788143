import { page } from '../../../../platform/http/page.ts';
import type { Option } from '../../../ui/list/declaration.ts';
import { listLocations } from '../../catalogue/items/locations.ts';

/** The locations of raw materials, as choices. */
export const loader = page(
  'work',
  async ({ tenant }): Promise<Option[]> =>
    (await listLocations(tenant, 'raw_materials')).map((location) => ({ value: location, label: location })),
);
