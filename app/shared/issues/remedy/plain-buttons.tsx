import { useRevalidator } from 'react-router';
import { CallError } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton, RowLink } from '../../../ui/buttons/row-button.tsx';
import { remedyFor, remedyLabel } from '../issue.ts';
import type { Remedy } from '../issue-type.ts';
import type { RemedyButton, RemedyIssue } from './remedy.ts';

/** A remedy that is done at once; the alert bar says what `run` returns. The page is read again also where it was refused. */
export const pressButton = (run: (issue: RemedyIssue) => Promise<{ message: string }>): RemedyButton =>
  function PressRemedy({ issue }) {
    const { revalidate } = useRevalidator();
    const press = async () => {
      try {
        showAlert('success', (await run(issue)).message);
      } catch (error) {
        if (error instanceof CallError && [404, 409].includes(error.status)) void revalidate();
        throw error;
      }
      await revalidate();
    };
    return <PressButton run={press}>{remedyLabel[remedyFor(issue)]}</PressButton>;
  };

/**
 * A remedy that is taken on another page; there is none where the issue leads to no address. `as`: by whose name, where it takes the
 * place of another.
 */
export const linkButton = (addressOf: (issue: RemedyIssue) => string | null, as?: Remedy): RemedyButton =>
  function LinkRemedy({ issue }) {
    const to = addressOf(issue);
    return to === null ? null : <RowLink to={to}>{remedyLabel[as ?? remedyFor(issue)]}</RowLink>;
  };
