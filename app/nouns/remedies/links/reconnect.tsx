import { href } from 'react-router';
import { remedyLabel } from '../../../shared/issues/issue.ts';
import { RowLink } from '../../../ui/buttons/row-button.tsx';
import type { RemedyIssue } from '../remedy.ts';

/** Leads to the settings of the connection, where new credentials are given. */
export function ReconnectLink({ issue: { slug } }: { issue: RemedyIssue }) {
  if (!slug) return null;
  return <RowLink to={href('/settings/connectors/:name', { name: slug })}>{remedyLabel.reconnect}</RowLink>;
}
