import type { RemedyButton, RemedyIssue } from './remedy.ts';

/** Of one record, where several may have the same cause. */
export const isOne = ({ orders = 1 }: RemedyIssue) => orders === 1;

/** What is done at once to one record. Of several, each is decided about where it is seen: on its own page. */
export const ofOne =
  (Button: RemedyButton): RemedyButton =>
  ({ issue }) =>
    isOne(issue) ? <Button issue={issue} /> : null;
