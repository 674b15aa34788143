import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { otherCauses } from '../../../../../shared/issues/issue.ts';
import { RemedyButton } from '../../../../../shared/issues/remedy/remedy-button.tsx';
import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { WholeNumbers } from '../../../../../ui/text/whole-numbers.tsx';
import { countedWords } from '../../../../../ui/words/counted-words.ts';
import type { Order } from '../order.ts';
import { AddressThere } from './address-there.tsx';
import classes from './notices.module.css';

/** What an order waits for: its first issue with its remedy, the others below it once it is opened. `next`: the way to the next order. */
export function IssuesBar({ order, next }: { order: Order; next: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = order.issues;
  if (!first) return null;
  return (
    <>
      <IssueNotice order={order} issue={first} primary next={next}>
        {others.length > 0 && (
          <button type="button" className={classes.others} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show the first only' : `Also: ${otherCauses(others).join(' · ')}`}
            <IconChevronDown size={14} stroke={1.8} aria-hidden />
          </button>
        )}
      </IssueNotice>
      {isOpen && others.map((issue) => <IssueNotice key={issue.id} order={order} issue={issue} />)}
    </>
  );
}

type IssueNoticeProps = {
  order: Order;
  issue: Order['issues'][number];
  primary?: boolean;
  next?: React.ReactNode;
  children?: React.ReactNode;
};

function IssueNotice({ order, issue, primary = false, next, children }: IssueNoticeProps) {
  return (
    <Notice
      tone={issue.blocking ? 'danger' : 'warning'}
      actions={
        <>
          <span className={classes.remedy}>
            <RemedyButton
              primary={primary}
              issue={{ ...issue, connection_id: order.connection_id, slug: order.order_source, order_id: order.id }}
            />
          </span>
          {next}
        </>
      }
    >
      <WholeNumbers text={issue.sentence} />
      {issue.type === 'changed_beside_edits' && issue.subject === 'address' && <AddressThere order={order} />}
      {issue.others > 0 && <span className="soft"> {countedWords(issue.others, 'other order waits', 'other orders wait')} for it.</span>}
      {children}
    </Notice>
  );
}
