import classes from './issue-note.module.css';
import type { RemedyIssue } from './remedy.ts';
import { RemedyButton } from './remedy-button.tsx';

/** The first issue of a row in a list, how many there are beside it, and its remedy. */
export function IssueNote({ issue, others }: { issue: RemedyIssue; others: number }) {
  return (
    <div className={classes.issue}>
      <span className={classes.sentence}>
        {issue.sentence} {others > 0 && <span className={classes.more}>and {others} more</span>}
      </span>
      <RemedyButton issue={issue} />
    </div>
  );
}
