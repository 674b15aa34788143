import { href } from 'react-router';
import { RowLink } from '../../../../ui/buttons/row-button.tsx';
import { remedyLabel } from '../../../issues/issue.ts';
import type { RemedyIssue } from '../../../issues/remedy/remedy.ts';

/** Leads to the settings of the connection, where new credentials are given. */
export function ReconnectLink({ issue: { slug } }: { issue: RemedyIssue }) {
  if (!slug) return null;
  return <RowLink to={href('/settings/connectors/:name', { name: slug })}>{remedyLabel.reconnect}</RowLink>;
}
