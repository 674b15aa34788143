import { page } from '../../../../platform/http/page.ts';
import { locationChoices } from '../../catalogue/items/locations.ts';

export const loader = page('work', ({ tenant }) => locationChoices(tenant, 'raw_materials'));
