import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../../ui/dialog/with-question.tsx';

type Props = {
  /** How many of what. */
  goods: string;
  /** What it counts as from then on. */
  text: string;
  mark: () => Promise<void>;
};

/** Marks what a person has entered at the source by hand: it could be booked twice if that were undone, so it asks first. */
export const MarkProcessed = ({ goods, text, mark }: Props) => (
  <WithQuestion
    button={(ask) => (
      <RowButton aria-haspopup="dialog" onClick={ask}>
        Mark as processed
      </RowButton>
    )}
    title={`Mark ${goods} as processed?`}
    text={`${text} This cannot be undone.`}
    verb="Mark as processed"
    run={mark}
  />
);
