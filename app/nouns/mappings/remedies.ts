import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';

export const mappingRemedies = {
  map_shipping: panelButton(() => import('./widgets/remedies/map-shipping.tsx')),
  map_location: panelButton(() => import('./widgets/remedies/map-location.tsx')),
} satisfies RemediesOfNoun;
