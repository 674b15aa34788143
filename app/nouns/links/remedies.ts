import { href } from 'react-router';
import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import { linkButton } from '../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';

export const linkRemedies = {
  link_product: panelButton(() => import('./linking/link-product.tsx')),
  /** Leads to the channel's product among those of its connection. */
  see_product: linkButton(
    ({ slug, subject }) => slug && `${href('/settings/connectors/:name/products', { name: slug })}?${new URLSearchParams({ q: subject })}`,
  ),
} satisfies RemediesOfNoun;
