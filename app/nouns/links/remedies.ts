import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';
import { SeeProductLink } from './linking/see-product.tsx';

export const linkRemedies = {
  link_product: panelButton(() => import('./linking/link-product.tsx')),
  see_product: SeeProductLink,
} satisfies RemediesOfNoun;
