import { useState } from 'react';
import { href } from 'react-router';
import { lazily } from '../../ui/lazily.tsx';
import { RowButton, RowLink } from '../../ui/row-button.tsx';
import { remedyFor, remedyLabel } from '../issue.ts';
import { ActButton } from './act-button.tsx';
import { CancelButton } from './cancel-button.tsx';
import type { RemedyIssue } from './remedy.ts';
import classes from './remedy-button.module.css';

type Props = {
  issue: RemedyIssue;
  /** The primary action of its page: in the accent colour. */
  primary?: boolean;
};

const load = () => import('./opened-remedy.tsx');
const OpenedRemedy = lazily(load);

/**
 * The button that mends an issue, wherever the issue is shown. A remedy with a choice opens a panel beside
 * the button; afterwards the alert bar says how many orders went on, and the page reloads.
 */
export function RemedyButton({ issue, primary = false }: Props) {
  return (
    <span className={classes.remedy} data-primary={primary || undefined}>
      <ByKind issue={issue} />
    </span>
  );
}

function ByKind({ issue }: { issue: RemedyIssue }) {
  const remedy = remedyFor(issue);
  const [wanted, setWanted] = useState(false);
  switch (remedy) {
    case 'reconnect':
      return issue.slug && <RowLink to={href('/settings/connectors/:name', { name: issue.slug })}>{remedyLabel.reconnect}</RowLink>;
    case 'retry':
    case 'accept_change':
      return <ActButton issue={issue} remedy={remedy} />;
    case 'cancel':
      return issue.order_id && <CancelButton orderId={issue.order_id} />;
    default: {
      const closed = (
        <RowButton aria-haspopup="dialog" onClick={() => setWanted(true)} onPointerEnter={load} onFocus={load}>
          {remedyLabel[remedy]}
        </RowButton>
      );
      return wanted ? <OpenedRemedy issue={issue} remedy={remedy} waiting={closed} onFailed={() => setWanted(false)} /> : closed;
    }
  }
}
