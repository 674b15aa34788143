import { useContext } from 'react';
import { remedyFor } from '../issue.ts';
import { Remedies, type RemedyIssue } from './remedy.ts';
import classes from './remedy-button.module.css';

type Props = {
  issue: RemedyIssue;
  /** The primary action of its page: in the accent colour. */
  primary?: boolean;
};

/**
 * The button that mends an issue, wherever the issue is shown. A remedy with a choice opens a panel beside
 * the button; afterwards the alert bar says how many orders went on, and the page reloads.
 */
export function RemedyButton({ issue, primary = false }: Props) {
  const all = useContext(Remedies);
  const remedy = remedyFor(issue);
  const Button = all?.own.find(({ isOwn }) => isOwn(issue))?.buttons[remedy] ?? all?.buttons[remedy];
  return (
    <span className={classes.remedy} data-primary={primary || undefined}>
      {Button && <Button issue={issue} />}
    </span>
  );
}
