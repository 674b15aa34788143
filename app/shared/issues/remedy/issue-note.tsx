import { WholeNumbers } from '../../../ui/text/whole-numbers.tsx';
import { otherCauses } from '../issue.ts';
import classes from './issue-note.module.css';
import type { RemedyIssue } from './remedy.ts';
import { RemedyButton } from './remedy-button.tsx';

type Props = {
  issue: RemedyIssue;
  /** How many there are beside it. */
  others: number;
  /** The first of those. */
  also?: readonly Pick<RemedyIssue, 'type' | 'subject'>[];
};

/** What is wrong with a row in a list, in one line that a tooltip has whole: its first issue, the others in short, and the remedy. */
export function IssueNote({ issue, others, also = [] }: Props) {
  const more = others - also.length;
  const rest = [...otherCauses(also), ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [])];
  return (
    <div className={classes.issue}>
      <span className={classes.sentence} title={[issue.sentence, ...rest].join('\n')}>
        <span className={classes.first}>
          <WholeNumbers text={issue.sentence} />
        </span>
        {rest.length > 0 && <span className={classes.more}> · {rest.join(' · ')}</span>}
      </span>
      <RemedyButton issue={issue} />
    </div>
  );
}
