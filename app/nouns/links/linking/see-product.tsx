import { href } from 'react-router';
import { remedyLabel } from '../../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';
import { RowLink } from '../../../ui/buttons/row-button.tsx';

/** Leads to the channel's product among those of its connection. */
export function SeeProductLink({ issue: { slug, subject } }: { issue: RemedyIssue }) {
  if (!slug) return null;
  return (
    <RowLink to={`${href('/settings/connectors/:name/products', { name: slug })}?${new URLSearchParams({ q: subject })}`}>
      {remedyLabel.see_product}
    </RowLink>
  );
}
