import { useState } from 'react';
import type { TimelineEntry } from '../../ui/blocks/timeline.tsx';
import { RowActions, RowButton } from '../../ui/buttons/row-button.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Comment, Discussion } from './contract.ts';
import classes from './discussion.module.css';
import { type Commented, discussionTopic } from './record.ts';
import { Assignee } from './widgets/assignee.tsx';
import { CommentForm } from './widgets/comment-form.tsx';
import { DeleteComment } from './widgets/delete-comment.tsx';
import { WithMentions } from './widgets/with-mentions.tsx';

type Props = { record: Commented; discussion: Discussion };

/** Above the history of a record: who looks after it, and the form for a comment that colleagues alone see. */
export function CommentBox({ record, discussion }: Props) {
  useLiveReload([discussionTopic(record)], 500);
  return (
    <div className={classes.box}>
      <CommentForm record={record} people={discussion.people} />
      <Assignee record={record} assignee={discussion.assignee} people={discussion.people} />
    </div>
  );
}

/** The comments of a record as entries of its history. */
export const commentEntries = ({ comments, people }: Discussion): TimelineEntry[] =>
  comments.map((comment) => ({
    key: `comment-${comment.id}`,
    at: comment.created_at,
    by: comment.author,
    tone: 'teal',
    text: <strong>Comment</strong>,
    detail: <OneComment comment={comment} people={people} />,
  }));

/** Entries of several kinds in one history, the newest first. */
export const inOrder = (...kinds: readonly TimelineEntry[][]): TimelineEntry[] =>
  kinds.flat().toSorted((a, b) => new Date(b.at).getTime() - new Date(a.at).getTime());

function OneComment({ comment, people }: { comment: Comment; people: Discussion['people'] }) {
  const [isEdited, setEdited] = useState(false);
  const { id, body, mentions, mine, edited_at } = comment;
  if (isEdited) return <CommentForm comment={comment} people={people} onClose={() => setEdited(false)} />;
  return (
    <div className={classes.comment}>
      <p className={classes.text}>
        <WithMentions text={body} names={mentions} />
        {edited_at && <span className="faint"> · edited</span>}
      </p>
      {mine && (
        <RowActions>
          <RowButton aria-label="Edit this comment" onClick={() => setEdited(true)}>
            Edit
          </RowButton>
          <DeleteComment id={id} />
        </RowActions>
      )}
    </div>
  );
}
