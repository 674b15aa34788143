import { href } from 'react-router';
import { remedyLabel } from '../../../shared/issues/issue.ts';
import { RowLink } from '../../../ui/buttons/row-button.tsx';
import type { RemedyIssue } from '../remedy.ts';

/** Leads to the channel's product among those of its connection. */
export function SeeProductLink({ issue: { slug, subject } }: { issue: RemedyIssue }) {
  if (!slug) return null;
  return (
    <RowLink to={`${href('/settings/connectors/:name/products', { name: slug })}?${new URLSearchParams({ q: subject })}`}>
      {remedyLabel.see_product}
    </RowLink>
  );
}
