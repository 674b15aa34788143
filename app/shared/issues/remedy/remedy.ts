import { createContext } from 'react';
import type { Cause } from '../causes.ts';
import type { IssueType } from '../issue.ts';
import type { Remedy } from '../issue-type.ts';

/** An issue as a remedy needs it: of one order, or of every order that waits for the same cause, with their number in `orders`. */
export type RemedyIssue = { type: IssueType } & Pick<Cause, 'sentence' | 'subject' | 'connection_id' | 'slug'> &
  Partial<Pick<Cause, 'order_id' | 'purchase_order_id' | 'purchase_order_number' | 'orders'>> & {
    /** The revision of its order for which the sentence says what is certain. */
    suggested?: number | undefined;
    /** What a decision about it names as what the person saw; null where it names nothing. */
    seen?: string | null | undefined;
  };

/** The button or link by which a remedy is taken. */
export type RemedyButton = (props: { issue: RemedyIssue }) => React.ReactNode;
/** What a noun declares in its `remedies.ts`: the buttons of the remedies that it has. */
export type RemediesOfNoun = { readonly [Each in Remedy]?: RemedyButton };

export type AllRemedies = {
  buttons: Readonly<Record<Remedy, RemedyButton>>;
  /** What a noun has for issues of its own records, in place of what others have. */
  own: readonly { isOwn: (issue: RemedyIssue) => boolean; buttons: RemediesOfNoun }[];
};

/** The remedies of all nouns, which the shell gives: issues are shown below the place where every noun is known. */
export const Remedies = createContext<AllRemedies | null>(null);
